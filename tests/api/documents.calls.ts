import type * as calls from "#contract/documents.ts";
import type { PointedAt } from "#tests/support/pointed-calls.ts";

export const pointed: PointedAt<typeof calls> = {
  getDocument: (ids) => ({ params: { id: ids.uniqueDocumentId } }),
  getDocumentBySlug: ({ slug }) => ({ params: { slug } }),
  getVersionChanges: (ids) => ({ params: { id: ids.uniqueDocumentId } }),
  listDocuments: () => ({}),
  approveDocument: ({ uniqueDocumentId, contentHash }) => ({
    params: { id: uniqueDocumentId },
    body: { uniqueDocumentId, status: "APPROVED", contentHash },
  }),
  declineDocument: ({ uniqueDocumentId }) => ({
    params: { id: uniqueDocumentId },
    body: { uniqueDocumentId, status: "DECLINED", reason: "Too dear" },
  }),
  receiveDocument: ({ uniqueDocumentId, contentHash }) => ({
    body: { uniqueDocumentId, status: "APPROVED", contentHash },
  }),
  reportOpening: (ids) => ({ params: { id: ids.uniqueDocumentId }, body: { what: "page" } }),
};
