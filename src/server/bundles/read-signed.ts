import { and, eq } from "drizzle-orm";
import { OF_SIGNATURE } from "#domain/evidence/evidence-event.ts";
import type { Id } from "#domain/id.ts";
import { findSignature } from "../agreements/queries.ts";
import { requireIntactSignature, signatureDiffers } from "../agreements/require-intact-signature.ts";
import type { Reader } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { findEvidence } from "../evidence/read-evidence.ts";
import { generalDocumentVersions } from "../schema/agreements.ts";
import { readHowConsented } from "./how-consented.ts";
import { type Bundled, readBundledChain } from "./read-bundled-chain.ts";

/** Reads a signature with its evidence; null without a signed copy. Throws AppError "conflict" if they differ. */
export async function readSigned(
  deps: Pick<Deps, "evidence" | "log">,
  reader: Reader,
  signedGeneralDocumentId: Id,
): Promise<Bundled | null> {
  const signature = await findSignature(reader, signedGeneralDocumentId);
  if (!signature || signature.fileId === null || signature.version === null) return null;
  const { generalDocumentId, version } = signature;
  await requireIntactSignature(deps, reader, signature);
  const [named] = await reader
    .select({ name: generalDocumentVersions.name })
    .from(generalDocumentVersions)
    .where(
      and(
        eq(generalDocumentVersions.generalDocumentId, generalDocumentId),
        eq(generalDocumentVersions.version, version),
      ),
    );
  const [copy] = await findEvidence(reader, signature.fileId, ["agreement.copy"]);
  if (copy?.facts.ofId !== signedGeneralDocumentId)
    throw signatureDiffers(deps.log, signedGeneralDocumentId, ["signed copy"]);
  const own = await findEvidence(reader, signedGeneralDocumentId, OF_SIGNATURE);
  const chain = await readBundledChain(reader, [...own, copy]);
  if (!named || !chain) return null;
  const { name } = named;
  const by = `${signature.userFirstName} ${signature.userLastName}`;
  return {
    id: signedGeneralDocumentId,
    fileName: `Evidence of ${name} signed by ${by}`,
    facts: {
      organization: signature.organizationName,
      signature: { signedGeneralDocumentId, name, version },
      signedBy: { name: by, email: signature.userEmail },
      signedAt: signature.signedAt.toISOString(),
      isBroughtIn: own[0]?.kind === "agreement.bring-in",
      ...(await readHowConsented(reader, signature)),
    },
    chain,
    // Who signed is in the PDF; their address on the network stays sealed.
    openedOf: () => ({}),
    pdfHash: String(copy.facts.sha256),
  };
}
