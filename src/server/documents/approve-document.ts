import { and, eq } from "drizzle-orm";
import { z } from "zod";
import type * as calls from "#contract/documents.ts";
import {
  type ApprovalRefusal,
  evaluateApproval,
  hasConfirmationCheckbox,
} from "#domain/documents/approval.ts";
import { findChangedField } from "#domain/documents/content.ts";
import type { UniqueDocument } from "#domain/documents/unique-document.ts";
import { statusOn } from "#domain/documents/validity.ts";
import { Id } from "#domain/id.ts";
import { formatDay } from "#domain/invoices/invoice.ts";
import { isWhollyShowable } from "#domain/page/known-blocks.ts";
import { shownTotal } from "#domain/pricing/document-total.ts";
import { type PriceFault, priceFaults } from "#domain/pricing/price-faults.ts";
import type { Settings } from "#domain/settings/settings.ts";
import { type Change, change } from "../access/change.ts";
import type { Signatory } from "../access/gates.ts";
import { findAccess } from "../access-records/queries.ts";
import { AppError, conflict } from "../app-error.ts";
import type { Deps } from "../deps.ts";
import type { Origin } from "../http/route.ts";
import { requireProof, type SteppedUp, withProof } from "../identity/step-up.ts";
import { requireWarned } from "../pdf/script-fonts.ts";
import { type Access, authorityOf } from "../schema/consent-columns.ts";
import { documentDecisions } from "../schema/document-versions.ts";
import { uniqueDocuments } from "../schema/documents.ts";
import type { Content } from "./content.ts";
import { frozenDecision } from "./freeze-decision.ts";
import { getDocument, NOT_SHOWN } from "./get-document.ts";
import { type DocumentRow, lockShownDocument, publishDocumentChange, todayOf } from "./queries.ts";
import { type ReportedConsent, readConsent } from "./read-consent.ts";
import { readIntact } from "./read-intact.ts";
import { renderDocumentPdf } from "./render-document-pdf.job.ts";
import { settleAcceptedWork } from "./settle-work.ts";
import { storePlan } from "./store-plan.ts";

/** The job that starts an accepted payment plan (payment-plans/prepare-plan-invoices.job.ts). */
export const PLAN_ACCEPTED = {
  name: "start-payment-plan",
  payload: z.strictObject({ uniqueDocumentId: Id }),
};

type Approval = {
  id: Id;
  uniqueDocumentId: Id;
  contentHash: string;
  origin: Origin;
} & ReportedConsent;

type SentApproval = Approval & { proof: string | null };

/**
 * Accepts a document in one transaction with its evidence, audit row and PDF job. Of concurrent acceptances one wins; a
 * repeat by the same person gets the same receipt.
 */
export async function approveDocument(
  deps: Deps,
  signatory: Signatory,
  { proof, ...approval }: SentApproval,
): Promise<UniqueDocument> {
  if (approval.uniqueDocumentId !== approval.id) {
    throw new AppError("invalid", "The address and the body name different documents.");
  }
  const { organizationId } = signatory;
  const run = (opened: Change, steppedUp: SteppedUp | undefined) =>
    approveWithin(opened, deps, signatory, { ...approval, steppedUp });
  return withProof(deps, signatory, { organizationId, proof }, (around) =>
    change(deps, signatory, run, around),
  );
}

type ConfirmedApproval = Approval & { steppedUp: SteppedUp | undefined };

/** approveDocument as part of an open change: locks the document, then reads it, then judges. */
export async function approveWithin(
  opened: Change,
  deps: Deps,
  caller: Signatory,
  { id, contentHash, origin, steppedUp: earlier, ...reported }: ConfirmedApproval,
): Promise<UniqueDocument> {
  const { tx, called } = opened;
  const signatory = { ...caller, ...called };
  const steppedUp = requireProof(opened, earlier);
  const document = await lockShownDocument(tx, signatory.organizationId, id);
  if (!document) throw NOT_SHOWN;

  const [{ decision, content }, access] = await Promise.all([
    readIntact(deps, tx, document),
    findAccess(tx, signatory),
  ]);
  const decidedBy = decision?.userProfileId
    ? { userProfileId: decision.userProfileId, contentHash: decision.contentHash }
    : null;
  const isShowable = isWhollyShowable(content.page);
  const faults = document.status === "PENDING" ? priceFaults(content.page, content.totalCost) : [];
  const hasPriceFault = faults.length > 0;
  const evaluation = evaluateApproval(
    {
      ...statusOn(document, todayOf(deps, opened.at)),
      contentHash: content.contentHash,
      isShowable,
      hasPriceFault,
      decidedBy,
    },
    signatory.userProfileId,
    contentHash,
  );
  if (evaluation.outcome === "refuse")
    throw conflict(evaluation.refusal, sentenceOf(evaluation.refusal, faults, document, deps.settings.now()));
  const shown = () => getDocument(deps, signatory.organizationId, { uniqueDocumentId: id }, tx);
  if (evaluation.outcome !== "approve") return shown();
  await requireWarned(
    {
      "your name": signatory.userName,
      "your organization's name": signatory.organizationName,
      "the document": [document.name, document.externalId, content.page],
    },
    reported.shown,
    "Nothing has been accepted yet.",
  );
  const consent = readConsent(document.documentType, signatory.organizationName, reported);
  const accepted = { content, ...consent, origin, access, confirmedBy: steppedUp.confirmedBy };
  await saveApproval(opened, deps, signatory, document, accepted);
  return shown();
}

