import type { Id } from "#domain/id.ts";
import type { Reader } from "../db/database.ts";
import { type Content, readUnsentContent } from "./content.ts";
import { type DocumentRow, findDocument } from "./queries.ts";

/** A draft as its client would read it, had it been sent at this moment. */
export type Unsent = { document: DocumentRow; content: Content };

/** A draft of an organization that can still be sent; null for every other document. */
export async function readUnsent(
  reader: Reader,
  organizationId: Id,
  uniqueDocumentId: Id,
  at: Date,
): Promise<Unsent | null> {
  const draft = await findDocument(reader, organizationId, { uniqueDocumentId });
  if (draft?.status !== "DRAFT" || draft.withdrawnAt !== null) return null;
  const document: DocumentRow = {
    ...draft,
    status: "PENDING",
    shownAt: draft.shownAt ?? at,
    recalledAt: null,
    updatedAt: at,
  };
  return { document, content: await readUnsentContent(reader, document) };
}
