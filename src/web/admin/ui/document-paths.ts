import type { DocumentType } from "#domain/documents/unique-document.ts";
import type { Id } from "#domain/id.ts";
import type { Waiting } from "#domain/openings/opening.ts";

/** The addresses of documents below /admin. */
export const DOCUMENTS = "/documents";
export const ARCHIVED_DOCUMENTS = `${DOCUMENTS}?archived=only`;
export const NEW_DOCUMENT = `${DOCUMENTS}/new`;

export function archivedDocuments(organizationId: Id): string {
  return `${ARCHIVED_DOCUMENTS}&${new URLSearchParams({ organization: organizationId })}`;
}

/** The list of an organization's accepted documents of which a part is not invoiced. */
export function documentsToInvoice(organizationId?: Id): string {
  const query = {
    ...(organizationId !== undefined && { organization: organizationId }),
    notInvoiced: "only",
  };
  return `${DOCUMENTS}?${new URLSearchParams(query)}`;
}

/** The list of the documents that wait for a decision and were opened, or were not for some days. */
export function waitingDocuments(waiting: Waiting): string {
  return `${DOCUMENTS}?waiting=${waiting}`;
}

/** The form of a new document with some of its fields filled in. */
export function newDocumentPath(options: {
  documentType?: DocumentType;
  organizationId?: Id;
  templateId?: Id;
}): string {
  return `${NEW_DOCUMENT}?${new URLSearchParams(options)}`;
}

export function documentPath(uniqueDocumentId: Id): string {
  return `${DOCUMENTS}/${encodeURIComponent(uniqueDocumentId)}`;
}

/** A draft as its client will see it. */
export function previewPath(uniqueDocumentId: Id): string {
  return `${documentPath(uniqueDocumentId)}/preview`;
}

/** The pages that a draft had; with a number one of them. */
export function revisionsPath(uniqueDocumentId: Id, revision?: number): string {
  const path = `${documentPath(uniqueDocumentId)}/revisions`;
  return revision === undefined ? path : `${path}?revision=${revision}`;
}

/** The editor of a new draft, with the caret in its first text. */
export function writePath(uniqueDocumentId: Id): string {
  return `${editorPath(uniqueDocumentId)}?write`;
}

/** The editor of a draft's page. */
export function editorPath(uniqueDocumentId: Id): string {
  return `${documentPath(uniqueDocumentId)}/edit`;
}
