import type { AdminDocument } from "#domain/documents/admin-document.ts";
import type { Id } from "#domain/id.ts";
import { AppError } from "../app-error.ts";
import type { Reader } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { findAdminDocument } from "./admin-queries.ts";
import { compareDecision } from "./intact-decision.ts";

export const NO_DOCUMENT = new AppError("not-found", "There is no such document.");

/** One document of any organization, as the company's people see it. */
export async function getAdminDocument(
  deps: Pick<Deps, "db" | "clock" | "links" | "evidence">,
  uniqueDocumentId: Id,
  reader: Reader = deps.db,
): Promise<AdminDocument> {
  const now = deps.clock();
  const found = await findAdminDocument(reader, uniqueDocumentId, (fileId) => deps.links.sign(fileId, now));
  if (!found) throw NO_DOCUMENT;
  const { differences } = await compareDecision(deps, reader, found);
  return { ...found, evidenceDifferences: differences };
}
