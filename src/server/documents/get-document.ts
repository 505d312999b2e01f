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
  requireIntactVersion,
  requireOwnFiles,
} from "./intact-decision.ts";
import { presentDocument } from "./present.ts";
import {
  type DocumentKey,
  type DocumentRow,
  findOtherVersions,
  findShownDocument,
  findSnapshots,
  type SnapshotRow,
} from "./queries.ts";
import { shownName, uniqueDocuments } from "./tables.ts";

/** One document of the organization as its people see it; of a draft only the name. */
export async function getDocument(
  deps: Deps,
  organizationId: Id,
  key: DocumentKey,
  reader: Reader = deps.db,
): Promise<UniqueDocument> {
  const document = await findShownDocument(reader, organizationId, key);
  if (!document) throw new AppError("not-found", "There is no such document.");
  // Asked together, because each message to the database costs more than its statement.
  const [{ decision, isBroughtIn }, open, sendings, beside] = await Promise.all([
    findProvenDecision(deps, reader, document),
    document.status === "PENDING" ? readContent(reader, document, null) : null,
    findSendings(reader, document),
    readBeside(reader, document),
  ]);
  const content = (decision ? null : open) ?? (await readContent(reader, document, decision));
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
  const beside = await readBeside(reader, decided.document);
  return present(deps, { ...decided, isBroughtIn: false }, content, beside, reader);
}

type Beside = { snapshots: SnapshotRow[]; predecessor: OtherVersion | null };

/** What belongs to a document beside its content. */
async function readBeside(reader: Reader, document: DocumentRow): Promise<Beside> {
  const [snapshots, { predecessor }] = await Promise.all([
    findSnapshots(reader, document.uniqueDocumentId),
    findOtherVersions(reader, document, shownName(uniqueDocuments)),
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
