import type { OtherVersion, UniqueDocument } from "#domain/documents/unique-document.ts";
import type { Id } from "#domain/id.ts";
import { unshowableTypes } from "#domain/page/known-blocks.ts";
import { isOfNewerVersion } from "#domain/page/page-version.ts";
import { AppError } from "../app-error.ts";
import type { Reader } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { showImages } from "../images/show-images.ts";
import { type Content, type Decided, readContent } from "./content.ts";
import {
  findProvenDecision,
  findSendings,
  readDecided,
  requireIntactVersion,
  requireOwnFiles,
} from "./intact-decision.ts";
import { presentDocument } from "./present.ts";
import {
  type DocumentKey,
  findShownDocument,
  findShownPredecessor,
  findSnapshots,
  type SnapshotRow,
} from "./queries.ts";
import { readSent } from "./resolve-page.ts";

const NOT_FOUND = new AppError("not-found", "There is no such document.");

/** One document of the organization as its people see it; of a draft only the name. */
export async function getDocument(
  deps: Deps,
  organizationId: Id,
  key: DocumentKey,
  reader: Reader = deps.db,
): Promise<UniqueDocument> {
  const named = "slug" in key ? await findShownDocument(reader, organizationId, key) : undefined;
  const uniqueDocumentId = "slug" in key ? named?.uniqueDocumentId : key.uniqueDocumentId;
  if (uniqueDocumentId === undefined) throw NOT_FOUND;
  // Asked together, because each message to the database costs more than its statement.
  const [document, decided, sent, sendings, beside] = await Promise.all([
    named ?? findShownDocument(reader, organizationId, key),
    readDecided(reader, uniqueDocumentId),
    readSent(reader, uniqueDocumentId),
    findSendings(reader, { uniqueDocumentId }),
    readBeside(reader, uniqueDocumentId),
  ]);
  if (!document) throw NOT_FOUND;
  const { decision, isBroughtIn } = await findProvenDecision(deps, reader, document, decided);
  const content = await readContent(reader, document, decision, sent);
  await requireIntactVersion(deps, reader, document, content.sent, sendings);
  return present(deps, { document, decision, isBroughtIn }, content, beside, reader);
}

/** A document with this content as clients get it. */
export async function showDocument(
  deps: Deps,
  decided: Decided,
  content: Content,
  reader: Reader = deps.db,
): Promise<UniqueDocument> {
  const beside = await readBeside(reader, decided.document.uniqueDocumentId);
  return present(deps, { ...decided, isBroughtIn: false }, content, beside, reader);
}

type Beside = { snapshots: SnapshotRow[]; predecessor: OtherVersion | null };

/** What belongs to a document beside its content. */
async function readBeside(reader: Reader, uniqueDocumentId: Id): Promise<Beside> {
  const [snapshots, predecessor] = await Promise.all([
    findSnapshots(reader, uniqueDocumentId),
    findShownPredecessor(reader, uniqueDocumentId),
  ]);
  return { snapshots, predecessor };
}

async function present(
  deps: Deps,
  { document, decision, isBroughtIn }: Decided & { isBroughtIn: boolean },
  content: Content,
  { snapshots, predecessor }: Beside,
  reader: Reader,
): Promise<UniqueDocument> {
  for (const type of unshowableTypes(content.page)) {
    deps.log.warn(
      { type, uniqueDocumentId: document.uniqueDocumentId },
      "A block of a document cannot be shown",
    );
  }
  if (isOfNewerVersion(content.page)) {
    deps.log.warn(
      { uniqueDocumentId: document.uniqueDocumentId },
      "The page of a document is of a newer version and is shown as far as it can be",
    );
  }
  const [[page = content.page]] = await Promise.all([
    showImages(reader, [content.page]),
    requireOwnFiles(deps, reader, snapshots),
  ]);
  return presentDocument(
    { document, decider: decision, isBroughtIn, snapshots, predecessor },
    { ...content, page },
    linkTo(deps),
  );
}

function linkTo(deps: Deps): (fileId: Id) => string {
  const now = deps.clock();
  return (fileId) => deps.links.sign(fileId, now);
}
