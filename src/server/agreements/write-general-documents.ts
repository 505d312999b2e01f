import { randomInt } from "node:crypto";
import { and, eq, isNull, ne, type SQL, sql } from "drizzle-orm";
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
import { formatAbn } from "#domain/format-party.ts";
import type { Id } from "#domain/id.ts";
import { STARTER_TERMS_NAME, starterTerms } from "#domain/starters/general-terms.ts";
import { refuseLength } from "#domain/storable-text.ts";
import { type Change, change } from "../access/change.ts";
import type { Editor } from "../access/gates.ts";
import { AppError, conflict } from "../app-error.ts";
import { ADVISORY_LOCKS, type Tx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { sanitiseHtml } from "../html/sanitise-html.ts";
import {
  generalDocumentDrafts,
  generalDocuments,
  generalDocumentVersions,
  signingRequests,
} from "../schema/agreements.ts";
import { findSettingsRow } from "../settings/queries.ts";
import { type DraftRow, presentDraft, readManagedGeneralDocument } from "./find-managed-documents.ts";
import { contentHashOf } from "./queries.ts";

type Added = z.output<typeof calls.addGeneralDocument.body>;
type Saved = z.output<typeof calls.saveDraft.body>;

/** Adds a general document as a draft. */
export async function addGeneralDocument(
  deps: Deps,
  editor: Editor,
  added: Added,
): Promise<ManagedGeneralDocument> {
  return change(deps, editor, async (opened) => {
    const document = await insertDraft(opened, deps, editor, added);
    if (!document) throw takenAddress();
    return document;
  });
}

/** Adds the general terms of the library as a draft, once: later calls answer the document that has their address. */
export async function addStarterTerms(
  deps: Deps,
  editor: Editor,
  { generalDocumentId }: z.output<typeof calls.addStarterTerms.body>,
): Promise<ManagedGeneralDocument> {
  return change(deps, editor, async (opened) => {
    const { companyName, abn } = await findSettingsRow(opened.tx, deps);
    const document = await insertDraft(opened, deps, editor, {
      generalDocumentId,
      name: STARTER_TERMS_NAME,
      richText: starterTerms({ companyName, abn: abn && formatAbn(abn) }),
      signatureType: "ACKNOWLEDGE",
      isGeneralTerms: true,
    });
    return document ?? readManagedGeneralDocument(opened.tx, generalDocumentId);
  });
}

/** Adds a general document as a draft; null if another one has its address. */
async function insertDraft(
  { tx, at, record }: Change,
  deps: Deps,
  editor: Editor,
  { generalDocumentId, ...details }: Added,
): Promise<ManagedGeneralDocument | null> {
  const [published] = await tx
    .select({ version: generalDocuments.version })
    .from(generalDocuments)
    .where(eq(generalDocuments.generalDocumentId, generalDocumentId));
  if (published) return null;
  const [added] = await tx
    .insert(generalDocumentDrafts)
    .values({ generalDocumentId, ...clean(details), savedAt: at, savedBy: editor.name })
    .onConflictDoNothing()
    .returning();
  if (!added) return null;
  await record({ action: "agreement.draft", subjectId: generalDocumentId, details: factsOf(added) });
  return publishAndRead(tx, deps, generalDocumentId);
}

async function publishAndRead(tx: Tx, { live }: Pick<Deps, "live">, generalDocumentId: Id) {
  await live.publish(tx, { company: true }, { kind: "agreement", id: generalDocumentId });
  return readManagedGeneralDocument(tx, generalDocumentId);
}

function isDraftOf(generalDocumentId: Id): SQL {
  return eq(generalDocumentDrafts.generalDocumentId, generalDocumentId);
}

/** Saves the draft of the next version. The second of two editors gets a conflict. */
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
      return readManagedGeneralDocument(tx, generalDocumentId);
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
    return publishAndRead(tx, deps, generalDocumentId);
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
    await tx.delete(generalDocumentDrafts).where(isDraftOf(generalDocumentId));
    await record({
      action: "agreement.discard-draft",
      subjectId: generalDocumentId,
      details: { ...factsOf(draft), onVersion: version },
    });
    await deps.live.publish(tx, { company: true }, { kind: "agreement", id: generalDocumentId });
    return { generalDocumentId };
  });
}

