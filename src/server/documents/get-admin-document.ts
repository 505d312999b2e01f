import type { AdminDocument } from "#domain/documents/admin-document.ts";
import type { Id } from "#domain/id.ts";
import { AppError } from "../app-error.ts";
import type { Reader } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { findAdminDocument } from "./admin-queries.ts";
import { findDecision } from "./queries.ts";
import { compareDecision, compareNewest, readDecided } from "./read-intact.ts";

export const NO_DOCUMENT = new AppError("not-found", "There is no such document.");

/** One document of any organization, as the company's people see it. */
export async function getAdminDocument(
  deps: Pick<Deps, "db" | "clock" | "links" | "evidence">,
  uniqueDocumentId: Id,
  reader: Reader = deps.db,
): Promise<AdminDocument> {
  const now = deps.clock();
  const decision = await findDecision(reader, uniqueDocumentId);
  const linkTo = (fileId: Id) => deps.links.sign(fileId, now);
  const found = await findAdminDocument(reader, uniqueDocumentId, decision, linkTo);
  if (!found) throw NO_DOCUMENT;
  const decided = await readDecided(reader, uniqueDocumentId, decision);
  const { differences, isBroughtIn } = await compareDecision(deps, reader, found, decided);
  const isOpen = found.status === "PENDING" && decision === null;
  const ofSent = isOpen ? await compareNewest(deps, reader, uniqueDocumentId) : [];
  return { ...found, isBroughtIn, evidenceDifferences: [...differences, ...ofSent] };
}
