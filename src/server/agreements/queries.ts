import { desc, eq, inArray } from "drizzle-orm";
import type { GeneralDocument, SignedGeneralDocument } from "#domain/agreements/general-document.ts";
import type { Id } from "#domain/id.ts";
import type { Reader } from "../db/database.ts";
import { sanitiseHtml } from "../html/sanitise-html.ts";
import { generalDocuments, signedGeneralDocuments } from "./tables.ts";

export async function findGeneralDocuments(reader: Reader, ids: readonly Id[]): Promise<GeneralDocument[]> {
  if (ids.length === 0) return [];
  const rows = await reader
    .select()
    .from(generalDocuments)
    .where(inArray(generalDocuments.generalDocumentId, [...ids]));
  return rows.map(presentGeneralDocument);
}

export async function findGeneralTerms(reader: Reader): Promise<GeneralDocument | null> {
  const [row] = await reader.select().from(generalDocuments).where(eq(generalDocuments.isGeneralTerms, true));
  return row ? presentGeneralDocument(row) : null;
}

/** The signatures given for an organization, newest first. `link` makes an address for a stored copy. */
export async function findSignedGeneralDocuments(
  reader: Reader,
  organizationId: Id,
  link: (fileId: Id) => string,
): Promise<SignedGeneralDocument[]> {
  const rows = await reader
    .select()
    .from(signedGeneralDocuments)
    .where(eq(signedGeneralDocuments.organizationId, organizationId))
    .orderBy(desc(signedGeneralDocuments.signedAt), signedGeneralDocuments.signedGeneralDocumentId);
  return rows.map((row) => ({
    signedGeneralDocumentId: row.signedGeneralDocumentId,
    documentId: row.generalDocumentId,
    userFirstName: row.userFirstName,
    userLastName: row.userLastName,
    userEmail: row.userEmail,
    organizationName: row.organizationName,
    signedAt: row.signedAt.toISOString(),
    s3uri: row.fileId === null ? null : link(row.fileId),
  }));
}

function presentGeneralDocument(row: typeof generalDocuments.$inferSelect): GeneralDocument {
  return {
    generalDocumentId: row.generalDocumentId,
    name: row.name,
    richText: sanitiseHtml(row.richText),
    updatedAt: row.updatedAt.toISOString(),
    signatureType: row.signatureType,
  };
}
