import { and, eq, sql } from "drizzle-orm";
import type { z } from "zod";
import * as managed from "#contract/admin/agreements.ts";
import * as calls from "#contract/agreements.ts";
import type { SignedGeneralDocument } from "#domain/agreements/general-document.ts";
import { type ManagedSignature, SIGNER_ADDRESS_LABELS } from "#domain/agreements/managed-general-document.ts";
import type { Id } from "#domain/id.ts";
import { ORDER_DIGITS } from "#domain/lists/comparable-text.ts";
import type {
  ADMIN_SIGNATURE_LIST_COLUMNS,
  SIGNED_GENERAL_DOCUMENT_LIST_COLUMNS,
} from "#domain/lists/list-columns.ts";
import { AppError } from "../app-error.ts";
import type { Deps } from "../deps.ts";
import type { ListAnswer } from "../http/route.ts";
import { computedTextColumn, type List, storedTextColumn } from "../lists/list.ts";
import { pageOf, readList } from "../lists/read-list.ts";
import { userProfiles } from "../schema/account.ts";
import {
  generalDocuments,
  generalDocumentVersions,
  signedGeneralDocuments,
  signingRequests,
} from "../schema/agreements.ts";
import {
  emailNow,
  findSignature,
  findSignedGeneralDocuments,
  hasDocument,
  hasSignedNewest,
  isNewest,
  presentSignature,
  type SignatureRow,
} from "./queries.ts";
import { requireIntactSignature } from "./signature-evidence.ts";

const { generalDocumentId, version, userProfileId, emailConfirmedAt } = signedGeneralDocuments;

/** The words of the column, as it shows them. */
const address = sql`case when ${userProfileId} is not null then ${SIGNER_ADDRESS_LABELS.account}::text
  when ${emailConfirmedAt} is not null then ${SIGNER_ADDRESS_LABELS.confirmed}::text
  else ${SIGNER_ADDRESS_LABELS.unconfirmed}::text end`;

const SIGNATURES = {
  from: sql`${signedGeneralDocuments} left join ${generalDocuments} on ${hasDocument}
    left join ${generalDocumentVersions} on ${isNewest}`,
  id: signedGeneralDocuments.signedGeneralDocumentId,
  defaultSort: signedGeneralDocuments.signedAt,
  columns: {
    name: computedTextColumn(generalDocumentVersions.name),
    signedBy: storedTextColumn(signedGeneralDocuments.signerComparable, signedGeneralDocuments.signerOrder),
    signedAt: { type: "timestamp", timestamp: signedGeneralDocuments.signedAt },
  },
} as const;

const SIGNATURE_LIST: List<(typeof ADMIN_SIGNATURE_LIST_COLUMNS)[number]> = {
  path: managed.listSignatures.path,
  ...SIGNATURES,
  columns: {
    ...SIGNATURES.columns,
    organizationName: storedTextColumn(
      signedGeneralDocuments.organizationComparable,
      signedGeneralDocuments.organizationOrder,
    ),
    version: {
      type: "text",
      comparable: sql`${version}::text`,
      order: sql`lpad(${version}::text, ${ORDER_DIGITS}::int, '0')`,
    },
    address: computedTextColumn(address),
  },
};

/** Signatures, newest first, all or one page. */
export async function listSignatures(
  deps: Deps,
  { generalDocumentId: documentId, ...query }: z.output<typeof managed.listSignatures.query>,
): Promise<ListAnswer<typeof managed.listSignatures>> {
  const where = documentId === undefined ? undefined : eq(generalDocumentId, documentId);
  const selection = await readList(
    deps,
    { ...SIGNATURE_LIST, sortsNullsFirst: documentId === undefined },
    { cursorAudience: documentId ?? "every", where },
    query,
  );
  const isRequested = and(
    eq(signingRequests.generalDocumentId, generalDocumentId),
    eq(signingRequests.version, generalDocuments.version),
    eq(signingRequests.email, emailNow),
  );
  const rows = await deps.db
    .select({
      signature: signedGeneralDocuments,
      name: generalDocumentVersions.name,
      hasSignedNewest,
      askedAt: signingRequests.askedAt,
    })
    .from(signedGeneralDocuments)
    .innerJoin(generalDocuments, hasDocument)
    .innerJoin(generalDocumentVersions, isNewest)
    .leftJoin(userProfiles, eq(userProfiles.userProfileId, userProfileId))
    .leftJoin(signingRequests, isRequested)
    .where(selection.where)
    .orderBy(...selection.orderBy);
  const data = rows.map(({ signature, askedAt, ...row }) => ({
    ...presentManaged(signature),
    ...row,
    askedAt: askedAt?.toISOString() ?? null,
  }));
  return { data, ...pageOf(selection) };
}

function presentManaged(row: SignatureRow): Omit<ManagedSignature, "name" | "hasSignedNewest" | "askedAt"> {
  const { s3uri: _, ...signature } = presentSignature(row, () => "");
  const ofVisitor = row.emailConfirmedAt === null ? "unconfirmed" : "confirmed";
  return {
    ...signature,
    version: row.version,
    address: row.userProfileId === null ? ofVisitor : "account",
    emailConfirmedAt: row.emailConfirmedAt?.toISOString() ?? null,
    hasPdf: row.fileId !== null,
  };
}

/** One signature of anybody, compared with its evidence, with a link to its signed copy. */
export async function getSignature(deps: Deps, signedGeneralDocumentId: Id): Promise<SignedGeneralDocument> {
  return showSignature(deps, await findSignature(deps.db, signedGeneralDocumentId));
}

const SIGNED_GENERAL_DOCUMENT_LIST: List<(typeof SIGNED_GENERAL_DOCUMENT_LIST_COLUMNS)[number]> = {
  path: calls.listSignedGeneralDocuments.path,
  ...SIGNATURES,
};

/** The signatures for an organization, all or one page. */
export async function listSignedGeneralDocuments(
  deps: Deps,
  organizationId: Id,
  query: z.output<typeof calls.listSignedGeneralDocuments.query>,
): Promise<ListAnswer<typeof calls.listSignedGeneralDocuments>> {
  const where = eq(signedGeneralDocuments.organizationId, organizationId);
  const selection = await readList(
    deps,
    SIGNED_GENERAL_DOCUMENT_LIST,
    { cursorAudience: organizationId, where },
    query,
  );
  const now = deps.clock();
  const data = await findSignedGeneralDocuments(deps.db, selection, (fileId) => deps.links.sign(fileId, now));
  return { data, ...pageOf(selection) };
}

/** One signature for an organization, compared with its evidence. */
export async function getSignedGeneralDocument(
  deps: Deps,
  organizationId: Id,
  signedGeneralDocumentId: Id,
): Promise<SignedGeneralDocument> {
  const found = await findSignature(deps.db, signedGeneralDocumentId);
  return showSignature(deps, found?.organizationId === organizationId ? found : null);
}

async function showSignature(deps: Deps, row: SignatureRow | null): Promise<SignedGeneralDocument> {
  if (!row) throw new AppError("not-found", "There is no such signature.");
  await requireIntactSignature(deps, deps.db, row);
  const now = deps.clock();
  return presentSignature(row, (fileId) => deps.links.sign(fileId, now));
}
