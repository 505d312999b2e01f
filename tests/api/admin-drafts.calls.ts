import type * as calls from "#contract/admin/drafts.ts";
import { pageRevisions } from "#server/schema/pages.ts";
import { makeDocument, makePage } from "#tests/support/factories.ts";
import type { TestApp } from "#tests/support/make-app.ts";
import type { PointedAt } from "#tests/support/pointed-calls.ts";

export async function makeOwn({ db }: TestApp) {
  const unsent = { status: "DRAFT" as const, shownAt: null };
  const { uniqueDocumentId: writtenDocumentId } = await makeDocument(db, unsent);
  const { uniqueDocumentId: readyDocumentId } = await makeDocument(db, unsent);
  const { uniqueDocumentId: filledDocumentId } = await makeDocument(db, unsent);
  const { uniqueDocumentId: revisedDocumentId, organizationId, puckState } = await makeDocument(db, unsent);
  const at = new Date();
  await db.insert(pageRevisions).values({
    uniqueDocumentId: revisedDocumentId,
    organizationId,
    number: 1,
    savedAt: at,
    storedAt: at,
    because: "WORK",
    page: puckState,
  });
  const { uniqueDocumentId: recallableDocumentId } = await makeDocument(db);
  const { uniqueDocumentId: extendableDocumentId } = await makeDocument(db, { validUntil: "2040-01-15" });
  const { uniqueDocumentId: withdrawableDocumentId } = await makeDocument(db);
  return {
    writtenDocumentId,
    readyDocumentId,
    revisedDocumentId,
    filledDocumentId,
    recallableDocumentId,
    extendableDocumentId,
    withdrawableDocumentId,
  };
}

type Own =
  | "writtenDocumentId"
  | "revisedDocumentId"
  | "readyDocumentId"
  | "filledDocumentId"
  | "recallableDocumentId"
  | "extendableDocumentId"
  | "withdrawableDocumentId";

export const pointed: PointedAt<typeof calls, Own> = {
  getDraft: ({ writtenDocumentId: id }) => ({ params: { id } }),
  savePage: ({ writtenDocumentId: id }) => ({
    params: { id },
    body: { revision: 1, page: makePage([], id) },
  }),
  leaveOutUnread: ({ writtenDocumentId: id }) => ({ params: { id }, body: {} }),
  fillDraft: ({ filledDocumentId: id }) => ({
    params: { id },
    body: { revision: 1, texts: { who: id } },
  }),
  getRecipients: ({ writtenDocumentId: id }) => ({ params: { id } }),
  reportPresence: ({ writtenDocumentId: id }) => ({
    params: { id },
    body: { tabId: "tab", position: { blockId: id } },
  }),
  listRevisions: ({ revisedDocumentId: id }) => ({ params: { id } }),
  getRevision: ({ revisedDocumentId: id }) => ({ params: { id, number: "1" } }),
  restoreRevision: ({ revisedDocumentId: id }) => ({ params: { id, number: "1" }, body: { revision: 1 } }),
  getChecks: ({ writtenDocumentId: id }) => ({ params: { id } }),
  openPreview: ({ writtenDocumentId: id }) => ({ params: { id } }),
  printDraft: ({ writtenDocumentId: id }) => ({ params: { id } }),
  sendSample: ({ writtenDocumentId: id }) => ({ params: { id }, body: { sampleId: id } }),
  sendDocument: ({ readyDocumentId: id }) => ({ params: { id }, body: { revision: 1, message: id } }),
  recallDocument: ({ recallableDocumentId: id }) => ({ params: { id }, body: {} }),
  withdrawDocument: ({ withdrawableDocumentId: id }) => ({ params: { id }, body: { reason: id } }),
  extendDocument: ({ extendableDocumentId: id }) => ({ params: { id }, body: { validUntil: "2041-01-15" } }),
  addNewVersion: ({ withdrawableDocumentId: id }) => ({ params: { id }, body: {} }),
};
