import { and, eq, lte, max, type SQL, sql } from "drizzle-orm";
import type { Id } from "#domain/id.ts";
import { beginCreation, type Created, checkReferences, createRecords } from "../creation/creation.ts";
import type { Tx } from "../db/database.ts";
import { generalDocumentVersions, signedGeneralDocuments } from "../schema/agreements.ts";
import { RECORD_VERSION } from "../schema/consent-columns.ts";

/** A signature given elsewhere. Its document is known, but not its text. */
export type SignatureDraft = {
  signedGeneralDocumentId: Id;
  documentId: Id;
  /** The person, if they have a profile. */
  userId: Id | null;
  userFirstName: string;
  userLastName: string;
  userEmail: string;
  /** The organization they signed for, if the portal has it. */
  organizationId: Id | null;
  organizationName: string | null;
  globalOrganizationIdentifier: string | null;
  signedAt: Date;
};

/** Adds new signatures. */
export async function recordSignatures(
  tx: Tx,
  drafts: readonly SignatureDraft[],
): Promise<Created<SignatureDraft>> {
  const creation = await beginCreation(tx, "signedGeneralDocuments", drafts);
  await checkReferences(tx, creation, ({ documentId, userId, organizationId }) => [
    { path: "documentId", to: "generalDocuments", name: documentId },
    { path: "userId", to: "people", name: userId },
    { path: "organizationId", to: "organizations", name: organizationId },
  ]);
  return createRecords(tx, creation, signedGeneralDocuments, ({ documentId, userId, ...draft }) => ({
    ...draft,
    generalDocumentId: documentId,
    version: versionAt(documentId, draft.signedAt),
    userProfileId: userId,
    recordVersion: RECORD_VERSION,
    consent: "not-recorded" as const,
  }));
}

/** The version of a document that was the newest at a time; null before the first. */
function versionAt(documentId: Id, instant: Date): SQL<number | null> {
  const { generalDocumentId, version, publishedAt } = generalDocumentVersions;
  const wasPublished = and(eq(generalDocumentId, documentId), lte(publishedAt, instant));
  return sql`(select ${max(version)} from ${generalDocumentVersions} where ${wasPublished})`;
}