const REFUSALS = {
  withdrawn: "This document was withdrawn, so it can no longer be accepted. Nothing was changed.",
  "still-draft": "This document is still being worked on, so it can't be accepted yet.",
  "already-decided": "This document has been decided on already. Nothing was changed.",
  "content-changed":
    "This document has changed since you opened it, so it wasn't accepted. Please read it again.",
  "not-showable":
    "A part of this document can't be shown here yet, so it can't be accepted. Please contact us.",
} satisfies Record<Exclude<ApprovalRefusal, "amount-out-of-range" | "expired">, string>;

function sentenceOf(
  refusal: ApprovalRefusal,
  faults: readonly PriceFault[],
  { validUntil }: Pick<DocumentRow, "validUntil">,
  { companyName }: Pick<Settings, "companyName">,
): string {
  if (refusal === "expired")
    return `This document was valid until ${formatDay(validUntil ?? "")}, so it can no longer be accepted. Nothing was changed. Please ask ${companyName} to extend it.`;
  if (refusal !== "amount-out-of-range") return REFUSALS[refusal];
  const [fault] = faults;
  return `This document can't be accepted as it is. ${fault?.shownMessage} Please ask ${companyName} to send a corrected version.`;
}

type Accepted = ReturnType<typeof readConsent> &
  Pick<SteppedUp, "confirmedBy"> & { content: Content; origin: Origin; access: Access | null };

async function saveApproval(
  opened: Change,
  deps: Deps,
  signatory: Signatory,
  document: DocumentRow,
  { content, declaration, consent, intent, origin, access, confirmedBy }: Accepted,
): Promise<void> {
  const { tx, at, record, attest, identifiedBy, issuerRecordId } = opened;
  const { uniqueDocumentId } = document;
  const { userProfileId, userName, userEmail, organizationName, organizationPermissionId } = signatory;
  const { row, evidence } = frozenDecision(document, content, {
    decision: "APPROVED",
    decidedAt: at,
    by: { userProfileId, userName, userEmail, organizationName, organizationPermissionId, ...origin },
    declaration,
    how: { consent, intent, identifiedBy, issuerRecordId, confirmedBy, ...authorityOf(access) },
    // No one can accept with an empty box, so the portal's setting says how it started.
    declarationStartedTicked: hasConfirmationCheckbox(document.documentType)
      ? deps.env.isDeclarationTicked
      : null,
    reason: null,
  });
  const fields = {
    status: "APPROVED",
    totalCost: content.totalCost,
    shownTotal: shownTotal(content.page),
    updatedAt: at,
  } as const;
  const details = {
    version: content.version,
    contentHash: content.contentHash,
    totalCost: content.totalCost,
    ...origin,
  };
  const { uniqueDocumentId: idColumn, status } = uniqueDocuments;
  const [approved] = await Promise.all([
    tx
      .update(uniqueDocuments)
      .set(fields)
      .where(and(eq(idColumn, uniqueDocumentId), eq(status, "PENDING")))
      .returning({ uniqueDocumentId: idColumn }),
    tx.insert(documentDecisions).values(row),
    record({ action: "document.approve", subjectId: uniqueDocumentId, details }),
    deps.queue.enqueue(tx, renderDocumentPdf, { uniqueDocumentId, announce: true }),
    publishDocumentChange(tx, deps, document),
  ]);
  if (approved.length === 0) throw new Error(`The locked document ${uniqueDocumentId} is no longer PENDING.`);
  if (await storePlan(tx, document, content))
    await deps.queue.enqueue(tx, PLAN_ACCEPTED, { uniqueDocumentId });
  await settleAcceptedWork(opened, deps, uniqueDocumentId, content);
  // Last: it locks the end of the chain, for which others wait.
  await attest(evidence);
}

type SentDocument = z.output<(typeof calls.receiveDocument)["body"]>;

/** Handles a document that a client sends back: APPROVED accepts it, any other changed field is refused by name. */
export async function receiveDocument(
  deps: Deps,
  signatory: Signatory,
  sent: SentDocument,
  { origin, proof }: { origin: Origin; proof: string | null },
): Promise<UniqueDocument> {
  const { uniqueDocumentId, status, contentHash } = sent;
  const organizationId = status === "APPROVED" ? signatory.organizationId : null;
  const run = async (change: Change, steppedUp: SteppedUp | undefined) => {
    const current = await getDocument(deps, signatory.organizationId, { uniqueDocumentId }, change.tx);
    if (status !== "APPROVED") {
      refuseChanges(current, sent);
      if (status !== undefined && status !== current.status) throw notTheirs("status");
      return current;
    }
    if (contentHash === undefined) throw new AppError("invalid", HASH_NEEDED, { issues: [HASH_ISSUE] });
    // A changed or decided document is not compared field by field: the acceptance gives the reason.
    if (current.status === "PENDING" && current.contentHash === contentHash) refuseChanges(current, sent);
    const approval = { id: uniqueDocumentId, uniqueDocumentId, contentHash, origin, steppedUp };
    return approveWithin(change, deps, signatory, approval);
  };
  return withProof(deps, signatory, { organizationId, proof }, (before) =>
    change(deps, signatory, run, before),
  );
}

const HASH_NEEDED = "To accept a document, send the contentHash that came with it: it says what was read.";
const HASH_ISSUE = { path: "/contentHash", message: "Needed with status APPROVED" };

function refuseChanges(current: UniqueDocument, sent: SentDocument): void {
  const field = findChangedField(current, sent);
  if (field) throw notTheirs(field);
}

function notTheirs(field: keyof UniqueDocument): AppError {
  const message = `The ${field} of a document can't be changed by a client. Nothing was changed.`;
  return new AppError("forbidden", message, { reason: "server-owned", field });
}
