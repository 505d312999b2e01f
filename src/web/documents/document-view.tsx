import { useEffect, useMemo, useRef, useState } from "react";
import { type HeroFact, PreparedFor } from "#blocks/hero-facts.tsx";
import { getGeneralTerms } from "#contract/agreements.ts";
import { type ShownConsent, statementOfIntent } from "#domain/consent/consent.ts";
import { approvalDeclaration } from "#domain/documents/approval.ts";
import {
  LISTED_STATUS_LABELS,
  listedStatusOf,
  type UniqueDocument,
} from "#domain/documents/unique-document.ts";
import { isWhollyShowable } from "#domain/page/known-blocks.ts";
import { type PendingChoices, withChoices } from "#domain/page/quoted-work.ts";
import { summarizePrice } from "#domain/pricing/price-summary.ts";
import { BRAND } from "#web/lib/brand.ts";
import { useCall } from "#web/lib/use-call.ts";
import { usePageTitle } from "#web/lib/use-page-title.ts";
import type { Person } from "#web/lib/use-person.ts";
import { generalDocumentPath } from "#web/paths.ts";
import { DateText } from "#web/ui/date-text.tsx";
import { DecisionNotice } from "#web/ui/decision-notice.tsx";
import { ErrorScreen } from "#web/ui/error-screen.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { ExternalLink } from "#web/ui/text-link.tsx";
import { showToast } from "#web/ui/toasts.tsx";
import { useFetchedPart } from "#web/ui/use-fetched-part.ts";
import { ApprovalBar } from "./approval-bar.tsx";
import { DocumentSheet } from "./document-sheet.tsx";
import { useChoices } from "./use-choices.ts";
import { useAcceptance, useDecline } from "./use-decision.ts";
import { sendOpening, useStoreDocument } from "./use-document.ts";
import { useUpdate } from "./use-update.ts";
import { ClosedNotice, NewVersionNotice, UpdateNotice } from "./version-notices.tsx";

const loadAccept = async () => {
  const [{ AcceptDialog }, { NextSteps }] = await Promise.all([
    import("./accept-dialog.tsx"),
    import("./next-steps.tsx"),
  ]);
  return { AcceptDialog, NextSteps };
};
const loadDecline = async () => (await import("./decline-dialog.tsx")).DeclineDialog;

type DocumentViewProps = { document: UniqueDocument; person: Person };

/** A readable document: its bar, its page, and the actions of a writer. */
export function DocumentView({ document, person }: DocumentViewProps) {
  const page = document.puckState;
  usePageTitle(page.root.props?.title || document.name);
  if (page.content.length === 0) {
    return (
      <main>
        <UnshowableContent />
      </main>
    );
  }
  return <ReadableDocument key={document.uniqueDocumentId} document={document} person={person} />;
}

/** The company's search opens a document at a text, which follows the document's address. */
async function scrollToAddressedText() {
  const text = new URLSearchParams(window.location.hash.slice(1)).get("text");
  if (text) (await import("#web/ui/palette/lead-to-text.ts")).leadToText(text);
}

function UnshowableContent() {
  return (
    <ErrorScreen
      title="Something went wrong!"
      message="We were unable to display this documents contents correctly, please try again later."
    />
  );
}

/** Notes that the page was opened, and leads to the text that its address names. */
function useOpening({ uniqueDocumentId, closedBecause }: UniqueDocument): void {
  const isClosed = closedBecause !== null;
  useEffect(() => {
    if (!isClosed) void sendOpening(uniqueDocumentId, "page");
  }, [uniqueDocumentId, isClosed]);
  useEffect(() => void scrollToAddressedText(), []);
}

type Dialog = "accept" | "decline";

/** Which dialog is open, or that the document was just accepted. */
function useDialogs() {
  const [open, setOpen] = useState<Dialog | "accepted" | null>(null);
  // Of two dialogs that are still fetched, the one asked for last opens.
  const wanted = useRef<Dialog | null>(null);
  async function openWith(fetched: { open: () => Promise<boolean> }, dialog: Dialog) {
    wanted.current = dialog;
    const isThere = await fetched.open();
    if (isThere && wanted.current === dialog) setOpen((now) => now ?? dialog);
  }
  return { open, setOpen, openWith };
}

