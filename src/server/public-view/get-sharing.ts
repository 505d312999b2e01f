import { eq } from "drizzle-orm";
import type { Sharing } from "#domain/documents/admin-document.ts";
import type { Id } from "#domain/id.ts";
import { AppError } from "../app-error.ts";
import type { Reader } from "../db/database.ts";
import { uniqueDocuments } from "../schema/documents.ts";
import { documentSharings } from "../schema/public-view.ts";
import { presentSharing } from "./present.ts";

/** The sharing of a document of any organization. */
export async function getSharing(reader: Reader, uniqueDocumentId: Id): Promise<Sharing> {
  const [row] = await reader
    .select({ sharing: documentSharings })
    .from(uniqueDocuments)
    .leftJoin(documentSharings, eq(documentSharings.uniqueDocumentId, uniqueDocuments.uniqueDocumentId))
    .where(eq(uniqueDocuments.uniqueDocumentId, uniqueDocumentId));
  if (!row) throw new AppError("not-found", "There is no such document.");
  return presentSharing(uniqueDocumentId, row.sharing);
}
