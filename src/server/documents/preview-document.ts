import type { z } from "zod";
import type { getVersionChanges as changesCall } from "#contract/documents.ts";
import type { UniqueDocument } from "#domain/documents/unique-document.ts";
import { isPast } from "#domain/documents/validity.ts";
import type { Id } from "#domain/id.ts";
import type { DbOrTx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { type Content, readUnsentContent } from "./content.ts";
import { getDocument, showDocument } from "./get-document.ts";
import { describeVersion, getVersionChanges, requireBefore } from "./get-version-changes.ts";
import { type DocumentRow, findDocument, todayOf } from "./queries.ts";

/** What getDocument will answer once the draft is sent as it is now. A document that is no draft answers as it is. */
export async function previewDocument(
  deps: Deps,
  organizationId: Id,
  uniqueDocumentId: Id,
): Promise<UniqueDocument> {
  const unsent = await readUnsent(deps.db, organizationId, uniqueDocumentId, deps.clock());
  if (!unsent) return getDocument(deps, organizationId, { uniqueDocumentId });
  // A last day that has passed would stop it from being sent; until then it previews as open.
  const { validUntil } = unsent.document;
  const isOver = isPast(validUntil, todayOf(deps, deps.clock()));
  const document = { ...unsent.document, validUntil: isOver ? null : validUntil };
  return showDocument(deps, { ...unsent, document, decision: null, isBroughtIn: false });
}

/** What getVersionChanges will answer once the draft is sent as it is now. */
export async function previewVersionChanges(
  { db, clock }: Pick<Deps, "db" | "clock">,
  organizationId: Id,
  uniqueDocumentId: Id,
): Promise<z.input<typeof changesCall.reply>> {
  const unsent = await readUnsent(db, organizationId, uniqueDocumentId, clock());
  return unsent
    ? requireBefore(await describeVersion(db, unsent.document, unsent.content.page))
    : getVersionChanges(db, organizationId, uniqueDocumentId);
}

/** A draft as its client would read it, had it been sent at this moment. */
export type Unsent = { document: DocumentRow; content: Content };

/** A draft of an organization that can still be sent; null for every other document. */
export async function readUnsent(
  reader: DbOrTx,
  organizationId: Id,
  uniqueDocumentId: Id,
  at: Date,
): Promise<Unsent | null> {
  const draft = await findDocument(reader, organizationId, { uniqueDocumentId });
  if (draft?.listedStatus !== "DRAFT") return null;
  const document: DocumentRow = {
    ...draft,
    status: "PENDING",
    shownAt: draft.shownAt ?? at,
    recalledAt: null,
    updatedAt: at,
  };
  return { document, content: await readUnsentContent(reader, document) };
}
