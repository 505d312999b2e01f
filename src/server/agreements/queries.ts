import { hash } from "node:crypto";
import { and, desc, eq, gte, isNull, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type {
  GeneralDocument,
  OwnSignature,
  SignedGeneralDocument,
} from "#domain/agreements/general-document.ts";
import { canonicalJson } from "#domain/canonical-json.ts";
import type { Id } from "#domain/id.ts";
import type { DbOrTx, Tx } from "../db/database.ts";
import { isAnyOf } from "../db/many-rows.ts";
import { sanitiseHtml } from "../html/sanitise-html.ts";
import type { ListSelection } from "../lists/read-list.ts";
import { userProfiles } from "../schema/account.ts";
import {
  generalDocuments,
  generalDocumentVersions,
  signedGeneralDocuments,
  signedVersions,
} from "../schema/agreements.ts";

export type SignatureRow = typeof signedGeneralDocuments.$inferSelect;
export type VersionRow = typeof signedVersions.$inferSelect;

/** The newest version of a document. */
export const isNewest = and(
  eq(generalDocumentVersions.generalDocumentId, generalDocuments.generalDocumentId),
  eq(generalDocumentVersions.version, generalDocuments.version),
);

/** Joins the document of a signature. */
export const hasDocument = eq(generalDocuments.generalDocumentId, signedGeneralDocuments.generalDocumentId);

/** Published general documents as they are now. */
export async function findGeneralDocuments(reader: DbOrTx, ids: readonly Id[]): Promise<GeneralDocument[]> {
  if (ids.length === 0) return [];
  return findPublished(reader, isAnyOf(generalDocuments.generalDocumentId, ids));
}

export async function findGeneralTerms(reader: DbOrTx): Promise<GeneralDocument | null> {
  const [terms] = await findPublished(reader, eq(generalDocuments.isGeneralTerms, true));
  return terms ?? null;
}

async function findPublished(reader: DbOrTx, where: SQL): Promise<GeneralDocument[]> {
  const rows = await reader
    .select({ newest: generalDocumentVersions, retiredAt: generalDocuments.retiredAt })
    .from(generalDocuments)
    .innerJoin(generalDocumentVersions, isNewest)
    .where(where);
  return rows.map(({ newest, retiredAt }) => presentGeneralDocument(newest, retiredAt !== null));
}

/** Signatures. `link` makes the address of a signed copy. */
export async function findSignedGeneralDocuments(
  reader: DbOrTx,
  { where, orderBy }: ListSelection,
  link: (fileId: Id) => string,
): Promise<SignedGeneralDocument[]> {
  const rows = await reader
    .select({ signature: signedGeneralDocuments })
    .from(signedGeneralDocuments)
    .leftJoin(generalDocuments, hasDocument)
    .leftJoin(generalDocumentVersions, isNewest)
    .where(where)
    .orderBy(...orderBy);
  return rows.map(({ signature }) => presentSignature(signature, link));
}

export async function findSignature(
  reader: DbOrTx,
  signedGeneralDocumentId: Id,
): Promise<SignatureRow | null> {
  const [row] = await reader
    .select()
    .from(signedGeneralDocuments)
    .where(isSignature(signedGeneralDocumentId));
  return row ?? null;
}

/** Reads a signature and locks its row until the transaction ends. */
export async function lockSignature(tx: Tx, signedGeneralDocumentId: Id): Promise<SignatureRow | null> {
  const [row] = await tx
    .select()
    .from(signedGeneralDocuments)
    .where(isSignature(signedGeneralDocumentId))
    .for("update");
  return row ?? null;
}

/** The only signature of this signer under this version. */
export async function findSignatureOf(
  reader: DbOrTx,
  contentHash: string,
  signerHash: string,
): Promise<SignatureRow | undefined> {
  const [row] = await reader
    .select()
    .from(signedGeneralDocuments)
    .where(
      and(
        eq(signedGeneralDocuments.contentHash, contentHash),
        eq(signedGeneralDocuments.signerHash, signerHash),
      ),
    );
  return row;
}

/** A person's imported signature that is newer than the text. */
export async function findBroughtSignature(
  reader: DbOrTx,
  document: GeneralDocument,
  { userProfileId, organizationId }: { userProfileId: Id; organizationId: Id | null },
): Promise<SignatureRow | null> {
  const { generalDocumentId, updatedAt } = document;
  const [row] = await reader
    .select()
    .from(signedGeneralDocuments)
    .where(
      and(
        isNull(signedGeneralDocuments.contentHash),
        eq(signedGeneralDocuments.generalDocumentId, generalDocumentId),
        eq(signedGeneralDocuments.userProfileId, userProfileId),
        organizationId === null
          ? isNull(signedGeneralDocuments.organizationId)
          : eq(signedGeneralDocuments.organizationId, organizationId),
        gte(signedGeneralDocuments.signedAt, new Date(updatedAt)),
      ),
    )
    .orderBy(desc(signedGeneralDocuments.signedAt));
  return row ?? null;
}

/** A person's signatures for any organization, newest first, and whether the text is still the same. */
export async function findOwnSignatures(reader: DbOrTx, userProfileId: Id): Promise<OwnSignature[]> {
  const rows = await reader
    .select()
    .from(signedGeneralDocuments)
    .where(eq(signedGeneralDocuments.userProfileId, userProfileId))
    .orderBy(desc(signedGeneralDocuments.signedAt));
  const signed = [...new Set(rows.map((row) => row.generalDocumentId))];
  const documents = new Map(
    (await findGeneralDocuments(reader, signed)).map((one) => [one.generalDocumentId, one]),
  );
  return rows.map((row) => {
    const { s3uri: _, ...signature } = presentSignature(row, () => "");
    const { organizationId, version } = row;
    return {
      ...signature,
      organizationId,
      version,
      isOfPresentText: isOfPresentText(row, documents.get(row.generalDocumentId)),
    };
  });
}

/** An imported signature has no text, so its time decides. */
function isOfPresentText({ contentHash, signedAt }: SignatureRow, document: GeneralDocument | undefined) {
  if (document === undefined) return false;
  const isSignedLater = signedAt >= new Date(document.updatedAt);
  return contentHash === null ? isSignedLater : contentHash === document.contentHash;
}

/** A signed version of a text. */
export async function readVersion(reader: DbOrTx, contentHash: string): Promise<VersionRow> {
  const [row] = await reader.select().from(signedVersions).where(eq(signedVersions.contentHash, contentHash));
  if (!row) throw new Error(`There is no version ${contentHash} of a general document.`);
  return row;
}

function isSignature(signedGeneralDocumentId: Id) {
  return eq(signedGeneralDocuments.signedGeneralDocumentId, signedGeneralDocumentId);
}

export function presentSignature(row: SignatureRow, link: (fileId: Id) => string): SignedGeneralDocument {
  return {
    signedGeneralDocumentId: row.signedGeneralDocumentId,
    documentId: row.generalDocumentId,
    userFirstName: row.userFirstName,
    userLastName: row.userLastName,
    userEmail: row.userEmail,
    organizationName: row.organizationName,
    signedAt: row.signedAt.toISOString(),
    s3uri: row.fileId === null ? null : link(row.fileId),
  };
}

/** The text as readers see it. */
function presentGeneralDocument(
  row: typeof generalDocumentVersions.$inferSelect,
  isRetired: boolean,
): GeneralDocument {
  const { generalDocumentId, version, name, signatureType } = row;
  const shown = { generalDocumentId, name, richText: sanitiseHtml(row.richText) };
  return {
    ...shown,
    version,
    updatedAt: row.publishedAt.toISOString(),
    signatureType,
    isRetired,
    contentHash: contentHashOf(shown),
  };
}

/** The hash of what is signed. The same document with the same name and text has the same hash, whatever its version. */
export function contentHashOf(document: { generalDocumentId: Id; name: string; richText: string }): string {
  const { generalDocumentId, name, richText } = document;
  return hash("sha256", canonicalJson({ generalDocumentId, name, richText }));
}

const { generalDocumentId, userProfileId, userEmail, organizationId } = signedGeneralDocuments;
const later = alias(signedGeneralDocuments, "later");

const underNewest = sql`from ${signedGeneralDocuments} as "later"
  where ${eq(later.generalDocumentId, generalDocumentId)}
  and (${eq(later.version, generalDocuments.version)} or ${eq(later.contentHash, generalDocumentVersions.contentHash)})`;

/**
 * Whether the signer has signed the newest text for the same organization. A visitor is known by the address, also when
 * they signed as a person. The statement must join the document and its newest version.
 */
export const hasSignedNewest: SQL<boolean> = sql<boolean>`(exists (select ${underNewest}
    and ${eq(later.userProfileId, userProfileId)}
    and coalesce(${later.organizationId}, '') = coalesce(${organizationId}, ''))
  or exists (select ${underNewest} and ${userProfileId} is null
    and lower(${later.userEmail}) = lower(${userEmail})))`;

/** The signer's address in lower case, by which they are asked. A person may have another one than they signed with. */
export const emailNow: SQL<string> = sql<string>`lower(coalesce(${userProfiles.email}, ${userEmail}))`;