function ReadableDocument({ document, person }: DocumentViewProps) {
  const { open, setOpen, openWith } = useDialogs();
  const [reviewed, setReviewed] = useState<string[] | null>(null);
  useOpening(document);
  const store = useStoreDocument();
  const choices = useChoices(document);
  const watch = useUpdate(document, store, choices.pending.size > 0);
  const onConflict = async (fresh: UniqueDocument) => {
    await watch.offer(document, fresh);
    if (fresh.status === "PENDING") return;
    showToast({ tone: "error", ...describeConflict(fresh) });
  };
  const onBehalfOf = person.activeOrganization?.organizationName;
  const words = wordsOf(document, onBehalfOf);
  const acceptance = useAcceptance(document, words, { onDecided: store, onConflict });
  const declining = useDecline(document, { onDecided: store, onConflict });
  // Reading does not wait for them.
  const acceptParts = useFetchedPart(loadAccept, "dialog");
  const declineDialog = useFetchedPart(loadDecline, "dialog");

  const { page, isShowable, price } = useChosenPage(document, choices.pending);
  const { decisionRefusal } = person;
  const mayDecide = person.canWrite === true && decisionRefusal === null && document.status === "PENDING";
  const closeDialog = () => {
    setOpen(null);
    acceptance.forget();
    declining.forget();
  };
  async function showUpdate() {
    if (watch.update === null) return;
    const { fresh, changes } = watch.update;
    watch.dismiss();
    await store(fresh);
    setReviewed(changes);
    closeDialog();
    window.scrollTo({ top: 0 });
  }
  async function accept(consent: ShownConsent) {
    if ((await acceptance.decide(consent)) === "decided") setOpen("accepted");
  }
  async function decline(reason: string) {
    if ((await declining.decide(reason)) !== "failed") closeDialog();
  }

  return (
    <>
      <ApprovalBar
        document={document}
        canWrite={person.canWrite}
        decisionRefusal={decisionRefusal}
        price={price}
        canBeAccepted={isShowable && choices.pending.size === 0}
        accept={{ ...acceptParts.opener, onClick: () => void openWith(acceptParts, "accept") }}
        decline={{ ...declineDialog.opener, onClick: () => void openWith(declineDialog, "decline") }}
      />
      <main id="main" tabIndex={-1} className="flex-1 px-0 outline-none sm:px-6 sm:py-8">
        <div className="mx-auto w-full max-w-4xl space-y-4 max-sm:*:not-data-sheet:mx-4 max-sm:has-[>[role]:first-child]:pt-4">
          {open === "accepted" && acceptParts.part ? (
            <acceptParts.part.NextSteps
              email={person.profile?.email}
              page={page}
              price={price}
              onClose={closeDialog}
            />
          ) : null}
          <DocumentNotices
            document={document}
            person={person}
            update={watch.update?.changes ?? null}
            onShowUpdate={() => void showUpdate()}
            reviewed={reviewed}
            onReviewed={() => setReviewed(null)}
            isShowable={isShowable}
            unpricedNote={price.unpricedNote}
          />
          <DocumentSheet
            page={page}
            facts={factsOf(document, person)}
            pending={choices.pending}
            areChoicesLocked={!mayDecide}
            onChoose={
              mayDecide
                ? (workOrderId, isSelected) => choices.choose(workOrderId, isSelected, watch.offer)
                : undefined
            }
            fallback={<UnshowableContent />}
          />
          <GeneralTermsLink />
        </div>
      </main>
      {acceptParts.part ? (
        <acceptParts.part.AcceptDialog
          isOpen={open === "accept"}
          document={document}
          words={words}
          price={price}
          page={page}
          acceptance={acceptance}
          changes={watch.update?.changes ?? null}
          onAccept={(consent) => void accept(consent)}
          onReview={() => void showUpdate()}
          onClose={closeDialog}
        />
      ) : null}
      {declineDialog.part ? (
        <declineDialog.part
          isOpen={open === "decline"}
          document={document}
          organizationName={person.activeOrganization?.organizationName}
          decline={declining}
          onDecline={(reason) => void decline(reason)}
          onClose={closeDialog}
        />
      ) : null}
      <SpokenDecision document={document} />
    </>
  );
}

