import { and, eq, ne, sql } from "drizzle-orm";
import type { ManagedGeneralDocument } from "#domain/agreements/managed-general-document.ts";
import type { Id } from "#domain/id.ts";
import { type Change, change } from "../access/change.ts";
import type { Editor } from "../access/gates.ts";
import { AppError } from "../app-error.ts";
import { ADVISORY_LOCKS } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { generalDocumentDrafts, generalDocuments, generalDocumentVersions } from "../schema/agreements.ts";
import { type DraftRow, readManagedDocument } from "./find-managed-documents.ts";
import { contentHashOf } from "./queries.ts";
import { endUnmailedRequests } from "./retire-general-document.ts";
import { draftConflict, lockManaged } from "./write-draft.ts";

/**
 * Publishes the draft as a new version. Earlier versions and signatures stay as they are: anyone who has the earlier
 * text on screen signs that before this transaction, or learns that the text has changed.
 */
export async function publishDraft(
  deps: Deps,
  editor: Editor,
  generalDocumentId: Id,
  revision: number | undefined,
): Promise<ManagedGeneralDocument> {
  return change(deps, editor, async (change) => {
    const { tx } = change;
    const { document, draft } = await lockManaged(tx, generalDocumentId);
    const newest = document?.version ?? null;
    if (!draft || draft.revision !== revision) throw draftConflict(deps, draft, newest);
    if (draft.isGeneralTerms && document?.retiredAt) throw retiredTerms();
    const wasTerms = document?.isGeneralTerms ?? false;
    const version = await addVersion(change, editor, draft, newest);
    if (version === null && (wasTerms || !draft.isGeneralTerms)) throw nothingChanged();
    if (draft.isGeneralTerms && !wasTerms) await makeTerms(change, generalDocumentId);
    await tx
      .delete(generalDocumentDrafts)
      .where(eq(generalDocumentDrafts.generalDocumentId, generalDocumentId));
    await deps.live.publish(tx, { company: true }, { kind: "agreement", id: generalDocumentId });
    return readManagedDocument(tx, generalDocumentId);
  });
}

/** Returns the number of the new version, or null if the draft is the newest version, word for word. */
async function addVersion(
  { tx, at, record }: Change,
  editor: Editor,
  draft: DraftRow,
  newest: number | null,
): Promise<number | null> {
  const { generalDocumentId, name, richText, signatureType } = draft;
  const versions = generalDocumentVersions;
  const contentHash = contentHashOf(draft);
  if (newest !== null) {
    const [before] = await tx
      .select()
      .from(versions)
      .where(and(eq(versions.generalDocumentId, generalDocumentId), eq(versions.version, newest)));
    const isSameText = before?.name === name && before.richText === richText;
    if (isSameText && before.signatureType === signatureType) return null;
  }
  const version = (newest ?? 0) + 1;
  if (newest === null) await tx.insert(generalDocuments).values({ generalDocumentId, version });
  else {
    await tx
      .update(generalDocuments)
      .set({ version })
      .where(eq(generalDocuments.generalDocumentId, generalDocumentId));
    await endUnmailedRequests(tx, generalDocumentId);
  }
  await tx.insert(versions).values({
    generalDocumentId,
    version,
    name,
    richText,
    signatureType,
    contentHash,
    publishedAt: at,
    publishedBy: editor.name,
  });
  await record({
    action: "agreement.publish",
    subjectId: generalDocumentId,
    details: { version, name, signatureType, contentHash },
  });
  return version;
}

/** Makes a document the General Terms and Conditions in place of the present ones. */
async function makeTerms({ tx, record }: Change, generalDocumentId: Id): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.generalTerms})`);
  const replaced = await tx
    .update(generalDocuments)
    .set({ isGeneralTerms: false })
    .where(
      and(
        eq(generalDocuments.isGeneralTerms, true),
        ne(generalDocuments.generalDocumentId, generalDocumentId),
      ),
    )
    .returning({ id: generalDocuments.generalDocumentId });
  await tx
    .update(generalDocuments)
    .set({ isGeneralTerms: true })
    .where(eq(generalDocuments.generalDocumentId, generalDocumentId));
  await record({
    action: "agreement.make-terms",
    subjectId: generalDocumentId,
    details: { inPlaceOf: replaced[0]?.id ?? null },
  });
}

function nothingChanged(): AppError {
  const message = "The draft says the same as the newest version, so nothing was published.";
  return new AppError("conflict", message, { reason: "nothing-changed" });
}

function retiredTerms(): AppError {
  const message =
    "A retired document cannot become the General Terms and Conditions. Bring it back first. Nothing was published.";
  return new AppError("conflict", message, { reason: "retired" });
}
