import { outsideImages } from "#domain/page/images.ts";
import { findGeneralTerms } from "../agreements/queries.ts";
import type { DbOrTx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { findVersionChanges } from "../documents/get-version-changes.ts";
import type { DocumentRow } from "../documents/queries.ts";
import { readIntact } from "../documents/read-intact.ts";
import { findImagesOf } from "../images/queries.ts";
import { showImages } from "../images/show-images.ts";
import { readInScope } from "../rls/in-scope.ts";
import type { CachedPage } from "./page-cache.ts";
import type { SharedDocument } from "./render-view.ts";

type ReadDocument = { shared: Omit<SharedDocument, "newVersion" | "recipient"> } & Pick<
  CachedPage,
  "imageSources" | "images"
>;

/** A document that its reader may see, with its images. */
export async function readVisibleDocument(
  deps: Pick<Deps, "clock" | "evidence" | "log"> & { db: DbOrTx },
  document: DocumentRow,
): Promise<ReadDocument> {
  const { db } = deps;
  const { decision, content } = await readIntact(deps, db, document);
  const imageSources = outsideImages(content.page);
  const images = await readImageState(db, imageSources);
  const [page = content.page] = await showImages(db, [content.page]);
  const terms = await findGeneralTerms(db);
  const shared = { document, decision, page, generalTermsId: terms?.generalDocumentId ?? null };
  return { shared, imageSources, images };
}

/** The changes from the version before, which visitors cannot read. They are fixed while this one is PENDING. */
export async function readNewVersion(
  { database }: Pick<Deps, "database">,
  { uniqueDocumentId, organizationId, status, predecessorId }: DocumentRow,
): Promise<SharedDocument["newVersion"]> {
  if (status !== "PENDING" || predecessorId === null) return null;
  const found = await readInScope(database, { role: "portal" }, (db) =>
    findVersionChanges(db, organizationId, uniqueDocumentId),
  );
  return found && { before: found.predecessor.externalId, changes: found.changes };
}

/** The state of a page's images on other hosts, which are fetched after the page was stored. */
export async function readImageState(reader: DbOrTx, sources: readonly string[]): Promise<string> {
  return sources.length === 0 ? "" : JSON.stringify([...(await findImagesOf(reader, sources))].sort());
}
