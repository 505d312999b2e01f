import { type SQL, sql } from "drizzle-orm";
import { DOCUMENT_TYPES, type DocumentType, documentTypeLabel } from "#domain/documents/unique-document.ts";
import { comparableText } from "#domain/lists/comparable-text.ts";
import type { ListColumn } from "../lists/list.ts";

const labelOf = (type: DocumentType) => comparableText(documentTypeLabel(type));

/** A column of types of documents, which are searched and sorted by what they are called. */
export function documentTypeColumn(documentType: SQL): ListColumn {
  const labels = DOCUMENT_TYPES.map((type) => sql`when ${type} then ${labelOf(type)}`);
  const label = sql`case ${documentType} ${sql.join(labels, sql` `)} end`;
  return {
    type: "text",
    comparable: label,
    order: label,
    isRequired: true,
    finds: (_, name) => isOfType(name),
  };

  function isOfType(name: string): SQL {
    const types = DOCUMENT_TYPES.filter((type) => labelOf(type).includes(name));
    return types.length > 0 ? sql`${documentType} in ${types}` : sql`false`;
  }
}
