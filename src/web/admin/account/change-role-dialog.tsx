import { useState } from "react";
import { ADMIN_ROLES, type AdminRole, adminRoleLabel } from "#domain/account/admin-role.ts";
import type { AdminProfile } from "#domain/account/managed-person.ts";
import { displayName } from "#domain/account/user-profile.ts";
import { ChoiceCards } from "#web/ui/choice-cards.tsx";
import { ConfirmDialog } from "#web/ui/form-dialog.tsx";
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
          ? "This is your own role. Without the role of an owner you cannot give it back to yourself."
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
  owner: "Also decides on people, rights and settings",
};

const WITH_ARTICLE: Record<AdminRole, string> = {
  viewer: "a viewer",
  editor: "an editor",
  owner: "an owner",
};

export const ROLE_CHOICES = ADMIN_ROLES.map((value) => ({
  value,
  label: adminRoleLabel(value),
  meaning: MEANINGS[value],
}));
