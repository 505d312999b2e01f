import type { Id } from "#domain/id.ts";
import type { Tx } from "../db/database.ts";
import { partsOf } from "../db/parts-of.ts";
import { documentSharings } from "../schema/public-view.ts";

export type SharingDraft = { uniqueDocumentId: Id; expiresAt: Date | null; sharedAt: Date };

/** Shares documents that were just created. */
export async function createSharings(tx: Tx, drafts: readonly SharingDraft[]): Promise<void> {
  for (const part of partsOf(drafts)) {
    await tx
      .insert(documentSharings)
      .values(part.map((draft) => ({ ...draft, sharedByUserProfileId: null })));
  }
}
