import { useState } from "react";
import type { AdminRole } from "#domain/account/admin-role.ts";
import type { AdminProfile } from "#domain/account/managed-person.ts";
import { displayName } from "#domain/account/user-profile.ts";
import { ChoiceCards } from "#web/ui/choice-cards.tsx";
import { ConfirmDialog } from "#web/ui/form-dialog.tsx";
import { showToast } from "#web/ui/toasts.tsx";
import { ROLE_CHOICES, WITH_ARTICLE } from "./role-choices.ts";

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
