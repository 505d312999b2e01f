import type * as calls from "#contract/admin/drafts.ts";
import { makeDocument, makePage } from "#tests/support/factories.ts";
import type { TestApp } from "#tests/support/make-app.ts";
import type { PointedAt } from "#tests/support/pointed-calls.ts";

export async function makeOwn({ db }: TestApp) {
  const { uniqueDocumentId: writtenDocumentId } = await makeDocument(db, { status: "DRAFT", shownAt: null });
  return { writtenDocumentId };
}

export const pointed: PointedAt<typeof calls, "writtenDocumentId"> = {
  getDraft: ({ writtenDocumentId: id }) => ({ params: { id } }),
  savePage: ({ writtenDocumentId: id }) => ({
    params: { id },
    body: { revision: 1, page: makePage([], id) },
  }),
  holdDraft: ({ writtenDocumentId: id }) => ({ params: { id }, body: {} }),
};
