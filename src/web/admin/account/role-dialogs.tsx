import { useState } from "react";
import { z } from "zod";
import { inviteAdmin, listCompanyInvitations } from "#contract/admin/people.ts";
import { ADMIN_ROLES, AdminRole, adminRoleLabel } from "#domain/account/admin-role.ts";
import type { AdminProfile } from "#domain/account/managed-person.ts";
import { displayName, Email } from "#domain/account/user-profile.ts";
import { INVITATION_DAYS } from "#domain/invitations/invitation.ts";
import { useSchemaForm } from "#web/admin/ui/use-schema-form.ts";
import { BRAND } from "#web/lib/brand.ts";
import { call } from "#web/lib/call.ts";
import { useCached } from "#web/lib/use-call.ts";
import { ChoiceCards } from "#web/ui/choice-cards.tsx";
import { ConfirmDialog, FormDialog } from "#web/ui/form-dialog.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { showToast } from "#web/ui/toasts.tsx";

type ChangeRoleDialogProps = {
  admin: AdminProfile;
  isOwn: boolean;
  onClose: () => void;
  /** Throws if the role was not changed: the dialog stays open and shows why. */
  onChange: (role: AdminRole) => Promise<void>;
};

export function ChangeRoleDialog({ admin, isOwn, onClose, onChange }: ChangeRoleDialogProps) {
  const [role, setRole] = useState(admin.adminRole);
  const name = displayName(admin);

  async function save() {
    await onChange(role);
    showToast({ title: "Role changed", text: `${name} is now ${WITH_ARTICLE[role]}.` });
    onClose();
  }

  return (
    <ConfirmDialog
      title={`Role of ${name}`}
      description={
        isOwn
          ? "This is your own role. Once you're no longer an owner, you can't give it back to yourself."
          : "The new role applies from their next click."
      }
      action="Change role"
      isDisabled={role === admin.adminRole}
      onSubmit={save}
      onClose={onClose}
    >
      <ChoiceCards
        legend="Role"
        choices={ROLE_CHOICES}
        inputProps={(value) => ({
          name: "adminRole",
          checked: value === role,
          onChange: () => setRole(value),
        })}
      />
    </ConfirmDialog>
  );
}

/** Each role may do also what those before it may. */
const MEANINGS: Record<AdminRole, string> = {
  viewer: "Sees everything and changes nothing",
  editor: "Also writes documents, sends them and invoices",
  owner: "Also manages people, access and settings",
};

const WITH_ARTICLE: Record<AdminRole, string> = {
  viewer: "a viewer",
  editor: "an editor",
  owner: "an owner",
};

const ROLE_CHOICES = ADMIN_ROLES.map((value) => ({
  value,
  label: adminRoleLabel(value),
  meaning: MEANINGS[value],
}));

const InviteForm = z.strictObject({
  email: z.string().trim().pipe(Email.min(1, "Please enter an email")),
  adminRole: AdminRole,
});

export function InviteDialog({ onClose }: { onClose: () => void }) {
  const cached = useCached();
  const form = useSchemaForm({
    schema: InviteForm,
    values: { email: "", adminRole: "viewer" as const },
    async save(body) {
      await call(inviteAdmin, { body });
      showToast({ title: "Invitation sent", text: body.email });
      void cached.refetch(listCompanyInvitations);
      onClose();
    },
  });

  return (
    <FormDialog
      form={form}
      title="Invite a person"
      description={`They get an email with a link to join ${BRAND.companyName} here. It works once, for ${INVITATION_DAYS} days.`}
      action="Send invitation"
      failureTitle="No invitation was sent"
      onClose={onClose}
    >
      <TextField label="Email" type="email" autoComplete="off" form={form} name="email" />
      <ChoiceCards legend="Role" choices={ROLE_CHOICES} inputProps={() => form.register("adminRole")} />
    </FormDialog>
  );
}
