import { eq } from "drizzle-orm";
import type { AdminDocument } from "#domain/documents/admin-document.ts";
import type { Id } from "#domain/id.ts";
import { change } from "../access/change.ts";
import type { Editor } from "../access/gates.ts";
import { AppError } from "../app-error.ts";
import type { Deps } from "../deps.ts";
import { uniqueDocuments } from "../schema/documents.ts";
import { getAdminDocument } from "./admin-queries.ts";
import { publishDocumentChange } from "./publish-document-change.ts";
import { lockAnyDocument } from "./queries.ts";

/** Moves a document out of the company's list, or back. Its client keeps it. Repeating a move has no effect. */
export async function archiveDocument(
  deps: Deps,
  editor: Editor,
  uniqueDocumentId: Id,
  isArchived: boolean,
): Promise<AdminDocument> {
  return change(deps, editor, async ({ tx, at, record }) => {
    const row = await lockAnyDocument(tx, uniqueDocumentId);
    if ((row.archivedAt !== null) === isArchived) return getAdminDocument(deps, uniqueDocumentId, tx);
    if (isArchived && row.status === "PENDING") throw WAITING;
    await tx
      .update(uniqueDocuments)
      .set({ archivedAt: isArchived ? at : null })
      .where(eq(uniqueDocuments.uniqueDocumentId, uniqueDocumentId));
    await record({
      action: isArchived ? "document.archive" : "document.unarchive",
      subjectId: uniqueDocumentId,
      organizationId: row.organizationId,
      details: {},
    });
    // Its client notices nothing.
    await publishDocumentChange(tx, deps, { ...row, shownAt: null });
    return getAdminDocument(deps, uniqueDocumentId, tx);
  });
}

const WAITING = new AppError(
  "conflict",
  "This document waits for its client's decision, so it stays in the list. Nothing was changed. You can archive it once it is decided.",
  { reason: "waiting" },
);
