import { eq } from "drizzle-orm";
import type { GeneralDocument } from "#domain/agreements/general-document.ts";
import { refuseLength } from "#domain/storable-text.ts";
import {
  beginCreation,
  type Created,
  type Creation,
  checkTwins,
  createRecords,
} from "../creation/creation.ts";
import type { Tx } from "../db/database.ts";
import { partsOf } from "../db/many-rows.ts";
import { sanitiseHtml } from "../html/sanitise-html.ts";
import { generalDocuments, generalDocumentVersions } from "../schema/agreements.ts";
import { contentHashOf, isNewest } from "./queries.ts";

export type GeneralDocumentDraft = Pick<
  GeneralDocument,
  "generalDocumentId" | "name" | "richText" | "signatureType"
> & {
  /** The General Terms and Conditions, which every document links to. */
  isGeneralTerms: boolean;
  updatedAt: Date;
};

/**
 * Adds new general documents in their first version, whose text is no longer than that of a page's block. Only one can
 * be the General Terms and Conditions.
 */
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
