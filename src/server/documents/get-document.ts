import type { UniqueDocument } from "#domain/documents/unique-document.ts";
import type { Id } from "#domain/id.ts";
import { unshowableTypes } from "#domain/page/known-blocks.ts";
import type { PuckState } from "#domain/page/page.ts";
import { isOfNewerVersion } from "#domain/page/page-version.ts";
import type { FormerMember } from "../access/gates.ts";
import { AppError } from "../app-error.ts";
import type { DbOrTx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { showImages } from "../images/show-images.ts";
import { presentDocument } from "./present.ts";
import {
  type DocumentKey,
  findShownDocument,
  findShownPredecessor,
  findSnapshots,
  todayOf,
} from "./queries.ts";
import { type IntactDocument, readIntact, requireOwnFiles } from "./read-intact.ts";

export const NOT_SHOWN = new AppError("not-found", "There is no such document.");

/** One document of the organization as its people see it; of a draft only the name. */
export async function getDocument(
  deps: Deps,
  organizationId: Id,
  key: DocumentKey,
  reader: DbOrTx = deps.db,
): Promise<UniqueDocument> {
  const document = await findShownDocument(reader, organizationId, key);
  if (!document) throw NOT_SHOWN;
  return showDocument(deps, await readIntact(deps, reader, document), reader);
}

/** getDocument for a member. Those of a deactivated organization read only what it accepted. */
export async function readDocument(
  deps: Deps,
  { organizationId, isDeactivated }: Pick<FormerMember, "organizationId" | "isDeactivated">,
  key: DocumentKey,
): Promise<UniqueDocument> {
  const document = await getDocument(deps, organizationId, key);
  if (isDeactivated && document.status !== "APPROVED") throw NOT_SHOWN;
  return document;
}

/** A document with this content as clients get it. */
export async function showDocument(
  deps: Deps,
  { document, decision, isBroughtIn, content }: Omit<IntactDocument, "event">,
  reader: DbOrTx = deps.db,
): Promise<UniqueDocument> {
  const { uniqueDocumentId } = document;
  warn(deps, uniqueDocumentId, content.page);
  const [snapshots, predecessor, [page = content.page]] = await Promise.all([
    findSnapshots(reader, uniqueDocumentId),
    findShownPredecessor(reader, uniqueDocumentId),
    showImages(reader, [content.page]),
  ]);
  await requireOwnFiles(deps, reader, snapshots);
  const row = { document, decider: decision, isBroughtIn, snapshots, predecessor };
  const now = deps.clock();
  return presentDocument(
    row,
    { ...content, page },
    {
      linkTo: (fileId) => deps.links.sign(fileId, now),
      today: todayOf(deps, now),
    },
  );
}

function warn({ log }: Pick<Deps, "log">, uniqueDocumentId: Id, page: PuckState): void {
  for (const type of unshowableTypes(page))
    log.warn({ type, uniqueDocumentId }, "A block of a document cannot be shown");
  if (!isOfNewerVersion(page)) return;
  log.warn(
    { uniqueDocumentId },
    "The page of a document is of a newer version and is shown as far as it can be",
  );
}
