import { and, eq } from "drizzle-orm";
import type { SignatureBundleLink } from "#domain/evidence/bundle/bundle-link.ts";
import type { Id } from "#domain/id.ts";
import { change } from "../access/change.ts";
import type { Admin, Member } from "../access/gates.ts";
import { AppError } from "../app-error.ts";
import type { Deps } from "../deps.ts";
import { signedGeneralDocuments } from "../schema/agreements.ts";
import { signatureBundleKey } from "./serve-bundle.ts";

/** A link to the bundle of a signature, which the audit notes. `organizationId` null: for whomever it was signed. */
export async function takeSignatureBundle(
  deps: Deps,
  caller: Member | Admin,
  signedGeneralDocumentId: Id,
  organizationId: Id | null,
): Promise<SignatureBundleLink> {
  return change(deps, caller, async ({ tx, at, record }) => {
    const isIt = eq(signedGeneralDocuments.signedGeneralDocumentId, signedGeneralDocumentId);
    const isReadable =
      organizationId === null ? isIt : and(isIt, eq(signedGeneralDocuments.organizationId, organizationId));
    const [found] = await tx
      .select({ of: signedGeneralDocuments.organizationId, fileId: signedGeneralDocuments.fileId })
      .from(signedGeneralDocuments)
      .where(isReadable);
    if (!found) throw new AppError("not-found", "There is no such signature.");
    if (found.fileId === null) return { signedGeneralDocumentId, uri: null };
    await record({
      action: "agreement.take-evidence",
      subjectId: signedGeneralDocumentId,
      organizationId: found.of,
      details: {},
    });
    return {
      signedGeneralDocumentId,
      uri: deps.links.sign(signatureBundleKey(signedGeneralDocumentId), at),
    };
  });
}
