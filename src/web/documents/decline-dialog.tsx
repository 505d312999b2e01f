import { useState } from "react";
import { Exact } from "#blocks/exact.tsx";
import { DECLINE_REASON_LIMIT } from "#domain/documents/decline.ts";
import { documentTypeLabel, type UniqueDocument } from "#domain/documents/unique-document.ts";
import { BRAND } from "#web/lib/brand.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { WarnBeforeUnload } from "#web/ui/warn-before-unload.tsx";
import type { Decision } from "./use-decision.ts";

type DeclineDialogProps = {
  isOpen: boolean;
  document: UniqueDocument;
  organizationName: string | undefined;
  decline: Decision<string>;
  onDecline: (reason: string) => void;
  onClose: () => void;
};

/** Asks for confirmation and a reason. Typed text stays until the document is declined. */
export function DeclineDialog({
  isOpen,
  document,
  organizationName = "your organization",
  decline,
  onDecline,
  onClose,
}: DeclineDialogProps) {
  const [reason, setReason] = useState("");
  return (
    <>
      <Dialog
        isOpen={isOpen && document.status === "PENDING"}
        isLocked={decline.isSending}
        onClose={onClose}
        title={`Decline this ${documentTypeLabel(document.documentType)}`}
        description={
          <>
            You're declining “<bdi>{document.name}</bdi>” on behalf of <Exact>{organizationName}</Exact>.
            We'll let <Exact>{BRAND.companyName}</Exact> know, and it can't be accepted afterwards.
          </>
        }
        actions={
          <>
            <Button size="lg" disabled={decline.isSending} onClick={onClose}>
              Cancel
            </Button>
            <Button size="lg" tone="danger" isBusy={decline.isSending} onClick={() => onDecline(reason)}>
              Decline
            </Button>
          </>
        }
      >
        <TextField
          isLong
          label="Reason (optional)"
          hint={`Shared with ${BRAND.companyName}.`}
          rows={4}
          maxLength={DECLINE_REASON_LIMIT}
          readOnly={decline.isSending}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        {decline.failure ? (
          <Notice tone="error" className="mt-4">
            {decline.failure}
          </Notice>
        ) : null}
      </Dialog>
      <WarnBeforeUnload
        isTyped={document.status === "PENDING" && reason.trim() !== "" && !decline.isSending}
      />
    </>
  );
}
