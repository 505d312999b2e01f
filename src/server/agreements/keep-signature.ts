import { createHash } from "node:crypto";
import { v7 } from "uuid";
import type { GeneralDocument } from "#domain/agreements/general-document.ts";
import { signerKey, signingDeclaration } from "#domain/agreements/signing.ts";
import type { Id } from "#domain/id.ts";
import type { Change } from "../access/change.ts";
import { AppError } from "../app-error.ts";
import type { Tx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import type { Origin } from "../http/route.ts";
import { presentKey } from "../wall/in-scope.ts";
import { findGeneralDocuments, readSignatureOf, type SignatureRow } from "./queries.ts";
import { renderSignedCopy } from "./render-signed-copy.job.ts";
import { signedGeneralDocuments, signedVersions } from "./tables.ts";

export type Signer = {
  /** Null: a visitor, whom nobody has seen sign in. */
  userProfileId: Id | null;
  userFirstName: string;
  userLastName: string;
  userEmail: string;
  /** One of ours, that the person may write for. A visitor's organization is a name and nothing more. */
  organizationId: Id | null;
  organizationName: string | null;
  globalOrganizationIdentifier: string | null;
};

/** The document that somebody is about to sign. Throws when there is none, or not the one that they read. */
export async function readToSign(
  tx: Tx,
  { documentId, contentHash }: { documentId: Id; contentHash?: string | undefined },
): Promise<GeneralDocument> {
  const [document] = await findGeneralDocuments(tx, [documentId]);
  if (!document) throw new AppError("not-found", "There is no such document.");
  if (contentHash !== undefined && contentHash !== document.contentHash) {
    const message =
      "This document has changed since you opened it, so it was not signed. Please read it again.";
    throw new AppError("conflict", message, { reason: "content-changed" });
  }
  return document;
}

/**
 * Keeps a signature with the text that was signed, its audit row and the job that makes the copy. Of the same
 * signature made twice, also at once, one is kept: the other gets that one, with `isNew` false.
 */
export async function keepSignature(
  { tx, at, record }: Change,
  deps: Deps,
  document: GeneralDocument,
  signer: Signer,
  origin: Origin,
): Promise<{ signature: SignatureRow; isNew: boolean }> {
  const { contentHash, generalDocumentId, name, richText } = document;
  const signerHash = hashOf(signer);
  await presentKey(tx, signerHash);
  await tx
    .insert(signedVersions)
    .values({ contentHash, generalDocumentId, name, richText })
    .onConflictDoNothing();
  const [signature] = await tx
    .insert(signedGeneralDocuments)
    .values({
      signedGeneralDocumentId: v7(),
      generalDocumentId,
      ...signer,
      contentHash,
      signerHash,
      declaration: signingDeclaration(signer.organizationName, deps.env.brand.companyName),
      ...origin,
      signedAt: at,
    })
    .onConflictDoNothing({ target: [signedGeneralDocuments.contentHash, signedGeneralDocuments.signerHash] })
    .returning();
  if (!signature) return { signature: await readSignatureOf(tx, contentHash, signerHash), isNew: false };

  const { signedGeneralDocumentId } = signature;
  await record({
    action: "agreement.sign",
    organizationId: signer.organizationId,
    subjectId: signedGeneralDocumentId,
    details: { generalDocumentId, contentHash, userEmail: signer.userEmail, ...origin },
  });
  await deps.queue.enqueue(tx, renderSignedCopy, { signedGeneralDocumentId });
  return { signature, isNew: true };
}

function hashOf(signer: Signer): string {
  const { userProfileId, organizationId, organizationName, globalOrganizationIdentifier } = signer;
  const key =
    userProfileId === null
      ? signerKey({
          email: signer.userEmail,
          firstName: signer.userFirstName,
          lastName: signer.userLastName,
          organizationName,
          globalOrganizationIdentifier,
        })
      : signerKey({ userProfileId, organizationId });
  return createHash("sha256").update(key).digest("hex");
}