/** Reads and locks a document, then its draft. Throws if there is neither. Signers do not wait for this lock. */
export async function lockManaged(tx: Tx, generalDocumentId: Id) {
  const before = await lockDocument(tx, generalDocumentId);
  const [draft] = await tx
    .select()
    .from(generalDocumentDrafts)
    .where(isDraftOf(generalDocumentId))
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
    : "A draft of this document has been published or discarded since you opened it.";
  return conflict("changed-meanwhile", `${what} Nothing was changed.`, {
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
  return conflict("taken-address", `${message}. Nothing was added.`, {
    issues: [{ path: "/generalDocumentId", message }],
  });
}

/**
 * Publishes the draft as a new version. Anyone who has the earlier text on screen signs it before this transaction, or
 * learns that it has changed.
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
    await tx.delete(generalDocumentDrafts).where(isDraftOf(generalDocumentId));
    return publishAndRead(tx, deps, generalDocumentId);
  });
}

async function updateGeneralDocument(
  tx: Tx,
  id: Id,
  columns: Partial<typeof generalDocuments.$inferInsert>,
): Promise<void> {
  await tx.update(generalDocuments).set(columns).where(eq(generalDocuments.generalDocumentId, id));
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
    await updateGeneralDocument(tx, generalDocumentId, { version });
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
  const { isGeneralTerms, generalDocumentId: id } = generalDocuments;
  const replaced = await tx
    .update(generalDocuments)
    .set({ isGeneralTerms: false })
    .where(and(eq(isGeneralTerms, true), ne(id, generalDocumentId)))
    .returning({ id });
  await updateGeneralDocument(tx, generalDocumentId, { isGeneralTerms: true });
  await record({
    action: "agreement.make-terms",
    subjectId: generalDocumentId,
    details: { inPlaceOf: replaced[0]?.id ?? null },
  });
}

function nothingChanged(): AppError {
  const message = "The draft says the same as the newest version, so nothing was published.";
  return conflict("nothing-changed", message);
}

function retiredTerms(): AppError {
  const message =
    "A retired document can't become the General Terms and Conditions. Restore it first. Nothing was published.";
  return conflict("retired", message);
}

/** Retires or restores a published document; a repeat has no effect. Signatures stay, unmailed requests end. */
export async function retireGeneralDocument(
  deps: Deps,
  editor: Editor,
  generalDocumentId: Id,
  isRetired: boolean,
): Promise<ManagedGeneralDocument> {
  return change(deps, editor, async ({ tx, at, record }) => {
    const { document } = await lockManaged(tx, generalDocumentId);
    if (!document) throw neverPublished();
    if ((document.retiredAt !== null) === isRetired) return readManagedGeneralDocument(tx, generalDocumentId);
    if (document.isGeneralTerms) throw areTerms();
    await updateGeneralDocument(tx, generalDocumentId, { retiredAt: isRetired ? at : null });
    if (isRetired) await endUnmailedRequests(tx, generalDocumentId);
    await record({
      action: isRetired ? "agreement.retire" : "agreement.restore",
      subjectId: generalDocumentId,
      details: { version: document.version },
    });
    return publishAndRead(tx, deps, generalDocumentId);
  });
}

function neverPublished(): AppError {
  const message = "This document was never published, so it can't be signed. Nothing was changed.";
  return conflict("never-published", message);
}

function areTerms(): AppError {
  const message =
    "Every document links to the General Terms and Conditions. Make another document the general terms first. Nothing was changed.";
  return conflict("general-terms", message);
}

/** Deletes the requests that are not mailed yet, because their version cannot be signed. Lock the document first. */
export async function endUnmailedRequests(tx: Tx, generalDocumentId: Id): Promise<void> {
  await tx
    .delete(signingRequests)
    .where(and(eq(signingRequests.generalDocumentId, generalDocumentId), isNull(signingRequests.mailedAt)));
}
