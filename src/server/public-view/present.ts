import type { Sharing } from "#domain/documents/admin-document.ts";
import type { Id } from "#domain/id.ts";
import type { SharingRow } from "./queries.ts";

/** Null: the document is not shared. */
export function presentSharing(uniqueDocumentId: Id, row: Pick<SharingRow, "expiresAt"> | null): Sharing {
  return {
    uniqueDocumentId,
    isShared: row !== null,
    expiresAt: row?.expiresAt?.toISOString() ?? null,
  };
}
