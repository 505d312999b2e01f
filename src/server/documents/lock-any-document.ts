import { eq } from "drizzle-orm";
import type { Id } from "#domain/id.ts";
import type { Tx } from "../db/database.ts";
import { uniqueDocuments } from "../schema/documents.ts";
import { NO_DOCUMENT } from "./get-admin-document.ts";
import type { DocumentRow } from "./queries.ts";

/** Reads and locks a document of any organization until the transaction ends. Throws AppError "not-found". */
export async function lockAnyDocument(tx: Tx, uniqueDocumentId: Id): Promise<DocumentRow> {
  const [row] = await tx
    .select()
    .from(uniqueDocuments)
    .where(eq(uniqueDocuments.uniqueDocumentId, uniqueDocumentId))
    .for("update");
  if (!row) throw NO_DOCUMENT;
  return row;
}
