import type { z } from "zod";
import { listPeopleOfOrganization } from "#contract/admin/permissions.ts";
import { getTemplate } from "#contract/admin/templates.ts";
import { displayName } from "#domain/account/user-profile.ts";
import type { Id } from "#domain/id.ts";
import { askedFor, LONGEST_VARIABLE, type VariableTexts } from "#domain/templates/own-variable.ts";
import { explainFailure } from "#web/lib/call.ts";
import { useCall } from "#web/lib/use-call.ts";
import { FailedNotice } from "#web/ui/notice.tsx";
import { SelectField } from "#web/ui/select-input.tsx";
import { Loading, Skeleton } from "#web/ui/skeleton.tsx";
import { TextField } from "#web/ui/text-field.tsx";

export type GivenTexts = z.infer<typeof VariableTexts>;

type TemplateTextsProps = {
  templateId: Id;
  /** Whose people can be the contact; null: no organization is selected yet. */
  organizationId: Id | null;
  given: GivenTexts;
  onChange: (given: GivenTexts) => void;
};

/** Inputs for the template variables that no record fills. Empty ones stay on the page and are listed. */
export function TemplateTexts({ templateId, organizationId, given, onChange }: TemplateTextsProps) {
  const { data, error, mutate } = useCall(getTemplate, { params: { id: templateId } });
  if (error && !data) {
    return <FailedNotice onRetry={() => void mutate()}>{explainFailure(error)}</FailedNotice>;
  }
  if (!data) {
    return (
      <Loading label="Loading the template">
        <Skeleton className="h-20 w-full rounded-lg" />
      </Loading>
    );
  }
  const { description, namedVariables, variables } = data;
  const asked = askedFor(namedVariables, variables);
  const isAsking = asked.contact || asked.validUntil || asked.typed.length > 0;
  if (!isAsking && description === "") return null;
  return (
    <fieldset className="space-y-4 rounded-lg border border-line bg-surface p-4">
      <legend className="sr-only">For the template</legend>
      {description === "" ? null : (
        <p dir="auto" className="wrap-anywhere whitespace-pre-line text-ink-soft">
          {description}
        </p>
      )}
      {isAsking ? (
        <p className="text-ink-soft text-sm">
          Names, numbers and dates of the portal are filled in automatically. Fields that you leave empty here
          stay marked on the page.
        </p>
      ) : null}
      {asked.contact ? (
        <ContactField
          organizationId={organizationId}
          value={given.contactId}
          onChange={(contactId) => onChange({ ...given, contactId })}
        />
      ) : null}
      {asked.validUntil ? (
        <TextField
          label="Valid until"
          type="date"
          value={given.validUntil ?? ""}
          onChange={(event) => onChange({ ...given, validUntil: event.currentTarget.value || undefined })}
        />
      ) : null}
      {asked.typed.map(({ name, label, default: usual }) => (
        <TextField
          key={name}
          label={label}
          autoComplete="off"
          maxLength={LONGEST_VARIABLE}
          value={given.texts[name] ?? usual}
          onChange={(event) =>
            onChange({ ...given, texts: { ...given.texts, [name]: event.currentTarget.value } })
          }
        />
      ))}
    </fieldset>
  );
}

type ContactFieldProps = {
  organizationId: Id | null;
  value: Id | undefined;
  onChange: (contactId: Id | undefined) => void;
};

/** A choice among the people of the organization. */
function ContactField({ organizationId, value, onChange }: ContactFieldProps) {
  const { data, error } = useCall(
    listPeopleOfOrganization,
    organizationId === null ? null : { params: { id: organizationId } },
  );
  const hint =
    organizationId === null
      ? "Choose the organization first."
      : error && !data
        ? "Its people could not be loaded. Reload the page to choose one."
        : data?.members.length === 0
          ? "The organization has no members yet."
          : undefined;
  return (
    <SelectField
      label="Contact"
      hint={hint}
      value={value ?? ""}
      onChange={(event) => onChange(event.currentTarget.value || undefined)}
    >
      <option value="">No contact</option>
      {data?.members.map((member) => (
        <option key={member.userId} value={member.userId}>
          {displayName(member)}
        </option>
      ))}
    </SelectField>
  );
}
