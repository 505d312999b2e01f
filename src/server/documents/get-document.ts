import type { UniqueDocument } from "#domain/documents/unique-document.ts";
import type { Id } from "#domain/id.ts";
import { unshowableTypes } from "#domain/page/known-blocks.ts";
import { isOfNewerVersion } from "#domain/page/page-version.ts";
import { AppError } from "../app-error.ts";
import type { Reader } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { showImages } from "../images/show-images.ts";
import type { Content, Decided } from "./content.ts";
import { requireOwnFiles } from "./intact-decision.ts";
import { presentDocument, presentSnapshots } from "./present.ts";
import { proveRecord } from "./prove-record.ts";
import { type DocumentKey, findShownPredecessor, findSnapshots } from "./queries.ts";
import { readRecord } from "./read-record.ts";

const NOT_FOUND = new AppError("not-found", "There is no such document.");

/** One document of the organization as its people see it; of a draft only the name. */
export async function getDocument(
  deps: Deps,
  organizationId: Id,
  key: DocumentKey,
  reader: Reader = deps.db,
): Promise<UniqueDocument> {
  const record = await readRecord(reader, organizationId, key);
  if (!record) throw NOT_FOUND;
  const { content, outside, shown, ...row } = await proveRecord(deps, reader, record);
  const { document, snapshots, unshowable, isNewer } = row;
  warn(deps, document, unshowable, isNewer);
  if (outside.length === 0) return { ...shown, documentSnapshots: presentSnapshots(snapshots, linkTo(deps)) };
  const [page = content.page] = await showImages(reader, [content.page]);
  return presentDocument({ ...row, decider: row.decision }, { ...content, page }, linkTo(deps));
}

/** A document with this content as clients get it. */
export async function showDocument(
  deps: Deps,
  { document, decision }: Decided,
  content: Content,
  reader: Reader = deps.db,
): Promise<UniqueDocument> {
  const { uniqueDocumentId } = document;
  warn(deps, document, unshowableTypes(content.page), isOfNewerVersion(content.page));
  const [snapshots, predecessor, [page = content.page]] = await Promise.all([
    findSnapshots(reader, uniqueDocumentId),
    findShownPredecessor(reader, uniqueDocumentId),
    showImages(reader, [content.page]),
  ]);
  await requireOwnFiles(deps, reader, snapshots);
  const row = { document, decider: decision, isBroughtIn: false, snapshots, predecessor };
  return presentDocument(row, { ...content, page }, linkTo(deps));
}

function warn(
  { log }: Pick<Deps, "log">,
  { uniqueDocumentId }: { uniqueDocumentId: Id },
  unshowable: readonly string[],
  isNewer: boolean,
): void {
  for (const type of unshowable)
    log.warn({ type, uniqueDocumentId }, "A block of a document cannot be shown");
  if (!isNewer) return;
  log.warn(
    { uniqueDocumentId },
    "The page of a document is of a newer version and is shown as far as it can be",
  );
}

function linkTo(deps: Deps): (fileId: Id) => string {
  const now = deps.clock();
  return (fileId) => deps.links.sign(fileId, now);
}
