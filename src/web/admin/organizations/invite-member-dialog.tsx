import { z } from "zod";
import { inviteMember } from "#contract/admin/permissions.ts";
import { Email, lastName, personName } from "#domain/account/user-profile.ts";
import type { ManagedOrganization } from "#domain/organizations/managed-organization.ts";
import type { PeopleOfOrganization } from "#domain/permissions/managed-people.ts";
import { PermissionType } from "#domain/permissions/organization-permission.ts";
import { useSchemaForm } from "#web/admin/ui/use-schema-form.ts";
import { call } from "#web/lib/call.ts";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { showToast } from "#web/ui/toasts.tsx";
import { RightChoice } from "./member-dialog.tsx";

const InviteForm = z.strictObject({
  firstName: personName("Please enter a first name"),
  lastName: lastName(),
  email: Email,
  permissionType: PermissionType,
});

type InviteMemberDialogProps = {
  organization: ManagedOrganization;
  onClose: () => void;
  onInvited: (people: PeopleOfOrganization) => void;
};

/** Invites a person to an organization by mail. */
export function InviteMemberDialog({ organization, onClose, onInvited }: InviteMemberDialogProps) {
  const { organizationId, organizationName } = organization;
  const form = useSchemaForm({
    schema: InviteForm,
    values: { firstName: "", lastName: "", email: "", permissionType: "read" as PermissionType },
    async save({ permissionType, ...userDetails }) {
      const params = { id: organizationId };
      onInvited(await call(inviteMember, { params, body: { userDetails, permissionType } }));
      showToast({ title: "Invitation sent", text: userDetails.email });
      onClose();
    },
  });

  return (
    <FormDialog
      form={form}
      title={`Invite a person to ${organizationName}`}
      description="They get an email with a link that works once, for a week."
      action="Send invitation"
      failureTitle="No invitation was sent"
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="First name" autoComplete="off" form={form} name="firstName" />
        <TextField
          label="Last name"
          autoComplete="off"
          hint="Leave empty for a person with one name"
          form={form}
          name="lastName"
        />
      </div>
      <TextField label="Email" type="email" autoComplete="off" form={form} name="email" />
      <RightChoice inputProps={() => form.register("permissionType")} />
    </FormDialog>
  );
}
