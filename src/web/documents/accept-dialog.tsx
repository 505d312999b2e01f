import { useState } from "react";
import { hasConfirmationCheckbox } from "#domain/documents/approval.ts";
import { documentTypeLabel, type UniqueDocument } from "#domain/documents/unique-document.ts";
import { BRAND } from "#web/lib/brand.ts";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { isPriced, type ShownPrice, ShownTotal, totalLabel } from "./shown-total.tsx";
import { ChangeList } from "./update-notice.tsx";
import type { Acceptance } from "./use-acceptance.ts";

type AcceptDialogProps = {
  isOpen: boolean;
  document: UniqueDocument;
  declaration: string;
  price: ShownPrice;
  acceptance: Acceptance;
  /** The changes in a version that the person has not seen yet. */
  changes: readonly string[] | null;
  onAccept: () => void;
  onReview: () => void;
  onClose: () => void;
};

/** Asks the person to confirm the acceptance. The dialog closes once the document is accepted. */
export function AcceptDialog(props: AcceptDialogProps) {
  const { document, changes } = props;
  const isOpen = props.isOpen && document.status === "PENDING";
  return changes === null ? (
    <ConfirmDialog {...props} isOpen={isOpen} />
  ) : (
    <ChangedDialog isOpen={isOpen} changes={changes} onReview={props.onReview} onClose={props.onClose} />
  );
}

function ConfirmDialog({
  isOpen,
  document,
  declaration,
  price,
  acceptance,
  onAccept,
  onClose,
}: AcceptDialogProps) {
  const [isConfirmed, setIsConfirmed] = useState(BRAND.isDeclarationTicked);
  const { documentType, name } = document;
  const hasCheckbox = hasConfirmationCheckbox(documentType);

  function close() {
    setIsConfirmed(BRAND.isDeclarationTicked);
    onClose();
  }

  return (
    <Dialog
      isOpen={isOpen}
      isLocked={acceptance.isSending}
      onClose={close}
      title={`Accept this ${documentTypeLabel(documentType)}`}
      actions={
        <>
          <Button size="lg" disabled={acceptance.isSending} onClick={close}>
            Cancel
          </Button>
          <Button
            size="lg"
            tone="primary"
            disabled={hasCheckbox && !isConfirmed}
            isBusy={acceptance.isSending}
            onClick={onAccept}
          >
            Accept
          </Button>
        </>
      }
    >
      <dl className="mb-4 rounded-lg bg-sunken px-4 py-3">
        <dt className="sr-only">Document</dt>
        <dd dir="auto" className="font-semibold">
          {name}
        </dd>
        {isPriced(price) ? (
          <div className="mt-1 flex items-baseline justify-between gap-4">
            <dt className="text-ink-soft">{totalLabel(price)}</dt>
            <dd className="money font-semibold text-lg">
              <ShownTotal price={price} />
            </dd>
          </div>
        ) : null}
      </dl>
      {hasCheckbox ? (
        <Checkbox
          label={declaration}
          checked={isConfirmed}
          disabled={acceptance.isSending}
          onChange={(event) => setIsConfirmed(event.target.checked)}
        />
      ) : (
        <p>{declaration}</p>
      )}
      {acceptance.failure ? (
        <Notice tone="error" className="mt-4">
          {acceptance.failure}
        </Notice>
      ) : null}
    </Dialog>
  );
}

type ChangedDialogProps = {
  isOpen: boolean;
  changes: readonly string[];
  onReview: () => void;
  onClose: () => void;
};

function ChangedDialog({ isOpen, changes, onReview, onClose }: ChangedDialogProps) {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title="This document has changed since you opened it"
      description="Nothing has been accepted. Please look at what is different before you decide."
      actions={
        <>
          <Button size="lg" onClick={onClose}>
            Cancel
          </Button>
          <Button size="lg" tone="primary" onClick={onReview}>
            Review changes
          </Button>
        </>
      }
    >
      <ChangeList changes={changes} />
    </Dialog>
  );
}
