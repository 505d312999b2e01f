import { eq, sql } from "drizzle-orm";
import type { z } from "zod";
import * as calls from "#contract/agreements.ts";
import type { SignedGeneralDocument } from "#domain/agreements/general-document.ts";
import type { Id } from "#domain/id.ts";
import type { SIGNED_GENERAL_DOCUMENT_LIST_COLUMNS } from "#domain/lists/list-columns.ts";
import { AppError } from "../app-error.ts";
import type { Deps } from "../deps.ts";
import type { ListAnswer } from "../http/route.ts";
import { computedText, type List, storedText } from "../lists/list.ts";
import { pageOf, readList } from "../lists/read-list.ts";
import { generalDocuments, generalDocumentVersions, signedGeneralDocuments } from "../schema/agreements.ts";
import { findSignature, findSignedGeneralDocuments, isNewest, presentSignature } from "./queries.ts";
import { requireIntactSignature } from "./require-intact-signature.ts";

const SIGNED_GENERAL_DOCUMENT_LIST: List<(typeof SIGNED_GENERAL_DOCUMENT_LIST_COLUMNS)[number]> = {
  path: calls.listSignedGeneralDocuments.path,
  from: sql`${signedGeneralDocuments} left join ${generalDocuments}
    on ${eq(generalDocuments.generalDocumentId, signedGeneralDocuments.generalDocumentId)}
    left join ${generalDocumentVersions} on ${isNewest}`,
  id: signedGeneralDocuments.signedGeneralDocumentId,
  recent: signedGeneralDocuments.signedAt,
  columns: {
    name: computedText(generalDocumentVersions.name),
    signedBy: storedText(signedGeneralDocuments.signerComparable, signedGeneralDocuments.signerOrder),
    signedAt: { type: "timestamp", timestamp: signedGeneralDocuments.signedAt },
  },
};

/** The signatures for an organization, all or one page. */
export async function listSignedGeneralDocuments(
  deps: Deps,
  organizationId: Id,
  query: z.output<typeof calls.listSignedGeneralDocuments.query>,
): Promise<ListAnswer<typeof calls.listSignedGeneralDocuments>> {
  const where = eq(signedGeneralDocuments.organizationId, organizationId);
  const slice = await readList(deps, SIGNED_GENERAL_DOCUMENT_LIST, { owner: organizationId, where }, query);
  const now = deps.clock();
  const data = await findSignedGeneralDocuments(deps.db, slice, (fileId) => deps.links.sign(fileId, now));
  return { data, ...pageOf(slice) };
}

/** One signature for an organization, compared with its evidence. */
export async function getSignedGeneralDocument(
  deps: Deps,
  organizationId: Id,
  signedGeneralDocumentId: Id,
): Promise<SignedGeneralDocument> {
  const found = await findSignature(deps.db, signedGeneralDocumentId);
  if (found?.organizationId !== organizationId)
    throw new AppError("not-found", "There is no such signature.");
  await requireIntactSignature(deps, deps.db, found);
  const now = deps.clock();
  return presentSignature(found, (fileId) => deps.links.sign(fileId, now));
}
