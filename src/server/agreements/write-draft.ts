import { randomInt } from "node:crypto";
import { eq } from "drizzle-orm";
import type { z } from "zod";
import type * as calls from "#contract/admin/agreements.ts";
import {
  type GeneralDocumentDetails,
  hasWords,
  type ManagedGeneralDocument,
  NO_TEXT,
} from "#domain/agreements/managed-general-document.ts";
import { changedFields } from "#domain/canonical-json.ts";
import { formatDateTime } from "#domain/format.ts";
import type { Id } from "#domain/id.ts";
import { refuseLength } from "#domain/storable-text.ts";
import { change } from "../access/change.ts";
import type { Editor } from "../access/gates.ts";
import { AppError } from "../app-error.ts";
import type { Tx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { sanitiseHtml } from "../html/sanitise-html.ts";
import { generalDocumentDrafts, generalDocuments } from "../schema/agreements.ts";
import { type DraftRow, presentDraft, readManagedDocument } from "./find-managed-documents.ts";

type Added = z.output<typeof calls.addGeneralDocument.body>;
type Saved = z.output<typeof calls.saveDraft.body>;

/** Adds a general document as a draft. */
export async function addGeneralDocument(
  deps: Deps,
  editor: Editor,
  { generalDocumentId, ...details }: Added,
): Promise<ManagedGeneralDocument> {
  return change(deps, editor, async ({ tx, at, record }) => {
    const [published] = await tx
      .select({ version: generalDocuments.version })
      .from(generalDocuments)
      .where(eq(generalDocuments.generalDocumentId, generalDocumentId));
    if (published) throw takenAddress();
    const [added] = await tx
      .insert(generalDocumentDrafts)
      .values({ generalDocumentId, ...clean(details), savedAt: at, savedBy: editor.name })
      .onConflictDoNothing()
      .returning();
    if (!added) throw takenAddress();
    await record({ action: "agreement.draft", subjectId: generalDocumentId, details: factsOf(added) });
    await deps.live.publish(tx, { company: true }, { kind: "agreement", id: generalDocumentId });
    return readManagedDocument(tx, generalDocumentId);
  });
}

/** Saves the draft of the next version. The second of two editors is told, and nothing of theirs is stored. */
export async function saveDraft(
  deps: Deps,
  editor: Editor,
  generalDocumentId: Id,
  { revision: read, asRead, onVersion, ...details }: Saved,
): Promise<ManagedGeneralDocument> {
  return change(deps, editor, async ({ tx, at, record }) => {
    const { draft: before, version } = await lockManaged(tx, generalDocumentId);
    const cleaned = clean(details);
    if (before && changedFields(cleaned, before).length === 0)
      return readManagedDocument(tx, generalDocumentId);
    const revision = read === undefined ? asRead : read;
    const isAsRead = before ? before.revision === revision : revision === null && onVersion === version;
    if (!isAsRead) throw draftConflict(deps, before, version);
    const saved = {
      generalDocumentId,
      ...cleaned,
      // A new draft never has the number of one that was published or thrown away: editors may still see that.
      revision: before ? before.revision + 1 : randomInt(1000, 2 ** 30),
      savedAt: at,
      savedBy: editor.name,
    };
    const [row] = await tx
      .insert(generalDocumentDrafts)
      .values(saved)
      .onConflictDoUpdate({ target: generalDocumentDrafts.generalDocumentId, set: saved })
      .returning();
    if (!row) throw new Error("A draft that was just saved is not there.");
    await record({
      action: "agreement.draft",
      subjectId: generalDocumentId,
      details: { ...factsOf(row), onVersion: version },
    });
    await deps.live.publish(tx, { company: true }, { kind: "agreement", id: generalDocumentId });
    return readManagedDocument(tx, generalDocumentId);
  });
}

/** Deletes the draft that the editor read. A document that was never published goes with it. */
export async function discardDraft(
  deps: Deps,
  editor: Editor,
  generalDocumentId: Id,
  revision: number | undefined,
): Promise<{ generalDocumentId: Id }> {
  return change(deps, editor, async ({ tx, record }) => {
    const { draft, version } = await lockManaged(tx, generalDocumentId);
    if (!draft || draft.revision !== revision) throw draftConflict(deps, draft, version);
    await tx
      .delete(generalDocumentDrafts)
      .where(eq(generalDocumentDrafts.generalDocumentId, generalDocumentId));
    await record({
      action: "agreement.discard-draft",
      subjectId: generalDocumentId,
      details: { ...factsOf(draft), onVersion: version },
    });
    await deps.live.publish(tx, { company: true }, { kind: "agreement", id: generalDocumentId });
    return { generalDocumentId };
  });
}

/**
 * Reads and locks a document and its draft until the transaction ends, the document first. Throws if there is neither.
 * Signers, whose rows refer to the document, do not wait for this lock.
 */
export async function lockManaged(tx: Tx, generalDocumentId: Id) {
  const before = await lockDocument(tx, generalDocumentId);
  const [draft] = await tx
    .select()
    .from(generalDocumentDrafts)
    .where(eq(generalDocumentDrafts.generalDocumentId, generalDocumentId))
    .for("update");
  // Someone may have published the first version while this transaction waited for the draft.
  const document = before ?? (await lockDocument(tx, generalDocumentId));
  if (!document && !draft) throw new AppError("not-found", "There is no such document.");
  return { document, draft: draft ?? null, version: document?.version ?? null };
}

async function lockDocument(tx: Tx, generalDocumentId: Id) {
  const [document] = await tx
    .select()
    .from(generalDocuments)
    .where(eq(generalDocuments.generalDocumentId, generalDocumentId))
    .for("no key update");
  return document ?? null;
}

/** The error for an editor whose draft or version is another one by now. It brings the present ones. */
export function draftConflict(
  { settings }: Pick<Deps, "settings">,
  draft: DraftRow | null,
  version: number | null,
): AppError {
  const what = draft
    ? `${draft.savedBy} changed this draft on ${formatDateTime(draft.savedAt.toISOString(), settings.now().timeZone)}, after you opened it.`
    : "A draft of this document has been published or thrown away since you opened it.";
  return new AppError("conflict", `${what} Nothing was changed.`, {
    reason: "changed-meanwhile",
    draft: draft && presentDraft(draft),
    version,
  });
}

function clean(details: GeneralDocumentDetails): GeneralDocumentDetails {
  const richText = sanitiseHtml(details.richText);
  const message = hasWords(richText) ? refuseLength(richText) : NO_TEXT;
  if (message) throw new AppError("invalid", `${message}.`, { issues: [{ path: "/richText", message }] });
  return { ...details, richText };
}

/** The text itself is in the draft, and in the version that comes of it. */
function factsOf({ name, signatureType, isGeneralTerms, revision, richText }: DraftRow) {
  return { name, signatureType, isGeneralTerms, revision, characters: richText.length };
}

function takenAddress(): AppError {
  const message = "Another general document has this address";
  return new AppError("conflict", `${message}. Nothing was added.`, {
    reason: "taken-address",
    issues: [{ path: "/generalDocumentId", message }],
  });
}
