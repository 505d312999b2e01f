import type { Id } from "#domain/id.ts";
import { BRAND } from "#web/lib/brand.ts";
import { ConfirmDialog } from "#web/ui/form-dialog.tsx";
import { showToast } from "#web/ui/toasts.tsx";
import type { PermissionRow } from "./permission-rows.ts";

type UnblockDialogProps = {
  row: PermissionRow;
  organizationName: string;
  onLift: (organizationPermissionId: Id, until: string) => Promise<void>;
  onClose: () => void;
};

/** Confirms that a colleague may decide again although the company has changed how they sign in. */
export function UnblockDialog({ row, organizationName, onLift, onClose }: UnblockDialogProps) {
  const { userName, organizationPermissionId, decisionsHeldUntil } = row;

  async function lift() {
    if (organizationPermissionId === null || decisionsHeldUntil === null) return;
    await onLift(organizationPermissionId, decisionsHeldUntil);
    showToast({ title: `${userName} can decide now`, text: `For ${organizationName}.` });
    onClose();
  }

  return (
    <ConfirmDialog
      title={`Allow ${userName} to decide now?`}
      description={`${BRAND.companyName} has changed how ${userName} signs in. First ask ${userName} in person or by phone whether they requested this. They can then accept, decline and sign for ${organizationName} immediately. Your name is recorded in the evidence.`}
      action="Allow decisions now"
      failureTitle="Nothing was changed"
      onSubmit={lift}
      onClose={onClose}
    />
  );
}
