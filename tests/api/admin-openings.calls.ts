import type * as calls from "#contract/admin/openings.ts";
import type { PointedAt } from "#tests/support/pointed-calls.ts";

export const pointed: PointedAt<typeof calls> = {
  getOpenings: (ids) => ({ params: { id: ids.uniqueDocumentId } }),
};
