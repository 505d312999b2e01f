import { useId, useState } from "react";
import type { AdminProfile } from "#domain/account/admin-profile.ts";
import { ADMIN_ROLES, type AdminRole, adminRoleLabel } from "#domain/account/admin-role.ts";
import { displayName } from "#domain/account/user-profile.ts";
import { explainFailure } from "#web/lib/explain-failure.ts";
import { Button } from "#web/ui/button.tsx";
import { ChoiceCards } from "#web/ui/choice-cards.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { showToast } from "#web/ui/toasts.tsx";

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
const CHOICES = ADMIN_ROLES.map((value) => ({
  value,
  label: adminRoleLabel(value),
  meaning: MEANINGS[value],
}));

type ChangeRoleDialogProps = {
  admin: AdminProfile;
  isOwn: boolean;
  onClose: () => void;
  /** Throws if the role was not changed: the dialog stays open and shows why. */
  onChange: (role: AdminRole) => Promise<void>;
};

export function ChangeRoleDialog({ admin, isOwn, onClose, onChange }: ChangeRoleDialogProps) {
  const formId = useId();
  const [role, setRole] = useState(admin.adminRole);
  const [failure, setFailure] = useState<string | null>(null);
  const [isSaving, setIsSaving] = useState(false);
  const name = displayName(admin);

  async function save() {
    setIsSaving(true);
    setFailure(null);
    try {
      await onChange(role);
    } catch (error) {
      setFailure(explainFailure(error));
      setIsSaving(false);
      return;
    }
    showToast({ title: "Role changed", text: `${name} is now ${WITH_ARTICLE[role]}.` });
    onClose();
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      isLocked={isSaving}
      title={`Role of ${name}`}
      description={
        isOwn
          ? "This is your own role. Without the role of an owner you cannot give it back to yourself."
          : "The new role applies from their next click."
      }
      actions={
        <>
          <Button onClick={onClose} disabled={isSaving}>
            Cancel
          </Button>
          <Button
            tone="primary"
            type="submit"
            form={formId}
            disabled={role === admin.adminRole}
            isBusy={isSaving}
          >
            Change role
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        {failure ? <Notice tone="error">{failure}</Notice> : null}
        <ChoiceCards
          legend="Role"
          choices={CHOICES}
          inputProps={(value) => ({
            name: "adminRole",
            checked: value === role,
            onChange: () => setRole(value),
          })}
        />
      </form>
    </Dialog>
  );
}
