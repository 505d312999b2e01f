import type { AdminProfile } from "#domain/account/admin-profile.ts";
import { displayName } from "#domain/account/user-profile.ts";
import { showToast } from "#web/ui/toasts.tsx";
import { FormDialog } from "../ui/form-dialog.tsx";

type RemoveDialogProps = {
  admin: AdminProfile;
  isOwn: boolean;
  onClose: () => void;
  /** Throws if the person was not removed: the dialog stays open and shows why. */
  onRemove: () => Promise<void>;
};

/** Asks before a person stops working here. */
export function RemoveDialog({ admin, isOwn, onClose, onRemove }: RemoveDialogProps) {
  const name = displayName(admin);

  async function remove() {
    await onRemove();
    showToast({ title: "Removed", text: `${name} no longer works here.` });
    onClose();
  }

  return (
    <FormDialog
      title={isOwn ? "Remove yourself?" : `Remove ${name}?`}
      description={
        isOwn
          ? "You are signed out at once, and only another owner can invite you again."
          : "They are signed out everywhere at once, and invitations that they sent stop working. What they did stays on record."
      }
      action="Remove"
      tone="danger"
      onSubmit={remove}
      onClose={onClose}
    />
  );
}
