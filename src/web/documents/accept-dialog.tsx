import { type ReactNode, useMemo, useState } from "react";
import { ExactIn } from "#blocks/exact.tsx";
import { getGeneralTerms } from "#contract/agreements.ts";
import type { ShownConsent } from "#domain/consent/consent.ts";
import { acceptedChoices, agreedWork, hasConfirmationCheckbox } from "#domain/documents/approval.ts";
import { documentTypeLabel, type UniqueDocument } from "#domain/documents/unique-document.ts";
import { formatDollars } from "#domain/format.ts";
import type { PuckState } from "#domain/page/page.ts";
import { dueText } from "#domain/payment-plans/plan-amounts.ts";
import { shownPayments } from "#domain/payment-plans/shown-payments.ts";
import type { PriceSummary } from "#domain/pricing/price-summary.ts";
import { BRAND } from "#web/lib/brand.ts";
import { useCall } from "#web/lib/use-call.ts";
import { generalDocumentPath } from "#web/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { isPriced, ShownTotal } from "#web/ui/shown-total.tsx";
import { ExternalLink } from "#web/ui/text-link.tsx";
import type { Decision, ShownWords } from "./use-decision.ts";
import { ChangeList } from "./version-notices.tsx";

type AcceptDialogProps = {
  isOpen: boolean;
  document: UniqueDocument;
  words: ShownWords;
  price: PriceSummary;
  /** The page with its choices, as it is accepted. */
  page: PuckState;
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
  page,
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
        <Work page={page} />
        <Plan page={page} />
        <Terms />
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

/** The work that is accepted, and the optional work that is left out. */
function Work({ page }: { page: PuckState }) {
  const agreed = useMemo(() => agreedWork(page), [page]);
  const choices = useMemo(() => acceptedChoices(page), [page]);
  const namesOf = (isIncluded: boolean) =>
    choices.filter((choice) => choice.isIncluded === isIncluded).map(({ name }) => name);
  return (
    <>
      <Names title="Work included" names={agreed} />
      <Names title="Optional work included" names={namesOf(true)} />
      <Names title="Optional work not included" names={namesOf(false)} />
    </>
  );
}

/** When and in which parts the total is invoiced; nothing without a payment plan. */
function Plan({ page }: { page: PuckState }) {
  const payments = useMemo(() => shownPayments(page), [page]);
  if (payments.length === 0) return null;
  const shown = payments.length > MAX_NAMES + 1 ? payments.slice(0, MAX_NAMES) : payments;
  return (
    <Fact title="Payment plan">
      {shown.map(({ name, percent, amount, ...part }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: payments have no id, and two may read the same
        <dd key={place} className="flex justify-between gap-4">
          <span className="wrap-anywhere min-w-0">
            <bdi>{name}</bdi>
            <span className="block text-ink-soft">{dueText(part)}</span>
          </span>
          <span translate="no" className="money">
            {amount === null ? `${percent}%` : formatDollars(amount)}
          </span>
        </dd>
      ))}
      <More count={payments.length - shown.length} />
    </Fact>
  );
}

/** So many names of a long list still leave the buttons in sight. */
const MAX_NAMES = 8;

function Names({ title, names }: { title: string; names: readonly string[] }) {
  if (names.length === 0) return null;
  const shown = names.length > MAX_NAMES + 1 ? names.slice(0, MAX_NAMES) : names;
  return (
    <Fact title={title}>
      {shown.map((name, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two pieces of work may have one name
        <dd key={place} dir="auto" className="wrap-anywhere text-left">
          {name}
        </dd>
      ))}
      <More count={names.length - shown.length} />
    </Fact>
  );
}

function More({ count }: { count: number }) {
  if (count === 0) return null;
  return <dd className="text-ink-soft">and {count} more, as listed in the document</dd>;
}

function Fact({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="mt-2 text-sm">
      <dt className="text-ink-soft">{title}</dt>
      {children}
    </div>
  );
}

/** The terms that go with every document of the company, if it has any. */
function Terms() {
  const { data } = useCall(getGeneralTerms, {}, { revalidateOnFocus: false });
  if (data === undefined) return null;
  return (
    <Fact title="Terms">
      <dd>
        <ExternalLink href={generalDocumentPath(data.generalDocumentId)}>
          General Terms and Conditions
        </ExternalLink>
      </dd>
    </Fact>
  );
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
