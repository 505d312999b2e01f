import { AppError } from "../app-error.ts";
import type { Tx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { createDocuments, type DocumentDraft } from "./create-documents.ts";

type Draft = Pick<
  DocumentDraft,
  | "uniqueDocumentId"
  | "organizationId"
  | "externalId"
  | "name"
  | "templateId"
  | "documentType"
  | "invoice"
  | "puckState"
> & { at: Date };

/** Adds a draft that its client does not see. */
export async function addDraft(tx: Tx, deps: Pick<Deps, "queue">, { at, ...draft }: Draft): Promise<void> {
  const { problems } = await createDocuments(tx, deps, [
    { ...draft, status: "DRAFT", createdAt: at, updatedAt: at, shownAt: null },
  ]);
  const [problem] = problems;
  if (problem) throw new AppError("conflict", `${problem.message}. Nothing was saved.`);
}
