import { and, eq, lte, max, type SQL, sql } from "drizzle-orm";
import type { GeneralDocument } from "#domain/agreements/general-document.ts";
import type { Id } from "#domain/id.ts";
import { refuseLength } from "#domain/storable-text.ts";
import {
  beginCreation,
  type Created,
  type Creation,
  checkReferences,
  checkTwins,
  createRecords,
} from "../creation/creation.ts";
import type { Tx } from "../db/database.ts";
import { partsOf } from "../db/many-rows.ts";
import { sanitiseHtml } from "../html/sanitise-html.ts";
import { generalDocuments, generalDocumentVersions, signedGeneralDocuments } from "../schema/agreements.ts";
import { RECORD_FORMAT } from "../schema/consent-columns.ts";
import { contentHashOf, isNewest } from "./queries.ts";

export type GeneralDocumentDraft = Pick<
  GeneralDocument,
  "generalDocumentId" | "name" | "richText" | "signatureType"
> & {
  /** The General Terms and Conditions, which every document links to. */
  isGeneralTerms: boolean;
  updatedAt: Date;
};

/** Adds new general documents in their first version. Only one can be the General Terms and Conditions. */
export async function createGeneralDocuments(
  tx: Tx,
  drafts: readonly GeneralDocumentDraft[],
): Promise<Created<GeneralDocumentDraft>> {
  const creation = await beginCreation(tx, "generalDocuments", drafts);
  checkTwins(
    creation,
    "isGeneralTerms",
    ({ isGeneralTerms }) => (isGeneralTerms ? "they" : undefined),
    () => "is the General Terms and Conditions already; there is one",
  );
  await checkGeneralTerms(tx, creation);
  for (const { at, draft } of creation.fresh) {
    const message = refuseLength(draft.richText);
    if (message) creation.problems.push({ at, path: "richText", message });
  }
  const created = await createRecords(
    tx,
    creation,
    generalDocuments,
    ({ generalDocumentId, isGeneralTerms }) => ({ generalDocumentId, isGeneralTerms, version: 1 }),
  );
  for (const part of partsOf(created.added)) {
    await tx.insert(generalDocumentVersions).values(part.map(firstVersionOf));
  }
  return created;
}

function firstVersionOf(draft: GeneralDocumentDraft): typeof generalDocumentVersions.$inferInsert {
  const { generalDocumentId, name, signatureType, updatedAt } = draft;
  const shown = { generalDocumentId, name, richText: sanitiseHtml(draft.richText) };
  return { ...shown, version: 1, signatureType, contentHash: contentHashOf(shown), publishedAt: updatedAt };
}

async function checkGeneralTerms(tx: Tx, { fresh, problems }: Creation<GeneralDocumentDraft>): Promise<void> {
  const terms = fresh.find(({ draft }) => draft.isGeneralTerms);
  if (!terms) return;
  const { generalDocumentId, isGeneralTerms } = generalDocuments;
  const [current] = await tx
    .select({ generalDocumentId, name: generalDocumentVersions.name })
    .from(generalDocuments)
    .innerJoin(generalDocumentVersions, isNewest)
    .where(eq(isGeneralTerms, true));
  if (!current) return;
  const message = `The database has its General Terms and Conditions already: "${current.name}" ("${current.generalDocumentId}")`;
  problems.push({ at: terms.at, path: "isGeneralTerms", message });
}

/** A signature given elsewhere. Its document is known, but not its text. */
export type SignatureDraft = {
  signedGeneralDocumentId: Id;
  documentId: Id;
  /** The person, if they have a profile. */
  userId: Id | null;
  userFirstName: string;
  userLastName: string;
  userEmail: string;
  /** The organization they signed for, if the portal has it. */
  organizationId: Id | null;
  organizationName: string | null;
  globalOrganizationIdentifier: string | null;
  signedAt: Date;
};

/** Adds new signatures. */
export async function recordSignatures(
  tx: Tx,
  drafts: readonly SignatureDraft[],
): Promise<Created<SignatureDraft>> {
  const creation = await beginCreation(tx, "signedGeneralDocuments", drafts);
  await checkReferences(tx, creation, ({ documentId, userId, organizationId }) => [
    { path: "documentId", to: "generalDocuments", name: documentId },
    { path: "userId", to: "people", name: userId },
    { path: "organizationId", to: "organizations", name: organizationId },
  ]);
  return createRecords(tx, creation, signedGeneralDocuments, ({ documentId, userId, ...draft }) => ({
    ...draft,
    generalDocumentId: documentId,
    version: versionAt(documentId, draft.signedAt),
    userProfileId: userId,
    recordVersion: RECORD_FORMAT,
    consent: "not-recorded" as const,
  }));
}

/** The version of a document that was the newest at a time; null before the first. */
function versionAt(documentId: Id, instant: Date): SQL<number | null> {
  const { generalDocumentId, version, publishedAt } = generalDocumentVersions;
  const wasPublished = and(eq(generalDocumentId, documentId), lte(publishedAt, instant));
  return sql`(select ${max(version)} from ${generalDocumentVersions} where ${wasPublished})`;
}
