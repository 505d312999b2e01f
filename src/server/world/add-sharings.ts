import { momentAt } from "#domain/world/world-moment.ts";
import type { Tx } from "../db/database.ts";
import { documentSharings } from "../public-view/tables.ts";
import { addRows } from "./add-rows.ts";
import type { IdentifiedWorld } from "./identify-world.ts";

/** Opens the public view of those of the documents just added that the file shares. */
export async function addSharings(tx: Tx, documents: IdentifiedWorld["documents"], now: Date): Promise<void> {
  const rows = documents.flatMap(({ id, value: { sharing } }) => {
    if (!sharing?.isShared) return [];
    const expiresAt = sharing.expiresAt === null ? null : momentAt(sharing.expiresAt, now);
    return [{ uniqueDocumentId: id, expiresAt, sharedAt: now, sharedByUserProfileId: null }];
  });
  await addRows(tx, documentSharings, documentSharings.uniqueDocumentId, rows);
}
