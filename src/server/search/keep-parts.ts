import type { Id } from "#domain/id.ts";
import type { PuckState } from "#domain/page/page.ts";
import { pageParts } from "#domain/search/page-parts.ts";
import type { Tx } from "../db/database.ts";
import { isAnyOf } from "../db/is-any-of.ts";
import { partsOf } from "../db/parts-of.ts";
import { documentParts } from "./tables.ts";

type StoredPage = { uniqueDocumentId: Id; organizationId: Id; page: PuckState };

/**
 * Keeps the words of sanitised pages for searching, with the work that was sent. Code that stores a page calls this in
 * its transaction. Pages of drafts come without work, which changes until they are sent.
 */
export async function keepParts(tx: Tx, stored: readonly StoredPage[]): Promise<void> {
  if (stored.length === 0) return;
  const ids = stored.map(({ uniqueDocumentId }) => uniqueDocumentId);
  await tx.delete(documentParts).where(isAnyOf(documentParts.uniqueDocumentId, ids));
  const rows = stored.flatMap(({ uniqueDocumentId, organizationId, page }) =>
    pageParts(page).map((part, position) => ({ uniqueDocumentId, organizationId, position, ...part })),
  );
  for (const part of partsOf(rows)) await tx.insert(documentParts).values(part);
}
