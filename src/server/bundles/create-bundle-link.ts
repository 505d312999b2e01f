import { and, eq } from "drizzle-orm";
import type { SignatureBundleLink } from "#domain/agreements/general-document.ts";
import type { BundleLink } from "#domain/documents/unique-document.ts";
import type { Id } from "#domain/id.ts";
import { change } from "../access/change.ts";
import type { Admin, FormerMember } from "../access/gates.ts";
import { AppError } from "../app-error.ts";
import type { Deps } from "../deps.ts";
import { signedGeneralDocuments } from "../schema/agreements.ts";
import { documentSnapshots } from "../schema/document-versions.ts";
import { pageVisibleToClients, uniqueDocuments } from "../schema/documents.ts";
import { bundleKey, signatureBundleKey } from "./serve-bundle.ts";

/** A link to the bundle of a document, which the audit notes. `organizationId` null: of any organization. */
export async function createBundleLink(
  deps: Deps,
  caller: FormerMember | Admin,
  uniqueDocumentId: Id,
  organizationId: Id | null,
): Promise<BundleLink> {
  return change(deps, caller, async ({ tx, at, record }) => {
    const isVisible =
      organizationId === null
        ? undefined
        : and(
            eq(uniqueDocuments.organizationId, organizationId),
            pageVisibleToClients(uniqueDocuments),
            "isDeactivated" in caller && caller.isDeactivated
              ? eq(uniqueDocuments.status, "APPROVED")
              : undefined,
          );
    const [found] = await tx
      .select({ of: uniqueDocuments.organizationId, fileId: documentSnapshots.fileId })
      .from(uniqueDocuments)
      .leftJoin(documentSnapshots, eq(documentSnapshots.uniqueDocumentId, uniqueDocuments.uniqueDocumentId))
      .where(and(eq(uniqueDocuments.uniqueDocumentId, uniqueDocumentId), isVisible));
    if (!found) throw new AppError("not-found", "There is no such document.");
    if (found.fileId === null) return { uniqueDocumentId, uri: null };
    const { of } = found;
    const action = "document.take-evidence";
    await record({ action, subjectId: uniqueDocumentId, organizationId: of, details: {} });
    return { uniqueDocumentId, uri: deps.links.sign(bundleKey(uniqueDocumentId), at) };
  });
}

/** A link to the bundle of a signature, which the audit notes. `organizationId` null: for whomever it was signed. */
export async function createSignatureBundleLink(
  deps: Deps,
  caller: FormerMember | Admin,
  signedGeneralDocumentId: Id,
  organizationId: Id | null,
): Promise<SignatureBundleLink> {
  return change(deps, caller, async ({ tx, at, record }) => {
    const isIt = eq(signedGeneralDocuments.signedGeneralDocumentId, signedGeneralDocumentId);
    const isOwn =
      organizationId === null ? undefined : eq(signedGeneralDocuments.organizationId, organizationId);
    const [found] = await tx
      .select({ of: signedGeneralDocuments.organizationId, fileId: signedGeneralDocuments.fileId })
      .from(signedGeneralDocuments)
      .where(and(isIt, isOwn));
    if (!found) throw new AppError("not-found", "There is no such signature.");
    if (found.fileId === null) return { signedGeneralDocumentId, uri: null };
    const { of } = found;
    const action = "agreement.take-evidence";
    await record({ action, subjectId: signedGeneralDocumentId, organizationId: of, details: {} });
    const uri = deps.links.sign(signatureBundleKey(signedGeneralDocumentId), at);
    return { signedGeneralDocumentId, uri };
  });
}
