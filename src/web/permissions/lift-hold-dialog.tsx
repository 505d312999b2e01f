import { useState } from "react";
import type { Id } from "#domain/id.ts";
import { BRAND } from "#web/lib/brand.ts";
import { explainFailure } from "#web/lib/call.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { showToast } from "#web/ui/toasts.tsx";
import type { PermissionRow } from "./permission-rows.ts";

type LiftHoldDialogProps = {
  row: PermissionRow;
  organizationName: string;
  onLift: (organizationPermissionId: Id, until: string) => Promise<void>;
  onClose: () => void;
};

/** Asks before a colleague decides again whose sign-in the company has changed. */
export function LiftHoldDialog({ row, organizationName, onLift, onClose }: LiftHoldDialogProps) {
  const [isLifting, setIsLifting] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const { userName, organizationPermissionId, heldUntil } = row;

  async function lift() {
    if (organizationPermissionId === null || heldUntil === null) return;
    setIsLifting(true);
    setFailure(null);
    try {
      await onLift(organizationPermissionId, heldUntil);
      showToast({ title: `${userName} can decide now`, text: `For ${organizationName}.` });
      onClose();
    } catch (error) {
      setFailure(explainFailure(error));
      setIsLifting(false);
    }
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      isLocked={isLifting}
      title={`Let ${userName} decide now?`}
      description={`${BRAND.companyName} has changed how ${userName} signs in. First ask ${userName} in person or by phone whether that was wanted. They can then accept, decline and sign for ${organizationName} at once, and the evidence names you.`}
      actions={
        <>
          <Button onClick={onClose} disabled={isLifting}>
            Cancel
          </Button>
          <Button tone="primary" isBusy={isLifting} onClick={() => void lift()}>
            Let decide now
          </Button>
        </>
      }
    >
      {failure ? (
        <Notice tone="error" title="Nothing was changed">
          {failure}
        </Notice>
      ) : null}
    </Dialog>
  );
}
