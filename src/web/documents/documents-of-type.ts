import type { DocumentType, ListedDocument } from "#domain/documents/unique-document.ts";

/** The documents of one type, those that changed or came last first. */
export function documentsOfType(
  documents: readonly ListedDocument[],
  documentType: DocumentType,
): ListedDocument[] {
  return documents
    .filter((one) => one.documentType === documentType)
    .toSorted((a, b) => lastTouched(b).localeCompare(lastTouched(a)));
}

function lastTouched(document: ListedDocument): string {
  return document.updatedAt > document.createdAt ? document.updatedAt : document.createdAt;
}
