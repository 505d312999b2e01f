import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { inviteMember } from "#contract/admin/permissions.ts";
import { Email, lastName, personName } from "#domain/account/user-profile.ts";
import type { ManagedOrganization } from "#domain/organizations/managed-organization.ts";
import type { PeopleOfOrganization } from "#domain/permissions/managed-people.ts";
import { PermissionType } from "#domain/permissions/organization-permission.ts";
import { call } from "#web/lib/call.ts";
import { fieldOf } from "#web/lib/field-of.ts";
import { Field } from "#web/ui/field.tsx";
import { showToast } from "#web/ui/toasts.tsx";
import { FormDialog } from "../ui/form-dialog.tsx";
import { RightChoice } from "./right-choice.tsx";

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
  const { register, handleSubmit, formState } = useForm({
    mode: "onTouched",
    resolver: zodResolver(InviteForm),
    defaultValues: { firstName: "", lastName: "", email: "", permissionType: "read" as PermissionType },
  });
  const { errors } = formState;

  const submit = handleSubmit(async ({ permissionType, ...userDetails }) => {
    const params = { id: organizationId };
    onInvited(await call(inviteMember, { params, body: { userDetails, permissionType } }));
    showToast({ title: "Invitation sent", text: userDetails.email });
    onClose();
  });

  return (
    <FormDialog
      title={`Invite a person to ${organizationName}`}
      description="They get an email with a link that works once, for a week."
      action="Send invitation"
      failureTitle="No invitation was sent"
      onSubmit={submit}
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="First name" autoComplete="off" {...fieldOf(register, errors, "firstName")} />
        <Field
          label="Last name"
          autoComplete="off"
          hint="Leave empty for a person with one name"
          {...fieldOf(register, errors, "lastName")}
        />
      </div>
      <Field label="Email" type="email" autoComplete="off" {...fieldOf(register, errors, "email")} />
      <RightChoice inputProps={() => register("permissionType")} />
    </FormDialog>
  );
}
