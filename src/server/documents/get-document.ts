import type { UniqueDocument } from "#domain/documents/unique-document.ts";
import type { Id } from "#domain/id.ts";
import { unshowableTypes } from "#domain/page/known-blocks.ts";
import { isOfNewerVersion } from "#domain/page/page-version.ts";
import { AppError } from "../app-error.ts";
import type { Reader } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { showImages } from "../images/show-images.ts";
import { type Content, type Decided, readContent } from "./content.ts";
import { findProvenDecision, requireIntactVersion, requireOwnFiles } from "./intact-decision.ts";
import { presentDocument } from "./present.ts";
import { type DocumentKey, findOtherVersions, findShownDocument, findSnapshots } from "./queries.ts";
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
  const { decision, isBroughtIn } = await findProvenDecision(deps, reader, document);
  const content = await readContent(reader, document, decision);
  await requireIntactVersion(deps, reader, document, content.sent);
  return showDocument(deps, { document, decision, isBroughtIn }, content, reader);
}

/** A document with this content as clients get it. */
export async function showDocument(
  deps: Deps,
  { document, decision, isBroughtIn = false }: Decided & { isBroughtIn?: boolean },
  content: Content,
  reader: Reader = deps.db,
): Promise<UniqueDocument> {
  const snapshots = await findSnapshots(reader, document.uniqueDocumentId);
  await requireOwnFiles(deps, reader, snapshots);
  const { predecessor } = await findOtherVersions(reader, document, shownName(uniqueDocuments));
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
  const [page = content.page] = await showImages(reader, [content.page]);
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
