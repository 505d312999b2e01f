import type { AdminDocument } from "#domain/documents/admin-document.ts";
import { mayHaveNewVersion } from "#domain/documents/sending.ts";
import type { Id } from "#domain/id.ts";
import { change } from "../access/change.ts";
import type { Editor } from "../access/gates.ts";
import { AppError } from "../app-error.ts";
import type { Deps } from "../deps.ts";
import { getAdminDocument } from "../documents/admin-queries.ts";
import { publishDocumentChange } from "../documents/publish-document-change.ts";
import { lockAnyDocument } from "../documents/queries.ts";
import { copyDocument } from "./copy-document.ts";
import { sendableOf } from "./send-document.ts";

/** Adds a draft that names this document as the one before, with a copy of its page and of its work orders. */
export async function addNewVersion(deps: Deps, editor: Editor, sourceId: Id): Promise<AdminDocument> {
  return change(deps, editor, async (opened) => {
    const { tx, record } = opened;
    const source = await lockAnyDocument(tx, sourceId);
    if (!mayHaveNewVersion(sendableOf(source))) throw NEVER_SENT;
    const { name, organizationId } = source;
    const options = { name, organizationId, isNewVersion: true };
    const { uniqueDocumentId, externalId } = await copyDocument(opened, deps, source, options);
    await record({
      action: "document.new-version",
      subjectId: uniqueDocumentId,
      organizationId,
      details: { name, externalId, copyOf: source.externalId, copyOfId: sourceId },
    });
    await publishDocumentChange(tx, deps, { ...source, shownAt: null });
    return getAdminDocument(deps, uniqueDocumentId, tx);
  });
}

const NEVER_SENT = new AppError(
  "conflict",
  "No client has seen this document yet, so it needs no new version: change it as it is.",
  { reason: "not-sent" },
);
