import { and, eq, gte, sql } from "drizzle-orm";
import type { Id } from "#domain/id.ts";
import type { PuckState } from "#domain/page/page.ts";
import { pageParts } from "#domain/search/page-parts.ts";
import type { Tx } from "../db/database.ts";
import { isAnyOf, partsOf } from "../db/many-rows.ts";
import { documentParts } from "../schema/search.ts";

type StoredPage = { uniqueDocumentId: Id; organizationId: Id; page: PuckState };

/**
 * Indexes the text of sanitised pages, with the work that was sent, for the search. Code that stores a page calls this
 * in its transaction. Drafts are indexed without work, which changes until they are sent.
 */
export async function indexPageText(tx: Tx, stored: readonly StoredPage[]): Promise<void> {
  if (stored.length === 0) return;
  const ids = stored.map(({ uniqueDocumentId }) => uniqueDocumentId);
  const { uniqueDocumentId: of, organizationId: whose, position: at, blockId, heading, body } = documentParts;
  const existing = await tx
    .select({ uniqueDocumentId: of, organizationId: whose, position: at, blockId, heading, body })
    .from(documentParts)
    .where(isAnyOf(of, ids));
  const indexed = new Map(existing.map((part) => [placeOf(part), JSON.stringify(inOrder(part))]));
  const rows = stored.flatMap(({ uniqueDocumentId, organizationId, page }) =>
    pageParts(page).map((part, position) => ({ uniqueDocumentId, organizationId, position, ...part })),
  );
  // Who types changes one block of hundreds.
  const changed = rows.filter((part) => indexed.get(placeOf(part)) !== JSON.stringify(inOrder(part)));
  for (const part of partsOf(changed)) {
    await tx
      .insert(documentParts)
      .values(part)
      .onConflictDoUpdate({
        target: [of, at],
        set: { blockId: sql`excluded.block_id`, heading: sql`excluded.heading`, body: sql`excluded.body` },
      });
  }
  const left = new Set(rows.map(placeOf));
  const surplus = Map.groupBy(
    existing.filter((part) => !left.has(placeOf(part))),
    (part) => part.uniqueDocumentId,
  );
  for (const [id, parts] of surplus) {
    const first = Math.min(...parts.map(({ position }) => position));
    await tx.delete(documentParts).where(and(eq(of, id), gte(at, first)));
  }
}

type Part = Omit<typeof documentParts.$inferSelect, "words">;

function placeOf({ uniqueDocumentId, position }: Pick<Part, "uniqueDocumentId" | "position">): string {
  return `${uniqueDocumentId} ${position}`;
}

function inOrder({ blockId, heading, body }: Pick<Part, "blockId" | "heading" | "body">) {
  return [blockId, heading, body];
}
