import type { z } from "zod";
import { getTemplate } from "#contract/admin/templates.ts";
import type { Id } from "#domain/id.ts";
import { MAX_VARIABLE_LENGTH, requestedTextsOf, type VariableTexts } from "#domain/templates/own-variable.ts";
import type { FullTemplate } from "#domain/templates/template.ts";
import { useCall } from "#web/lib/use-call.ts";
import { TextField } from "#web/ui/text-field.tsx";
import { ContactField } from "../ui/contact-field.tsx";
import { Fetched } from "../ui/fetched.tsx";

/** The values of variables that no record fills. */
export type TemplateValues = Omit<z.infer<typeof VariableTexts>, "validUntil">;

type TemplateTextsProps = {
  templateId: Id;
  /** Whose people can be the contact; null: no organization is selected yet. */
  organizationId: Id | null;
  values: TemplateValues;
  onChange: (values: TemplateValues) => void;
};

/** Inputs for the template variables that no record fills. Empty ones stay on the page and are listed. */
export function TemplateTexts(props: TemplateTextsProps) {
  const answer = useCall(getTemplate, { params: { id: props.templateId } });
  return (
    <Fetched answer={answer} loading="Loading the template" className="h-20 w-full rounded-lg">
      {(template) => <VariableFields template={template} {...props} />}
    </Fetched>
  );
}

function VariableFields({
  template: { description, referencedVariables, variables },
  organizationId,
  values,
  onChange,
}: TemplateTextsProps & { template: FullTemplate }) {
  const requested = requestedTextsOf(referencedVariables, variables);
  const hasFields = requested.contact || requested.typed.length > 0;
  if (!hasFields && description === "") return null;
  return (
    <fieldset className="space-y-4 rounded-lg border border-line bg-surface p-4">
      <legend className="sr-only">For the template</legend>
      {description === "" ? null : (
        <p dir="auto" className="wrap-anywhere whitespace-pre-line text-ink-soft">
          {description}
        </p>
      )}
      {hasFields ? (
        <p className="text-ink-soft text-sm">
          Names, numbers and dates of the portal are filled in automatically. Fields that you leave empty here
          stay marked on the page.
        </p>
      ) : null}
      {requested.contact ? (
        <ContactField
          organizationId={organizationId}
          value={values.contactId}
          onChange={(contactId) => onChange({ ...values, contactId })}
        />
      ) : null}
      {requested.typed.map(({ name, label, default: usual }) => (
        <TextField
          key={name}
          label={label}
          autoComplete="off"
          maxLength={MAX_VARIABLE_LENGTH}
          value={values.texts[name] ?? usual}
          onChange={(event) =>
            onChange({ ...values, texts: { ...values.texts, [name]: event.currentTarget.value } })
          }
        />
      ))}
    </fieldset>
  );
}
