import { DOCUMENT_TYPES, type DocumentType, documentTypeLabel } from "#domain/documents/unique-document.ts";
import { comparableText } from "#domain/lists/comparable-text.ts";

type NewCommand = { documentType: DocumentType; organization: string };

/** "new proposal for harb" as the type of the new document and the words that name its organization. */
export function readNewCommand(typed: string): NewCommand | null {
  const [, what, organization = ""] = /^\s*new\s+(.+?)\s+for(?:\s+(.*))?$/is.exec(typed) ?? [];
  if (what === undefined) return null;
  const wanted = comparableText(what).replace(/\s+/g, " ");
  const documentType = DOCUMENT_TYPES.find((type) => comparableText(documentTypeLabel(type)) === wanted);
  return documentType ? { documentType, organization: organization.trim() } : null;
}
