import { and, eq, isNull } from "drizzle-orm";
import type { ManagedGeneralDocument } from "#domain/agreements/managed-general-document.ts";
import type { Id } from "#domain/id.ts";
import { change } from "../access/change.ts";
import type { Editor } from "../access/gates.ts";
import { AppError } from "../app-error.ts";
import type { Tx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { generalDocuments, signingRequests } from "../schema/agreements.ts";
import { readManagedDocument } from "./find-managed-documents.ts";
import { lockManaged } from "./write-draft.ts";

/**
 * Retires a published document or brings it back. Signatures stay. Anyone who was asked to sign it, but not mailed yet,
 * is not mailed any more. Repeating has no effect.
 */
export async function retireGeneralDocument(
  deps: Deps,
  editor: Editor,
  generalDocumentId: Id,
  isRetired: boolean,
): Promise<ManagedGeneralDocument> {
  return change(deps, editor, async ({ tx, at, record }) => {
    const { document } = await lockManaged(tx, generalDocumentId);
    if (!document) throw neverPublished();
    if ((document.retiredAt !== null) === isRetired) return readManagedDocument(tx, generalDocumentId);
    if (document.isGeneralTerms) throw areTerms();
    await tx
      .update(generalDocuments)
      .set({ retiredAt: isRetired ? at : null })
      .where(eq(generalDocuments.generalDocumentId, generalDocumentId));
    if (isRetired) await endUnmailedRequests(tx, generalDocumentId);
    await record({
      action: isRetired ? "agreement.retire" : "agreement.restore",
      subjectId: generalDocumentId,
      details: { version: document.version },
    });
    await deps.live.publish(tx, { company: true }, { kind: "agreement", id: generalDocumentId });
    return readManagedDocument(tx, generalDocumentId);
  });
}

function neverPublished(): AppError {
  const message = "This document was never published, so it cannot be signed. Nothing was changed.";
  return new AppError("conflict", message, { reason: "never-published" });
}

function areTerms(): AppError {
  const message =
    "Every document links to the General Terms and Conditions. Make another document the general terms first. Nothing was changed.";
  return new AppError("conflict", message, { reason: "general-terms" });
}

/**
 * Deletes the requests that no one was mailed yet, when no one can sign what they ask for any more. Lock the document
 * first. The same people can be asked again.
 */
export async function endUnmailedRequests(tx: Tx, generalDocumentId: Id): Promise<void> {
  await tx
    .delete(signingRequests)
    .where(and(eq(signingRequests.generalDocumentId, generalDocumentId), isNull(signingRequests.mailedAt)));
}
