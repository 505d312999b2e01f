import { and, eq } from "drizzle-orm";
import type { SignatureBundleLink } from "#domain/agreements/general-document.ts";
import type { BundleLink } from "#domain/documents/unique-document.ts";
import type { Id } from "#domain/id.ts";
import { change } from "../access/change.ts";
import type { Admin, Member } from "../access/gates.ts";
import { AppError } from "../app-error.ts";
import type { Deps } from "../deps.ts";
import { signedGeneralDocuments } from "../schema/agreements.ts";
import { documentSnapshots } from "../schema/document-versions.ts";
import { pageVisibleToClients, uniqueDocuments } from "../schema/documents.ts";
import { bundleKey, signatureBundleKey } from "./serve-bundle.ts";

/** A link to the bundle of a document, which the audit notes. `organizationId` null: of any organization. */
export async function createBundleLink(
  deps: Deps,
  caller: Member | Admin,
  uniqueDocumentId: Id,
  organizationId: Id | null,
): Promise<BundleLink> {
  return change(deps, caller, async ({ tx, at, record }) => {
    const isIt = eq(uniqueDocuments.uniqueDocumentId, uniqueDocumentId);
    const isReadable =
      organizationId === null
        ? isIt
        : and(
            isIt,
            eq(uniqueDocuments.organizationId, organizationId),
            pageVisibleToClients(uniqueDocuments),
          );
    const [found] = await tx
      .select({ of: uniqueDocuments.organizationId, fileId: documentSnapshots.fileId })
      .from(uniqueDocuments)
      .leftJoin(documentSnapshots, eq(documentSnapshots.uniqueDocumentId, uniqueDocuments.uniqueDocumentId))
      .where(isReadable);
    if (!found) throw new AppError("not-found", "There is no such document.");
    if (found.fileId === null) return { uniqueDocumentId, uri: null };
    await record({
      action: "document.take-evidence",
      subjectId: uniqueDocumentId,
      organizationId: found.of,
      details: {},
    });
    return { uniqueDocumentId, uri: deps.links.sign(bundleKey(uniqueDocumentId), at) };
  });
}

/** A link to the bundle of a signature, which the audit notes. `organizationId` null: for whomever it was signed. */
export async function createSignatureBundleLink(
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
