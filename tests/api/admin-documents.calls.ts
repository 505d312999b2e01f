import type * as calls from "#contract/admin/documents.ts";
import type { DocumentDetails } from "#domain/documents/document-details.ts";
import { makeDocument, makeOrganization } from "#tests/support/factories.ts";
import type { TestApp } from "#tests/support/make-app.ts";
import type { PointedAt } from "#tests/support/pointed-calls.ts";

export async function makeOwn({ db }: TestApp) {
  const { organizationId: quarryId } = await makeOrganization(db);
  const unsent = { organizationId: quarryId, status: "DRAFT" as const, shownAt: null };
  const { uniqueDocumentId: plannedDocumentId } = await makeDocument(db, unsent);
  const { uniqueDocumentId: unseenDocumentId } = await makeDocument(db, unsent);
  return { quarryId, plannedDocumentId, unseenDocumentId };
}

const PLAIN: Omit<DocumentDetails, "name"> = {
  documentType: "PROPOSAL",
  invoice: "NO_INVOICE",
  templateId: "BLANK_PAGE",
};

export const pointed: PointedAt<typeof calls, "quarryId" | "plannedDocumentId" | "unseenDocumentId"> = {
  listManagedDocuments: () => ({}),
  getManagedDocument: ({ plannedDocumentId }) => ({ params: { id: plannedDocumentId } }),
  addDocument: ({ quarryId }) => ({ body: { ...PLAIN, organizationId: quarryId, name: "Stone" } }),
  addDocumentFromStarter: ({ quarryId }) => ({
    body: { starter: "proposal", organizationId: quarryId },
  }),
  changeDocument: ({ plannedDocumentId }) => ({
    params: { id: plannedDocumentId },
    body: { ...PLAIN, name: "Stone", asRead: { ...PLAIN, name: plannedDocumentId, templateId: null } },
  }),
  changeDocumentOwner: ({ plannedDocumentId }, { userProfileId }) => ({
    params: { id: plannedDocumentId },
    body: { ownerId: userProfileId },
  }),
  duplicateDocument: ({ plannedDocumentId, quarryId }) => ({
    params: { id: plannedDocumentId },
    body: { name: "Stone", organizationId: quarryId },
  }),
  archiveDocument: ({ plannedDocumentId }) => ({
    params: { id: plannedDocumentId },
    body: { isArchived: true },
  }),
  deleteDocument: ({ unseenDocumentId }) => ({ params: { id: unseenDocumentId } }),
  getSharing: (ids) => ({ params: { id: ids.uniqueDocumentId } }),
  shareDocument: (ids) => ({ params: { id: ids.uniqueDocumentId }, body: { isShared: false } }),
  getOpenings: (ids) => ({ params: { id: ids.uniqueDocumentId } }),
};
