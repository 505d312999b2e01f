import { and, asc, count, desc, eq, type SQL, sql } from "drizzle-orm";
import type {
  GeneralDocumentVersion,
  ListedGeneralDocument,
  ManagedGeneralDocument,
} from "#domain/agreements/managed-general-document.ts";
import type { Id } from "#domain/id.ts";
import { AppError } from "../app-error.ts";
import { orderable } from "../db/comparable-sql.ts";
import type { DbOrTx } from "../db/database.ts";
import { sanitiseHtml } from "../html/sanitise-html.ts";
import { lettersWithoutFont, shownTexts } from "../pdf/script-fonts.ts";
import {
  generalDocumentDrafts,
  generalDocuments,
  generalDocumentVersions,
  signedGeneralDocuments,
} from "../schema/agreements.ts";
import { isNewest } from "./queries.ts";

export type DraftRow = typeof generalDocumentDrafts.$inferSelect;
type VersionRow = typeof generalDocumentVersions.$inferSelect;

/** All general documents, published or not, by title. */
export async function findManagedGeneralDocuments(reader: DbOrTx): Promise<ListedGeneralDocument[]> {
  const { generalDocumentId } = generalDocuments;
  const rows = await reader
    .select({ document: generalDocuments, newest: generalDocumentVersions, draft: generalDocumentDrafts })
    .from(generalDocuments)
    .innerJoin(generalDocumentVersions, isNewest)
    .fullJoin(generalDocumentDrafts, eq(generalDocumentDrafts.generalDocumentId, generalDocumentId))
    .orderBy(
      sql`${orderable(sql`coalesce(${generalDocumentVersions.name}, ${generalDocumentDrafts.name})`)} collate "C"`,
      asc(sql`coalesce(${generalDocumentId}, ${generalDocumentDrafts.generalDocumentId})`),
    );
  const counted = await reader
    .select({ id: signedGeneralDocuments.generalDocumentId, signatures: count() })
    .from(signedGeneralDocuments)
    .groupBy(signedGeneralDocuments.generalDocumentId);
  const signaturesOf = new Map(counted.map(({ id, signatures }) => [id, signatures]));
  return rows.map(({ document, newest, draft }) =>
    present(document, newest, draft, signaturesOf.get(document?.generalDocumentId ?? "") ?? 0),
  );
}

/** One general document, published or not. Throws if it does not exist. */
export async function readManagedGeneralDocument(
  reader: DbOrTx,
  generalDocumentId: Id,
): Promise<ManagedGeneralDocument> {
  const [document] = await reader
    .select()
    .from(generalDocuments)
    .where(eq(generalDocuments.generalDocumentId, generalDocumentId));
  const draft = await findDraft(reader, generalDocumentId);
  if (!document && !draft) throw new AppError("not-found", "There is no such document.");
  const versions = await reader
    .select()
    .from(generalDocumentVersions)
    .where(isVersionOf(generalDocumentId))
    .orderBy(desc(generalDocumentVersions.version));
  const counted = await reader
    .select({ version: signedGeneralDocuments.version, signatures: count() })
    .from(signedGeneralDocuments)
    .where(eq(signedGeneralDocuments.generalDocumentId, generalDocumentId))
    .groupBy(signedGeneralDocuments.version);
  const signaturesOf = new Map(counted.map((one) => [one.version, one.signatures]));
  const newest = versions.find((one) => one.version === document?.version);
  const draftTexts = draft ? shownTexts([draft.name, draft.richText]) : [];
  const all = counted.reduce((sum, { signatures }) => sum + signatures, 0);
  return {
    ...present(document ?? null, newest ?? null, draft, all),
    draft: draft && presentDraft(draft),
    draftLettersWithoutFont: await lettersWithoutFont(draftTexts.join(" ")),
    versions: versions.map((one) => ({
      ...presentVersion(one),
      signatures: signaturesOf.get(one.version) ?? 0,
    })),
  };
}

/** One version with its text. Throws if it does not exist. */
export async function readDocumentVersion(
  reader: DbOrTx,
  generalDocumentId: Id,
  version: number,
): Promise<GeneralDocumentVersion> {
  const [row] = await reader
    .select()
    .from(generalDocumentVersions)
    .where(and(isVersionOf(generalDocumentId), eq(generalDocumentVersions.version, version)));
  if (!row) throw new AppError("not-found", "There is no such version.");
  return { ...presentVersion(row), richText: sanitiseHtml(row.richText) };
}

function isVersionOf(generalDocumentId: Id): SQL {
  return eq(generalDocumentVersions.generalDocumentId, generalDocumentId);
}

async function findDraft(reader: DbOrTx, generalDocumentId: Id): Promise<DraftRow | null> {
  const [row] = await reader
    .select()
    .from(generalDocumentDrafts)
    .where(eq(generalDocumentDrafts.generalDocumentId, generalDocumentId));
  return row ?? null;
}

export function presentDraft({ generalDocumentId: _, ...row }: DraftRow) {
  return { ...row, richText: sanitiseHtml(row.richText), savedAt: row.savedAt.toISOString() };
}

function presentVersion({ version, name, signatureType, publishedAt, publishedBy }: VersionRow) {
  return { version, name, signatureType, publishedAt: publishedAt.toISOString(), publishedBy };
}

function present(
  document: typeof generalDocuments.$inferSelect | null,
  newest: VersionRow | null,
  draft: DraftRow | null,
  signatures: number,
): ListedGeneralDocument {
  const shown = newest ?? draft;
  if (!shown) throw new Error("A general document has neither a version nor a draft.");
  const updatedAt = "publishedAt" in shown ? shown.publishedAt : shown.savedAt;
  const published = document === null ? "DRAFT" : "PUBLISHED";
  return {
    generalDocumentId: shown.generalDocumentId,
    name: shown.name,
    status: document?.retiredAt ? "RETIRED" : published,
    isGeneralTerms: document?.isGeneralTerms ?? false,
    version: newest?.version ?? null,
    hasDraft: draft !== null,
    signatures,
    updatedAt: updatedAt.toISOString(),
  };
}
