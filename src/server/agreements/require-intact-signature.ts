import { OF_SIGNATURE } from "#domain/evidence/evidence-event.ts";
import type { Id } from "#domain/id.ts";
import { AppError } from "../app-error.ts";
import type { Reader } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { findDifferences } from "../evidence/check-evidence.ts";
import { findProof } from "../evidence/read-evidence.ts";
import type { SignatureRow } from "./queries.ts";
import { signatureEvidence } from "./signature-evidence.ts";

/**
 * Throws AppError "conflict" if a signature differs from its evidence, because then someone changed the database past
 * the portal.
 */
export async function requireIntactSignature(
  { evidence: key, log }: Pick<Deps, "evidence" | "log">,
  reader: Reader,
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
  return new AppError(
    "conflict",
    "The record of this signature differs from its evidence, so it is not shown. Please contact us.",
    { reason: "evidence-differs" },
  );
}
