import { and, eq } from "drizzle-orm";
import { type DeclineRefusal, evaluateDecline } from "#domain/documents/decline.ts";
import type { UniqueDocument } from "#domain/documents/unique-document.ts";
import { statusOn } from "#domain/documents/validity.ts";
import type { Id } from "#domain/id.ts";
import { shownTotal } from "#domain/pricing/document-total.ts";
import { type Change, change } from "../access/change.ts";
import type { Signatory } from "../access/gates.ts";
import { findAccess } from "../access-records/queries.ts";
import { AppError, conflict } from "../app-error.ts";
import type { Deps } from "../deps.ts";
import type { Origin } from "../http/route.ts";
import { notify } from "../notifications/notify.ts";
import { authorityOf, NO_CONSENT } from "../schema/consent-columns.ts";
import { uniqueDocuments } from "../schema/documents.ts";
import { workOrders } from "../schema/work-orders.ts";
import { readContent } from "./content.ts";
import { freezeDecision } from "./freeze-decision.ts";
import { getDocument, NOT_SHOWN } from "./get-document.ts";
import { mailDecline } from "./mail-decline.job.ts";
import {
  type DocumentRow,
  findDecision,
  lockShownDocument,
  publishDocumentChange,
  publishWorkOrderChanges,
  todayOf,
} from "./queries.ts";

export type Decline = { id: Id; uniqueDocumentId: Id; reason?: string | undefined; origin: Origin };

/**
 * Declines a document and notifies the company, in one transaction. Of concurrent decisions one wins; a repeat by the
 * same person changes nothing and gets the same answer.
 */
export async function declineDocument(
  deps: Deps,
  signatory: Signatory,
  decline: Decline,
): Promise<UniqueDocument> {
  const { id } = decline;
  if (decline.uniqueDocumentId !== id) {
    throw new AppError("invalid", "The address and the body name different documents.");
  }
  return change(deps, signatory, async (change) => {
    const { tx } = change;
    const document = await lockShownDocument(tx, signatory.organizationId, id);
    if (!document) throw NOT_SHOWN;

    const decision = await findDecision(tx, id);
    const decidedBy = decision?.userProfileId
      ? { userProfileId: decision.userProfileId, reason: decision.reason }
      : null;
    const by = { userProfileId: signatory.userProfileId, reason: decline.reason || null };
    const evaluation = evaluateDecline({ ...statusOn(document, todayOf(deps, change.at)), decidedBy }, by);
    if (evaluation.outcome === "refuse") throw conflict(evaluation.refusal, REFUSALS[evaluation.refusal]);
    if (evaluation.outcome === "decline")
      await saveDecline(change, deps, { ...signatory, ...change.called }, document, decline);
    return getDocument(deps, signatory.organizationId, { uniqueDocumentId: id }, tx);
  });
}

const REFUSALS = {
  withdrawn: "This document was withdrawn, so it can no longer be declined. Nothing was changed.",
  expired: "This document has expired, so it can no longer be declined. Nothing was changed.",
  "still-draft": "This document is still being worked on, so it can't be declined yet.",
  "already-decided": "This document has been decided on already. Nothing was changed.",
} satisfies Record<DeclineRefusal, string>;

async function saveDecline(
  { tx, at, record, attest, identifiedBy, issuerRecordId }: Change,
  deps: Deps,
  signatory: Signatory,
  document: DocumentRow,
  { reason, origin }: Decline,
): Promise<void> {
  const { uniqueDocumentId } = document;
  const content = await readContent(tx, document, null);
  const declined = await tx
    .update(uniqueDocuments)
    .set({
      status: "DECLINED",
      totalCost: content.totalCost,
      shownTotal: shownTotal(content.page),
      updatedAt: at,
    })
    .where(and(eq(uniqueDocuments.uniqueDocumentId, uniqueDocumentId), eq(uniqueDocuments.status, "PENDING")))
    .returning({ uniqueDocumentId: uniqueDocuments.uniqueDocumentId });
  if (declined.length === 0) throw new Error(`The locked document ${uniqueDocumentId} is no longer PENDING.`);

  const { userProfileId, userName, userEmail, organizationName, organizationPermissionId } = signatory;
  const reasonText = reason || null;
  const evidence = await freezeDecision(tx, document, content, {
    decision: "DECLINED",
    decidedAt: at,
    by: { userProfileId, userName, userEmail, organizationName, organizationPermissionId, ...origin },
    declaration: null,
    how: { ...NO_CONSENT, identifiedBy, issuerRecordId, ...authorityOf(await findAccess(tx, signatory)) },
    declarationStartedTicked: null,
    reason: reasonText,
  });
  await record({
    action: "document.decline",
    subjectId: uniqueDocumentId,
    details: { version: content.version, contentHash: content.contentHash, reason: reasonText, ...origin },
  });
  await publishDocumentChange(tx, deps, document);
  const isOwn = eq(workOrders.uniqueDocumentId, uniqueDocumentId);
  await publishWorkOrderChanges(tx, deps, await tx.select().from(workOrders).where(isOwn));
  await deps.queue.enqueue(tx, mailDecline, { uniqueDocumentId });
  // A new version of the document may be declined again.
  const event = `document.declined:${uniqueDocumentId}:${content.version}`;
  const message = `${document.name} was declined by ${userName}`;
  const { organizationId, slug } = document;
  await notify(tx, deps, { organization: organizationId }, { message, link: `/doc/${slug}`, event });
  await attest(evidence);
}
