import { Plus, Trash2 } from "lucide-react";
import { useFieldArray, useWatch } from "react-hook-form";
import { z } from "zod";
import { changeTemplate, getTemplate, listTemplates } from "#contract/admin/templates.ts";
import { tokenOf } from "#domain/page/standard-variables.ts";
import { MAX_VARIABLES, variableNameFor } from "#domain/templates/own-variable.ts";
import { detailsOfTemplate, type Template, TemplateDetails, ValidDays } from "#domain/templates/template.ts";
import { useSchemaForm } from "#web/admin/ui/use-schema-form.ts";
import { call } from "#web/lib/call.ts";
import { useCached } from "#web/lib/use-call.ts";
import { Button, IconButton } from "#web/ui/button.tsx";
import { RecordForm } from "#web/ui/record-form.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { showToast } from "#web/ui/toasts.tsx";

const TypedTemplate = TemplateDetails.extend({
  validDays: z
    .string()
    .transform((typed) => (typed.trim() === "" ? null : Number(typed)))
    .pipe(ValidDays),
});

function valuesOf(template: Template): z.input<typeof TypedTemplate> {
  return { ...detailsOfTemplate(template), validDays: String(template.validDays ?? "") };
}

/** The form of a template's name, its description and its own variables. */
export function TemplateForm({ template }: { template: Template }) {
  const cached = useCached();
  const form = useSchemaForm({
    schema: TypedTemplate,
    values: valuesOf(template),
    recordVersion: template.recordVersion,
    staysOpen: true,
    async save(details, recordVersion) {
      const params = { id: template.templateId };
      const changed = await call(changeTemplate, { params, body: { ...details, recordVersion } });
      await cached.replace(getTemplate, { params }, (now) => now && { ...now, ...changed });
      showToast({ title: "Template saved", text: changed.name });
      void cached.refetch(getTemplate);
      void cached.refetch(listTemplates);
      return { values: valuesOf(changed), recordVersion: changed.recordVersion };
    },
    subject: "this template",
  });
  const { control, getValues, setValue } = form;
  const listError = form.formState.errors.variables?.root?.message;
  const variables = useFieldArray({ control, name: "variables" });
  const typed = useWatch({ control, name: "variables" });

  /** A new variable gets its name from its label. The name never changes, because texts contain it. */
  function nameVariable(at: number) {
    const { label, name } = getValues(`variables.${at}`);
    if (name !== "" || label.trim() === "") return;
    const taken = getValues("variables").map((one) => one.name);
    setValue(`variables.${at}.name`, variableNameFor(label, taken), { shouldDirty: true });
  }

  return (
    <RecordForm
      form={{
        ...form,
        submit(event) {
          for (const at of variables.fields.keys()) nameVariable(at);
          form.submit(event);
        },
      }}
      failureTitle="The template wasn't saved"
    >
      <TextField label="Name" autoComplete="off" form={form} name="name" />
      <TextField
        isLong
        label="Purpose"
        hint="Shown to those who choose a template."
        rows={2}
        form={form}
        name="description"
      />
      <TextField
        label="Valid for (days)"
        hint="Optional. The last day of its documents, counted from the day on which they are made or sent."
        inputMode="numeric"
        autoComplete="off"
        form={form}
        name="validDays"
      />
      <fieldset className="min-w-0">
        <legend className="mb-1 font-medium text-sm">Own variables</legend>
        <p className="mb-3 text-ink-soft text-sm">
          Filled in each time a document is made from the template. Names, numbers and dates of the portal are
          filled in automatically.
        </p>
        <ul className="space-y-3">
          {variables.fields.map((field, at) => (
            <li key={field.id} className="flex items-start gap-2">
              <div className="grid min-w-0 flex-1 gap-3 rounded-lg border border-line p-3 sm:grid-cols-2">
                <TextField
                  label="What people read"
                  hint={typed[at]?.name ? `In texts: ${tokenOf(typed[at].name)}` : undefined}
                  form={form}
                  name={`variables.${at}.label`}
                  rules={{ onBlur: () => nameVariable(at) }}
                />
                <TextField label="Usual text" form={form} name={`variables.${at}.default`} />
              </div>
              <IconButton
                label={`Remove variable ${at + 1}`}
                Icon={Trash2}
                onClick={() => variables.remove(at)}
              />
            </li>
          ))}
        </ul>
        {listError ? <p className="mt-2 text-red-ink text-sm">{listError}</p> : null}
        {variables.fields.length < MAX_VARIABLES ? (
          <Button
            size="sm"
            className="mt-3"
            icon={<Plus aria-hidden="true" />}
            onClick={() => variables.append({ name: "", label: "", default: "" })}
          >
            Add variable
          </Button>
        ) : null}
      </fieldset>
      <Button type="submit" isBusy={form.isBusy}>
        Save
      </Button>
    </RecordForm>
  );
}
