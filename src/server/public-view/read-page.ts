import type { DbOrTx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import type { DocumentRow } from "../documents/queries.ts";
import { readInScope } from "../rls/in-scope.ts";
import type { CachedPage, PageCache } from "./page-cache.ts";
import { readImageState, readNewVersion, readVisibleDocument } from "./read-visible-document.ts";
import type { SharedDocument, ViewPage } from "./render-view.ts";

type Page = {
  /** Of the cached page. */
  id: string;
  /** The key of the visitor who reads it; empty: everybody may. */
  key: string;
  /** The version of its rows, and of what else this page shows; null if the visitor may not see it. */
  version: (db: DbOrTx) => Promise<string | null>;
  find: (db: DbOrTx) => Promise<DocumentRow | null>;
  recipientOf: (document: DocumentRow) => SharedDocument["recipient"];
  render: (shared: SharedDocument) => ViewPage;
};

/** The page of a document for visitors, rendered again only if a row, an image or a setting has changed. */
export async function readPage(
  deps: Deps,
  pages: PageCache,
  { id, key, version: versionOf, find, recipientOf, render }: Page,
): Promise<CachedPage | null> {
  const asVisitor = <Result>(run: (db: DbOrTx) => Promise<Result>) =>
    readInScope(deps.database, { role: "visitor", key }, run);
  const ownVersion = await asVisitor(versionOf);
  if (ownVersion === null) return null;
  const version = `${ownVersion} ${deps.settings.now().version}`;
  const make = async () => {
    const read = await asVisitor(async (db) => {
      const document = await find(db);
      return document && readVisibleDocument({ ...deps, db }, document);
    });
    if (!read) return null;
    const { shared, ...images } = read;
    const newVersion = await readNewVersion(deps, shared.document);
    const recipient = recipientOf(shared.document);
    return { ...render({ ...shared, newVersion, recipient }), ...images, bodies: new Map() };
  };
  const page = await pages.read(id, version, make);
  if (!page || page.imageSources.length === 0) return page;
  if ((await asVisitor((db) => readImageState(db, page.imageSources))) === page.images) return page;
  pages.forget(id);
  return pages.read(id, version, make);
}
