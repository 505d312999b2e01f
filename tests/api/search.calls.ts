import type * as adminCalls from "#contract/admin/search.ts";
import type * as calls from "#contract/search.ts";
import type { PointedAt } from "#tests/support/pointed-calls.ts";

export const pointed: PointedAt<typeof calls & typeof adminCalls> = {
  search: ({ uniqueDocumentId }) => ({ body: { q: uniqueDocumentId } }),
  searchAll: ({ uniqueDocumentId }) => ({ body: { q: uniqueDocumentId } }),
  findChoices: () => ({ params: { of: "organization" } }),
};
