import { OF_SIGNATURE, PORTAL_CHAIN } from "#domain/evidence/evidence-event.ts";
import type { Id } from "#domain/id.ts";
import { type AppError, conflict } from "../app-error.ts";
import type { DbOrTx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import type { Attested } from "../evidence/append-evidence.ts";
import { findDifferences } from "../evidence/check-evidence.ts";
import { findProof } from "../evidence/read-evidence.ts";
import { formatFact } from "../schema/consent-columns.ts";
import type { SignatureRow } from "./queries.ts";

/** What proves a signature. Who signed is sealed. What the portal learned later is no part of it. */
export function signatureEvidence(signature: SignatureRow): Attested {
  const { signedGeneralDocumentId, generalDocumentId, organizationId, version, contentHash } = signature;
  const { userProfileId, userFirstName, userLastName, userEmail, ipAddress, userAgent } = signature;
  const { organizationName, globalOrganizationIdentifier, signerHash, declaration, signedAt } = signature;
  const { consent, intent, identifiedBy, confirmedBy, accessRecordId, authorisedSince, accessGivenBy } =
    signature;
  const { issuerRecordId } = signature;
  return {
    chain: organizationId ?? PORTAL_CHAIN,
    kind: "agreement.sign",
    subjectId: signedGeneralDocumentId,
    facts: {
      signedGeneralDocumentId,
      generalDocumentId,
      organizationId,
      version,
      contentHash,
      signedAt: signedAt.toISOString(),
      consent,
      identifiedBy,
      confirmedBy,
      accessRecordId,
      accessGivenBy,
      issuerRecordId,
      ...formatFact(signature),
      authorisedSince: authorisedSince?.toISOString() ?? null,
    },
    hashedFacts: {
      person: {
        userProfileId,
        userFirstName,
        userLastName,
        userEmail,
        ipAddress,
        userAgent,
        signerHash,
        organizationName,
        globalOrganizationIdentifier,
        declaration,
        ...(intent !== null && { intent }),
      },
    },
  };
}

/** Throws AppError "conflict" if a signature differs from its evidence: the database was changed past the portal. */
export async function requireIntactSignature(
  { evidence: key, log }: Pick<Deps, "evidence" | "log">,
  reader: DbOrTx,
  signature: SignatureRow,
): Promise<void> {
  const { signedGeneralDocumentId } = signature;
  const proof = await findProof(reader, signedGeneralDocumentId, OF_SIGNATURE);
  const differences = findDifferences(key, proof, signatureEvidence(signature));
  if (differences.length > 0) throw signatureDiffers(log, signedGeneralDocumentId, differences);
}

/** The refusal of a signature that someone changed, which is logged. */
export function signatureDiffers(
  log: Deps["log"],
  signedGeneralDocumentId: Id,
  differences: readonly string[],
): AppError {
  log.error({ signedGeneralDocumentId, differences }, "A signature differs from its evidence");
  return conflict(
    "evidence-differs",
    "The record of this signature differs from its evidence, so it isn't shown. Please contact us.",
  );
}
