import { useState } from "react";
import { ExactIn } from "#blocks/exact.tsx";
import type { ShownConsent } from "#domain/consent/consent.ts";
import { type AcceptedChoice, hasConfirmationCheckbox } from "#domain/documents/approval.ts";
import { documentTypeLabel, type UniqueDocument } from "#domain/documents/unique-document.ts";
import type { PriceSummary } from "#domain/pricing/price-summary.ts";
import { BRAND } from "#web/lib/brand.ts";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { isPriced, ShownTotal } from "#web/ui/shown-total.tsx";
import type { Decision, ShownWords } from "./use-decision.ts";
import { ChangeList } from "./version-notices.tsx";

type AcceptDialogProps = {
  isOpen: boolean;
  document: UniqueDocument;
  words: ShownWords;
  price: PriceSummary;
  /** The optional work, as it is chosen now. */
  choices: readonly AcceptedChoice[];
  acceptance: Decision<ShownConsent>;
  /** The changes in a version that the person has not seen yet. */
  changes: readonly string[] | null;
  onAccept: (consent: ShownConsent) => void;
  onReview: () => void;
  onClose: () => void;
};

/** Confirms the acceptance. The dialog closes once the document is accepted. */
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
  words,
  price,
  choices,
  acceptance,
  onAccept,
  onClose,
}: AcceptDialogProps) {
  const [isConfirmed, setIsConfirmed] = useState(BRAND.isDeclarationTicked);
  const [hasTicked, setHasTicked] = useState(false);
  const { documentType, name } = document;
  const hasCheckbox = hasConfirmationCheckbox(documentType);

  const ticked = hasTicked ? "ticked-by-person" : "ticked-in-advance";
  const consent = hasCheckbox ? ticked : "shown-without-box";

  function close() {
    setIsConfirmed(BRAND.isDeclarationTicked);
    setHasTicked(false);
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
            onClick={() => onAccept(consent)}
          >
            Accept
          </Button>
        </>
      }
    >
      <dl className="mb-4 rounded-lg bg-sunken px-4 py-3">
        <dt className="sr-only">Document</dt>
        <dd dir="auto" className="text-left font-semibold">
          {name}
        </dd>
        {isPriced(price) ? (
          <div className="mt-1 flex items-baseline justify-between gap-4">
            <dt className="text-ink-soft">{price.label}</dt>
            <dd className="money font-semibold text-lg">
              <ShownTotal price={price} />
            </dd>
          </div>
        ) : null}
        <OptionalWork choices={choices} />
      </dl>
      {price.unpricedNote === null ? null : (
        <p dir="auto" className="mb-4">
          {price.unpricedNote}
        </p>
      )}
      {hasCheckbox ? (
        <Checkbox
          label={<ExactIn text={words.declaration} names={[words.onBehalfOf]} />}
          checked={isConfirmed}
          disabled={acceptance.isSending}
          onChange={(event) => {
            setIsConfirmed(event.target.checked);
            setHasTicked(event.target.checked);
          }}
        />
      ) : (
        <p>
          <ExactIn text={words.declaration} names={[words.onBehalfOf]} />
        </p>
      )}
      <p className="mt-3 text-ink-soft">
        <ExactIn text={words.intent} names={[words.onBehalfOf]} />
      </p>
      {acceptance.failure ? (
        <Notice tone="error" className="mt-4">
          {acceptance.failure}
        </Notice>
      ) : null}
    </Dialog>
  );
}

/** Which optional work the acceptance includes, and which not. */
function OptionalWork({ choices }: { choices: readonly AcceptedChoice[] }) {
  return [true, false].map((isIncluded) => {
    const work = choices.filter((choice) => choice.isIncluded === isIncluded);
    if (work.length === 0) return null;
    return (
      <div key={String(isIncluded)} className="mt-2 text-sm">
        <dt className="text-ink-soft">
          {isIncluded ? "Optional work included" : "Optional work not included"}
        </dt>
        {work.map(({ workOrderId, name }) => (
          <dd key={workOrderId} dir="auto" className="wrap-anywhere text-left">
            {name}
          </dd>
        ))}
      </div>
    );
  });
}

type ChangedDialogProps = Pick<AcceptDialogProps, "isOpen" | "onReview" | "onClose"> & {
  changes: readonly string[];
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
