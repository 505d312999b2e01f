import { sql } from "drizzle-orm";
import type { DocumentCopy } from "#domain/documents/document-details.ts";
import type { ManagedDocument } from "#domain/documents/managed-document.ts";
import { mayHaveNewVersion } from "#domain/documents/sending.ts";
import type { Id } from "#domain/id.ts";
import { withTitle } from "#domain/page/edit-page.ts";
import type { PuckState } from "#domain/page/page.ts";
import { mapWorkOrderData } from "#domain/page/quoted-work.ts";
import { type Change, change } from "../access/change.ts";
import type { Editor } from "../access/gates.ts";
import { findOwner } from "../account/find-owner.ts";
import { conflict } from "../app-error.ts";
import type { Deps } from "../deps.ts";
import { getManagedDocument } from "../documents/admin-queries.ts";
import { checkDocumentDetails } from "../documents/check-document-details.ts";
import { toStoredForm, updateStoredTotals } from "../documents/content.ts";
import { addDraft, newDocumentId } from "../documents/create-documents.ts";
import { indexPageText } from "../documents/index-page-text.ts";
import {
  type DocumentRow,
  lockAnyDocument,
  publishDocumentChange,
  publishWorkOrderChanges,
  updateDocument,
} from "../documents/queries.ts";
import { copyStoredPage } from "../documents/resolve-page.ts";
import { workOrders } from "../schema/work-orders.ts";
import { allocateNumber } from "../settings/allocate-number.ts";
import { copyWorkOrders } from "../work-orders/copy-work-orders.ts";
import { copyChoices } from "./copy-choices.ts";

type Copy = {
  name: string;
  organizationId: Id;
  /** Whether the copy is the next version of its source, of the same organization. */
  isNewVersion: boolean;
  ownerId: Id;
};

/** Copies a locked document with its page and work orders: a draft without invoice that no client sees. */
async function copyDocument(
  { tx, at, record }: Pick<Change, "tx" | "at" | "record">,
  deps: Deps,
  source: DocumentRow,
  { name, organizationId, isNewVersion, ownerId }: Copy,
): Promise<Id> {
  await checkDocumentDetails(tx, { organizationId }, null);
  const { documentType, templateId, puckState } = source;
  const copy = { uniqueDocumentId: newDocumentId(), organizationId };
  const { uniqueDocumentId } = copy;
  const externalId = await allocateNumber(tx, deps, "document");
  const draft = {
    ...copy,
    externalId,
    name,
    documentType,
    templateId,
    puckState,
    invoice: null,
    ownerId,
    at,
  };
  await addDraft(tx, deps, draft);
  const copyOf = await copyWorkOrders(tx, source, copy, at);
  const page = mapWorkOrderData(
    isNewVersion ? copyStoredPage(puckState) : retitled(copyStoredPage(puckState), source, organizationId),
    ({ workOrderIds }) => ({
      // Work of another document, which the source does not show either, is left out.
      workOrderIds: workOrderIds.flatMap((id) => copyOf.get(id) ?? []),
    }),
  );
  const predecessorId = isNewVersion ? source.uniqueDocumentId : null;
  await updateDocument(tx, uniqueDocumentId, {
    puckState: toStoredForm(page),
    predecessorId,
    reminderSchedule: isNewVersion ? source.reminderSchedule : null,
  });
  if (isNewVersion) {
    const originals = sql.param([...copyOf.keys()]);
    const copies = sql.param([...copyOf.values()]);
    await tx.execute(sql`update ${workOrders} set predecessor_id = pair.original
      from unnest(${originals}::text[], ${copies}::text[]) as pair (original, copy)
      where ${workOrders.workOrderId} = pair.copy`);
    await copyChoices(tx, uniqueDocumentId);
  }
  await indexPageText(tx, [{ ...copy, page }]);
  await updateStoredTotals(tx, organizationId, [uniqueDocumentId]);
  await publishDocumentChange(tx, deps, { ...copy, shownAt: null });
  const copied = [...copyOf.values()].map((workOrderId) => ({ workOrderId, organizationId, shownAt: null }));
  await publishWorkOrderChanges(tx, deps, copied);
  await record({
    action: isNewVersion ? "document.new-version" : "document.duplicate",
    subjectId: uniqueDocumentId,
    organizationId,
    details: { name, externalId, copyOf: source.externalId, copyOfId: source.uniqueDocumentId },
  });
  return uniqueDocumentId;
}

/** Without a title that is the source's name or was written for another organization: its readers know neither. */
function retitled(page: PuckState, source: DocumentRow, organizationId: Id): PuckState {
  const isOwn = organizationId === source.organizationId && page.root.props?.title !== source.name;
  return isOwn ? page : withTitle(page, "");
}

/** Copies a document with its page and work orders, for any organization. */
export async function duplicateDocument(
  deps: Deps,
  editor: Editor,
  sourceId: Id,
  { name, organizationId }: DocumentCopy,
): Promise<ManagedDocument> {
  return change(deps, editor, async (opened) => {
    const { tx } = opened;
    const source = await lockAnyDocument(tx, sourceId);
    const ownerId = editor.userProfileId;
    const options = { name, organizationId, isNewVersion: false, ownerId };
    const uniqueDocumentId = await copyDocument(opened, deps, source, options);
    return getManagedDocument(deps, uniqueDocumentId, tx);
  });
}

/**
 * Adds a draft that names this document as the one before, with a copy of its page and of its work orders. Its owner
 * stays the same while they work for the company.
 */
export async function addNewVersion(deps: Deps, editor: Editor, sourceId: Id): Promise<ManagedDocument> {
  return change(deps, editor, async (opened) => {
    const { tx } = opened;
    const source = await lockAnyDocument(tx, sourceId);
    if (!mayHaveNewVersion({ isShown: source.shownAt !== null })) throw NEVER_SENT;
    const { name, organizationId } = source;
    const owner = await findOwner(tx, source);
    const ownerId = owner && !owner.isOfOrganization ? owner.userProfileId : editor.userProfileId;
    const options = { name, organizationId, isNewVersion: true, ownerId };
    const uniqueDocumentId = await copyDocument(opened, deps, source, options);
    await publishDocumentChange(tx, deps, { ...source, shownAt: null });
    return getManagedDocument(deps, uniqueDocumentId, tx);
  });
}

const NEVER_SENT = conflict(
  "not-sent",
  "No client has seen this document yet, so it needs no new version: change it as it is.",
);
