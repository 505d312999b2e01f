import type { AdminDocument } from "#domain/documents/admin-document.ts";
import type { DocumentCopy } from "#domain/documents/document-details.ts";
import type { Id } from "#domain/id.ts";
import { change } from "../access/change.ts";
import type { Editor } from "../access/gates.ts";
import type { Deps } from "../deps.ts";
import { getAdminDocument } from "../documents/admin-queries.ts";
import { lockAnyDocument } from "../documents/queries.ts";
import { copyDocument } from "./copy-document.ts";

/** Copies a document with its page and work orders, for any organization. */
export async function duplicateDocument(
  deps: Deps,
  editor: Editor,
  sourceId: Id,
  { name, organizationId }: DocumentCopy,
): Promise<AdminDocument> {
  return change(deps, editor, async (opened) => {
    const { tx, record } = opened;
    const source = await lockAnyDocument(tx, sourceId);
    const options = { name, organizationId, isNewVersion: false };
    const { uniqueDocumentId, externalId } = await copyDocument(opened, deps, source, options);
    await record({
      action: "document.duplicate",
      subjectId: uniqueDocumentId,
      organizationId,
      details: { name, externalId, copyOf: source.externalId, copyOfId: sourceId },
    });
    return getAdminDocument(deps, uniqueDocumentId, tx);
  });
}
