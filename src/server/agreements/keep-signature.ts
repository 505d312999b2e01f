import { v7 } from "uuid";
import type { GeneralDocument } from "#domain/agreements/general-document.ts";
import { type SignedFor, signerKey, signingDeclaration } from "#domain/agreements/signing.ts";
import type { Id } from "#domain/id.ts";
import type { Change } from "../access/change.ts";
import { AppError } from "../app-error.ts";
import type { Tx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { sha256 } from "../hash-text.ts";
import type { Origin } from "../http/route.ts";
import type { SteppedUp } from "../identity/step-up.ts";
import { presentKey } from "../wall/in-scope.ts";
import { findGeneralDocuments, readSignatureOf, type SignatureRow } from "./queries.ts";
import { renderSignedCopy } from "./render-signed-copy.job.ts";
import { signatureEvidence } from "./signature-evidence.ts";
import { signedGeneralDocuments, signedVersions } from "./tables.ts";

export type Signer = {
  /** Null: a visitor without a sign-in. */
  userProfileId: Id | null;
  userFirstName: string;
  userLastName: string;
  userEmail: string;
  /** An organization of the portal that the person may write for. A visitor's organization is only a name. */
  organizationId: Id | null;
  organizationName: string | null;
  globalOrganizationIdentifier: string | null;
};

/** The document to sign. Throws if it does not exist, is retired, or has changed since the signer read it. */
export async function readToSign(
  tx: Tx,
  { documentId, contentHash }: { documentId: Id; contentHash?: string | undefined },
): Promise<GeneralDocument> {
  const [document] = await findGeneralDocuments(tx, [documentId]);
  if (!document) throw new AppError("not-found", "There is no such document.");
  if (document.isRetired) throw retired();
  if (contentHash !== undefined && contentHash !== document.contentHash) {
    const message =
      "This document has changed since you opened it, so it was not signed. Please read it again.";
    throw new AppError("conflict", message, { reason: "content-changed" });
  }
  return document;
}

/** The error for everybody who would sign a retired document. */
export function retired(): AppError {
  const message = "This document is not open for signatures any more, so it was not signed.";
  return new AppError("conflict", message, { reason: "retired" });
}

/**
 * Stores a signature with the signed text, its audit row and the job for the copy. If the same signature is made
 * twice, also concurrently, the second call returns the first signature, with `isNew` false.
 */
export async function keepSignature(
  { tx, at, record, attest }: Change,
  deps: Deps,
  document: GeneralDocument,
  signer: Signer,
  { origin, confirmedBy }: { origin: Origin; confirmedBy: SteppedUp["confirmedBy"] },
): Promise<{ signature: SignatureRow; isNew: boolean }> {
  const { contentHash, generalDocumentId, version, name, richText } = document;
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
      version,
      signerHash,
      declaration: signingDeclaration(signedFor(signer), deps.settings.now().companyName),
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
    details: { generalDocumentId, version, contentHash, userEmail: signer.userEmail, confirmedBy, ...origin },
  });
  await deps.queue.enqueue(tx, renderSignedCopy, { signedGeneralDocumentId });
  await attest(signatureEvidence(signature));
  return { signature, isNew: true };
}

/** A person of the portal who names no organization signs for themselves. */
function signedFor({ userProfileId, organizationName }: Signer): SignedFor {
  return { organizationName, isForSelf: userProfileId !== null && organizationName === null };
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
  return sha256(key);
}