function SpokenDecision({ document }: { document: UniqueDocument }) {
  const { status, name } = document;
  return (
    <p role="status" className="sr-only">
      {status === "PENDING" ? "" : `${name}: ${LISTED_STATUS_LABELS[listedStatusOf(document)]}`}
    </p>
  );
}

/** Why a decision came too late. */
function describeConflict({ closedBecause }: UniqueDocument): { title: string; text: string } {
  if (closedBecause === null) {
    const text = "Nothing was changed. The bar shows who decided and when.";
    return { title: "This document has been decided already", text };
  }
  const title = closedBecause === "EXPIRED" ? "This document has expired" : "This document was withdrawn";
  return { title, text: "Nothing was changed." };
}

function wordsOf({ documentType }: UniqueDocument, onBehalfOf: string | undefined) {
  const declaration = approvalDeclaration(documentType, onBehalfOf);
  return { declaration, intent: statementOfIntent(onBehalfOf), onBehalfOf };
}

function useChosenPage({ puckState }: UniqueDocument, pending: PendingChoices) {
  const page = useMemo(() => withChoices(puckState, pending), [puckState, pending]);
  const isShowable = useMemo(() => isWhollyShowable(puckState), [puckState]);
  const price = useMemo(() => summarizePrice(page), [page]);
  return { page, isShowable, price };
}

type DocumentNoticesProps = DocumentViewProps & {
  /** The changes of a newer version; null without one. */
  update: string[] | null;
  onShowUpdate: () => void;
  /** The changes that are on screen since the last update. */
  reviewed: string[] | null;
  onReviewed: () => void;
  isShowable: boolean;
  unpricedNote: string | null;
};

function DocumentNotices({
  document,
  person,
  update,
  onShowUpdate,
  reviewed,
  onReviewed,
  isShowable,
  unpricedNote,
}: DocumentNoticesProps) {
  const { decisionRefusal } = person;
  const isPending = document.status === "PENDING";
  return (
    <>
      {decisionRefusal && isPending ? (
        <DecisionNotice
          refusal={decisionRefusal}
          organizationName={person.activeOrganization?.organizationName ?? "your organization"}
        />
      ) : null}
      <ClosedNotice document={document} />
      {update ? <UpdateNotice tone="warning" changes={update} onShow={onShowUpdate} /> : null}
      {reviewed ? <UpdateNotice tone="info" changes={reviewed} onDismiss={onReviewed} /> : null}
      {document.predecessor && isPending ? (
        <NewVersionNotice document={document} predecessor={document.predecessor} />
      ) : null}
      {isShowable ? null : (
        <Notice tone="warning" title="A part of this document can't be shown.">
          {isPending ? "It can't be accepted until this is fixed. Please contact us." : "Please contact us."}
        </Notice>
      )}
      {unpricedNote === null ? null : (
        <Notice tone="info">
          <span dir="auto">{unpricedNote}</span>
        </Notice>
      )}
    </>
  );
}

/** The facts that the portal knows for certain: an organization's name is known while the person acts for it. */
function factsOf(document: UniqueDocument, { activeOrganization }: Person): HeroFact[] {
  const facts: HeroFact[] = [
    { kind: "author", fact: BRAND.companyName },
    { kind: "date", fact: <DateText iso={document.createdAt} /> },
  ];
  if (activeOrganization?.organizationId !== document.organizationId) return facts;
  return [{ kind: "client", fact: <PreparedFor name={activeOrganization.organizationName} /> }, ...facts];
}

/** A link to the General Terms and Conditions in a new tab; renders nothing if the company has none. */
function GeneralTermsLink() {
  const { data } = useCall(getGeneralTerms, {}, { revalidateOnFocus: false });
  if (data === undefined) return null;
  return (
    <p className="py-2 text-center text-sm print:hidden">
      <ExternalLink href={generalDocumentPath(data.generalDocumentId)}>
        General Terms and Conditions
      </ExternalLink>
    </p>
  );
}
