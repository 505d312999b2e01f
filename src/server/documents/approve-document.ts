import { and, eq } from "drizzle-orm";
import {
  type ApprovalRefusal,
  approvalDeclaration,
  hasConfirmationCheckbox,
  isApprovalDeclaration,
  judgeApproval,
} from "#domain/documents/approval.ts";
import type { UniqueDocument } from "#domain/documents/unique-document.ts";
import type { Id } from "#domain/id.ts";
import { isWhollyShowable } from "#domain/page/known-blocks.ts";
import { shownTotal } from "#domain/pricing/shown-prices.ts";
import { type Change, change } from "../access/change.ts";
import type { Writer } from "../access/gates.ts";
import { AppError } from "../app-error.ts";
import type { Deps } from "../deps.ts";
import type { Origin } from "../http/route.ts";
import { type SteppedUp, stepUp } from "../identity/step-up.ts";
import { type Content, readContent } from "./content.ts";
import { freezeDecision } from "./freeze-decision.ts";
import { getDocument } from "./get-document.ts";
import { requireIntactVersion } from "./intact-decision.ts";
import { type DocumentRow, findDecision, lockShownDocument } from "./queries.ts";
import { renderDocumentPdf } from "./render-document-pdf.job.ts";
import { uniqueDocuments } from "./tables.ts";
import { tellOfDocument } from "./tell-of-document.ts";

type Approval = {
  id: Id;
  uniqueDocumentId: Id;
  contentHash: string;
  /** The declaration as the person was shown it, if the caller tells. */
  declaration?: string | undefined;
  origin: Origin;
};

type SentApproval = Approval & { proof: string | null };

/**
 * Accepts a document for the writer's organization, in one transaction with its evidence, audit row and PDF job. Of
 * concurrent acceptances one wins; a repeat by the same person gets the same receipt.
 */
export async function approveDocument(
  deps: Deps,
  writer: Writer,
  { proof, ...approval }: SentApproval,
): Promise<UniqueDocument> {
  if (approval.uniqueDocumentId !== approval.id) {
    throw new AppError("invalid", "The address and the body name different documents.");
  }
  const { organizationId } = writer;
  return change(
    deps,
    writer,
    (change, steppedUp) => approveWithin(change, deps, writer, { ...approval, steppedUp }),
    { prepare: () => stepUp(deps, writer, { organizationId, proof }) },
  );
}

/** approveDocument as part of an open change. */
export async function approveWithin(
  change: Change,
  deps: Deps,
  writer: Writer,
  { id, contentHash, declaration, origin, steppedUp }: Approval & { steppedUp: SteppedUp },
): Promise<UniqueDocument> {
  const { tx } = change;
  const document = await lockShownDocument(tx, writer.organizationId, id);
  if (!document) throw new AppError("not-found", "There is no such document.");

  const decision = await findDecision(tx, id);
  const content = await readContent(tx, document, decision);
  const decidedBy = decision?.userProfileId
    ? { userProfileId: decision.userProfileId, contentHash: decision.contentHash }
    : null;
  const isShowable = isWhollyShowable(content.page);
  const judged = judgeApproval(
    { status: document.status, contentHash: content.contentHash, isShowable, decidedBy },
    writer.userProfileId,
    contentHash,
  );
  if (judged.outcome === "refuse")
    throw new AppError("conflict", REFUSALS[judged.refusal], { reason: judged.refusal });
  if (judged.outcome === "approve") {
    await requireIntactVersion(deps, tx, document, content.sent);
    const accepted = {
      content,
      declaration: declarationOf(writer, document, declaration),
      origin,
      steppedUp,
    };
    await saveApproval(change, deps, writer, document, accepted);
  }
  return getDocument(deps, writer.organizationId, { uniqueDocumentId: id }, tx);
}

const REFUSALS = {
  "still-draft": "This document is still being worked on, so it cannot be accepted yet.",
  "already-decided": "This document has been decided on already. Nothing was changed.",
  "content-changed":
    "This document has changed since you opened it, so it was not accepted. Please read it again.",
  "not-showable":
    "A part of this document cannot be shown here yet, so it cannot be accepted. Please ask us to fix it.",
} satisfies Record<ApprovalRefusal, string>;

/** The declaration that the person accepts. Throws AppError "conflict" if they were shown other words. */
function declarationOf(
  { organizationName }: Writer,
  { documentType }: DocumentRow,
  shown: string | undefined,
): string {
  if (shown === undefined) return approvalDeclaration(documentType, organizationName);
  if (isApprovalDeclaration(shown, documentType, organizationName)) return shown;
  const message =
    "The words that you were asked to confirm have changed, so the document was not accepted. Please reload the page.";
  throw new AppError("conflict", message, { reason: "declaration-changed" });
}

type Accepted = { content: Content; declaration: string; origin: Origin; steppedUp: SteppedUp };

async function saveApproval(
  { tx, at, record, attest }: Change,
  deps: Deps,
  writer: Writer,
  document: DocumentRow,
  { content, declaration, origin, steppedUp }: Accepted,
): Promise<void> {
  const { uniqueDocumentId } = document;
  const approved = await tx
    .update(uniqueDocuments)
    .set({
      status: "APPROVED",
      totalCost: content.totalCost,
      shownTotal: shownTotal(content.page),
      updatedAt: at,
    })
    .where(and(eq(uniqueDocuments.uniqueDocumentId, uniqueDocumentId), eq(uniqueDocuments.status, "PENDING")))
    .returning({ uniqueDocumentId: uniqueDocuments.uniqueDocumentId });
  if (approved.length === 0) throw new Error(`The locked document ${uniqueDocumentId} waits no more.`);

  const { userProfileId, userName, userEmail, organizationName, organizationPermissionId } = writer;
  const evidence = await freezeDecision(tx, document, content, {
    decision: "APPROVED",
    decidedAt: at,
    by: { userProfileId, userName, userEmail, organizationName, organizationPermissionId, ...origin },
    declaration,
    reason: null,
  });
  await record({
    action: "document.approve",
    subjectId: uniqueDocumentId,
    details: {
      version: content.version,
      contentHash: content.contentHash,
      totalCost: content.totalCost,
      // Whether the box was ticked when the dialog opened. Nobody can accept with an empty box.
      declarationStartedTicked: hasConfirmationCheckbox(document.documentType)
        ? deps.env.isDeclarationTicked
        : null,
      confirmedBy: steppedUp.confirmedBy,
      ...origin,
    },
  });
  await deps.queue.enqueue(tx, renderDocumentPdf, { uniqueDocumentId, announce: true });
  await tellOfDocument(tx, deps, document);
  await attest(evidence);
}
