import type * as calls from "#contract/openings.ts";
import type { PointedAt } from "#tests/support/pointed-calls.ts";

export const pointed: PointedAt<typeof calls> = {
  reportOpening: (ids) => ({ params: { id: ids.uniqueDocumentId }, body: { what: "page" } }),
};
