import { PORTAL_CHAIN } from "#domain/evidence/evidence-event.ts";
import type { Attested } from "../evidence/append-evidence.ts";
import { versionFact } from "../schema/consent-columns.ts";
import type { SignatureRow } from "./queries.ts";

/** What proves a signature. Who signed is sealed. What the portal learned later is no part of it. */
export function signatureEvidence(signature: SignatureRow): Attested {
  const { signedGeneralDocumentId, generalDocumentId, organizationId, version, contentHash } = signature;
  const { userProfileId, userFirstName, userLastName, userEmail, ipAddress, userAgent } = signature;
  const { organizationName, globalOrganizationIdentifier, signerHash, declaration, signedAt } = signature;
  const { consent, intent, identifiedBy, confirmedBy, accessRecordId, authorisedSince, accessGivenBy } =
    signature;
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
      ...versionFact(signature),
      authorisedSince: authorisedSince?.toISOString() ?? null,
    },
    secrets: {
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
