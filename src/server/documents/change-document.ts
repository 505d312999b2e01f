import type { z } from "zod";
import type * as calls from "#contract/admin/documents.ts";
import { changedFields } from "#domain/canonical-json.ts";
import { detailsOf } from "#domain/documents/document-details.ts";
import { isWordingFixed, type ManagedDocument } from "#domain/documents/managed-document.ts";
import type { Id } from "#domain/id.ts";
import { NO_INVOICE } from "#domain/invoices/invoice.ts";
import { change } from "../access/change.ts";
import type { Editor } from "../access/gates.ts";
import { requireAdminAsOwner } from "../account/queries.ts";
import { conflict } from "../app-error.ts";
import type { Deps } from "../deps.ts";
import { requireAsRead } from "../record-version.ts";
import { getManagedDocument } from "./admin-queries.ts";
import { checkDocumentDetails } from "./check-document-details.ts";
import { lockAnyDocument, publishDocumentChange, updateDocument } from "./queries.ts";

type Body = z.output<(typeof calls.changeDocument)["body"]>;

/** Changes the record of a document, not its page. A repeated change has no effect. */
export async function changeDocument(
  deps: Deps,
  editor: Editor,
  uniqueDocumentId: Id,
  { recordVersion, asRead, ...given }: Body,
): Promise<ManagedDocument> {
  return change(deps, editor, async ({ tx, at, record }) => {
    const row = await lockAnyDocument(tx, uniqueDocumentId);
    const before = await getManagedDocument(deps, uniqueDocumentId, tx);
    const now = detailsOf(before);
    const { validUntil } = before;
    const changes = { ...given, validUntil: given.validUntil === undefined ? validUntil : given.validUntil };
    const fields = changedFields({ ...now, validUntil }, changes);
    if (fields.length === 0) return before;
    requireAsRead({ recordVersion, asRead }, before, now, "this document", { document: before });
    if (isWordingFixed(before) && fields.some((field) => WORDING.includes(field))) throw SENT;
    const { organizationId } = row;
    await checkDocumentDetails(tx, { ...changes, organizationId }, row.templateId);

    const { invoice, ...plain } = changes;
    // Of a draft that was sent its client reads what was sent, and hears of no change.
    const isUnread = row.status === "DRAFT" && row.sentName !== null && !fields.includes("invoice");
    await updateDocument(tx, uniqueDocumentId, {
      ...plain,
      invoiceId: invoice === NO_INVOICE ? null : invoice,
      ...(!isUnread && { updatedAt: at }),
    });
    const changed = (details: object) =>
      Object.fromEntries(Object.entries(details).filter(([field]) => fields.some((one) => one === field)));
    await record({
      action: "document.change",
      subjectId: uniqueDocumentId,
      organizationId,
      details: { fields, before: changed({ ...now, validUntil }), after: changed(changes) },
    });
    await publishDocumentChange(tx, deps, isUnread ? { ...row, shownAt: null } : row);
    return getManagedDocument(deps, uniqueDocumentId, tx);
  });
}

/** The fields that clients read and decide on. */
const WORDING: readonly string[] = ["name", "documentType", "validUntil"];

const SENT = conflict(
  "document-sent",
  "This document has been sent, so its name, type and last day stay as its client read them. Nothing was saved.",
);

/** Moves a document out of the company's list, or back. Its client keeps it. Repeating a move has no effect. */
export async function archiveDocument(
  deps: Deps,
  editor: Editor,
  uniqueDocumentId: Id,
  isArchived: boolean,
): Promise<ManagedDocument> {
  return change(deps, editor, async ({ tx, at, record }) => {
    const row = await lockAnyDocument(tx, uniqueDocumentId);
    if ((row.archivedAt !== null) === isArchived) return getManagedDocument(deps, uniqueDocumentId, tx);
    if (isArchived && row.status === "PENDING") throw WAITING;
    await updateDocument(tx, uniqueDocumentId, { archivedAt: isArchived ? at : null });
    await record({
      action: isArchived ? "document.archive" : "document.unarchive",
      subjectId: uniqueDocumentId,
      organizationId: row.organizationId,
      details: {},
    });
    // Its client notices nothing.
    await publishDocumentChange(tx, deps, { ...row, shownAt: null });
    return getManagedDocument(deps, uniqueDocumentId, tx);
  });
}

/** Names the owner of a document. Repeating it has no effect. */
export async function changeDocumentOwner(
  deps: Deps,
  editor: Editor,
  uniqueDocumentId: Id,
  { ownerId }: z.output<(typeof calls.changeDocumentOwner)["body"]>,
): Promise<ManagedDocument> {
  return change(deps, editor, async ({ tx, record }) => {
    const row = await lockAnyDocument(tx, uniqueDocumentId);
    if (row.ownerId === ownerId) return getManagedDocument(deps, uniqueDocumentId, tx);
    await requireAdminAsOwner(tx, ownerId);
    await updateDocument(tx, uniqueDocumentId, { ownerId });
    await record({
      action: "document.change-owner",
      subjectId: uniqueDocumentId,
      organizationId: row.organizationId,
      details: { ownerId },
    });
    // Its client notices nothing.
    await publishDocumentChange(tx, deps, { ...row, shownAt: null });
    return getManagedDocument(deps, uniqueDocumentId, tx);
  });
}

const WAITING = conflict(
  "waiting",
  "This document waits for its client's decision, so it stays in the list. Nothing was changed. You can archive it once it is decided.",
);
