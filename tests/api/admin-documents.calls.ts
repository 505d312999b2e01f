import type * as calls from "#contract/admin/documents.ts";
import type { PointedAt } from "#tests/support/pointed-calls.ts";

export const pointed: PointedAt<typeof calls> = {
  getSharing: (ids) => ({ params: { id: ids.uniqueDocumentId } }),
  shareDocument: (ids) => ({ params: { id: ids.uniqueDocumentId }, body: { isShared: false } }),
};
