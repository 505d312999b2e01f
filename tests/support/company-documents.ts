import { listActivity } from "#contract/admin/activity.ts";
import {
  addDocument,
  changeDocument,
  getManagedDocument,
  listManagedDocuments,
} from "#contract/admin/documents.ts";
import { BLANK_PAGE, type DocumentDetails, detailsOf } from "#domain/documents/document-details.ts";
import type { ManagedDocument } from "#domain/documents/managed-document.ts";
import { makeAdmin } from "./factories.ts";
import type { TestApp } from "./make-app.ts";

export const PLAIN: DocumentDetails = {
  name: "Shop front",
  documentType: "PROPOSAL",
  invoice: "NO_INVOICE",
  templateId: BLANK_PAGE,
};

/** A viewer and an editor of the company, and what they do with documents. */
export async function openOffice(app: TestApp) {
  const viewer = await makeAdmin(app.db, "viewer");
  const editor = await makeAdmin(app.db, "editor");
  const changing = (document: ManagedDocument, given: Partial<DocumentDetails>) => {
    const { recordVersion } = document;
    const templateId = document.templateId ?? BLANK_PAGE;
    return {
      as: editor,
      params: { id: document.uniqueDocumentId },
      body: { ...detailsOf(document), templateId, ...given, recordVersion },
    };
  };
  return {
    viewer,
    editor,
    changing,
    add: (organizationId: string, given: Partial<DocumentDetails> = {}) =>
      app.request(addDocument, { as: editor, body: { ...PLAIN, organizationId, ...given } }),
    change: (document: ManagedDocument, given: Partial<DocumentDetails>) =>
      app.request(changeDocument, changing(document, given)),
    read: (id: string) => app.request(getManagedDocument, { as: viewer, params: { id } }),
    history: (id: string) => app.request(listActivity, { as: viewer, query: { subjectId: id } }),
    list: (organizationId: string, archived?: "only") =>
      app.request(listManagedDocuments, {
        as: viewer,
        query: { organizationId, ...(archived && { archived }) },
      }),
  };
}
