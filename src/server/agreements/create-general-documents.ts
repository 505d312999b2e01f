import { eq } from "drizzle-orm";
import type { GeneralDocument } from "#domain/agreements/general-document.ts";
import {
  beginCreation,
  type Created,
  type Creation,
  checkTwins,
  createRecords,
} from "../creation/creation.ts";
import type { Tx } from "../db/database.ts";
import { sanitiseHtml } from "../html/sanitise-html.ts";
import { generalDocuments } from "./tables.ts";

export type GeneralDocumentDraft = Omit<GeneralDocument, "contentHash" | "updatedAt"> & {
  /** The General Terms and Conditions, which every document links to. */
  isGeneralTerms: boolean;
  updatedAt: Date;
};

/** Adds new general documents. Only one can be the General Terms and Conditions. */
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
  return createRecords(tx, creation, generalDocuments, (draft) => ({
    ...draft,
    richText: sanitiseHtml(draft.richText),
  }));
}

async function checkGeneralTerms(tx: Tx, { fresh, problems }: Creation<GeneralDocumentDraft>): Promise<void> {
  const wanted = fresh.find(({ draft }) => draft.isGeneralTerms);
  if (!wanted) return;
  const { generalDocumentId, name, isGeneralTerms } = generalDocuments;
  const [kept] = await tx
    .select({ generalDocumentId, name })
    .from(generalDocuments)
    .where(eq(isGeneralTerms, true));
  if (!kept) return;
  const message = `The database has its General Terms and Conditions already: "${kept.name}" ("${kept.generalDocumentId}")`;
  problems.push({ at: wanted.at, path: "isGeneralTerms", message });
}
