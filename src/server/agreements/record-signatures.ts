import type { Id } from "#domain/id.ts";
import { beginCreation, type Created, checkReferences, createRecords } from "../creation/creation.ts";
import type { Tx } from "../db/database.ts";
import { signedGeneralDocuments } from "./tables.ts";

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
    userProfileId: userId,
  }));
}
