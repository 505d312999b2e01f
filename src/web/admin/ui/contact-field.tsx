import { useEffect, useEffectEvent } from "react";
import { listPeopleOfOrganization } from "#contract/admin/permissions.ts";
import { displayName } from "#domain/account/user-profile.ts";
import type { Id } from "#domain/id.ts";
import type { PeopleOfOrganization } from "#domain/permissions/managed-people.ts";
import { useCall } from "#web/lib/use-call.ts";
import { SelectField } from "#web/ui/select-input.tsx";

type ContactFieldProps = {
  organizationId: Id | null;
  value: Id | undefined;
  onChange: (contactId: Id | undefined) => void;
};

/** A choice among the people of the organization, also those who have not joined. The only one is chosen at first. */
export function ContactField({ organizationId, value, onChange }: ContactFieldProps) {
  const { data, error } = useCall(
    listPeopleOfOrganization,
    organizationId === null ? null : { params: { id: organizationId } },
  );
  const contacts = data && contactsOf(data);
  const only = contacts?.length === 1 ? contacts[0]?.id : undefined;
  const choose = useEffectEvent((id: Id) => {
    if (value === undefined) onChange(id);
  });
  useEffect(() => {
    if (only !== undefined) choose(only);
  }, [only]);
  const hint =
    organizationId === null
      ? "Choose the organization first."
      : error && !data
        ? "Its people couldn't be loaded. Reload the page to choose one."
        : contacts?.length === 0
          ? "The organization has no people yet."
          : undefined;
  return (
    <SelectField
      label="Contact"
      hint={hint}
      value={value ?? ""}
      onChange={(event) => onChange(event.currentTarget.value || undefined)}
    >
      <option value="">No contact</option>
      {contacts?.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}

function contactsOf({ members, invitations }: PeopleOfOrganization): { id: Id; name: string }[] {
  return [
    ...members.map((member) => ({ id: member.userId, name: displayName(member) })),
    ...invitations.map(({ invitationId: id, name, email }) => ({ id, name: `${name || email} (invited)` })),
  ];
}
