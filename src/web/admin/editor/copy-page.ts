import { addDocument, duplicateDocument, getManagedDocument } from "#contract/admin/documents.ts";
import { getDraft, savePage } from "#contract/admin/drafts.ts";
import {
  addTemplate,
  changeTemplate,
  duplicateTemplate,
  type getTemplate,
  saveTemplatePage,
} from "#contract/admin/templates.ts";
import { addWorkOrder } from "#contract/admin/work-orders.ts";
import { BLANK_PAGE } from "#domain/documents/document-details.ts";
import type { Id } from "#domain/id.ts";
import { NO_INVOICE } from "#domain/invoices/invoice.ts";
import { isSameJson } from "#domain/page/json-value.ts";
import { isLocked, withLock, withLocksOf } from "#domain/page/locks.ts";
import type { PuckState } from "#domain/page/page.ts";
import { mapWorkOrderData, quotedWorkOrderIds } from "#domain/page/quoted-work.ts";
import { allItems, mapItems } from "#domain/page/walk-page.ts";
import type { Template } from "#domain/templates/template.ts";
import { isStatus } from "#web/lib/api-error.ts";
import { call, type Reply } from "#web/lib/call.ts";

type Draft = Reply<typeof getDraft>;

/** A document for the page, with its own work orders by those of which they are copies. */
type Made = { id: Id; copyOf: Map<Id, Id> };

/** Saves a page as a new document with copies of its work orders. A retry continues with the same document. */
export function createCopying(draft: Draft): (page: PuckState) => Promise<Id> {
  let made: Made | null = null;
  return async (page) => {
    made ??= await makeDocument(draft);
    const { id, copyOf } = made;
    await addMissingWork(draft, page, made);
    const own = mapWorkOrderData(page, ({ workOrderIds }) => ({
      workOrderIds: workOrderIds.flatMap((one) => copyOf.get(one) ?? []),
    }));
    const { revision, page: copied } = await call(getDraft, { params: { id } });
    await call(savePage, { params: { id }, body: { page: fitLocks(own, copied), revision } });
    return id;
  };
}

/** The page with the locked blocks of the copy. A copy without them has them as blocks of its own. */
function fitLocks(page: PuckState, copied: PuckState): PuckState {
  const locked = new Set(allItems(copied).flatMap((item) => (isLocked(item) ? [item.props.id] : [])));
  return mapItems(withLocksOf(page, copied), (item) =>
    isLocked(item) && !locked.has(item.props.id) ? withLock(item, false) : item,
  );
}

/** The same for a template, with its variables. */
export function createCopyingTemplate(template: Reply<typeof getTemplate>): (page: PuckState) => Promise<Id> {
  let made: Template | null = null;
  return async (page) => {
    made ??= await makeTemplate(template);
    const params = { id: made.templateId };
    const { name, description, recordVersion } = made;
    const { variables } = template;
    if (!isSameJson(made.variables, variables))
      made = await call(changeTemplate, { params, body: { name, description, variables, recordVersion } });
    await call(saveTemplatePage, { params, body: { page, revision: 1 } });
    return params.id;
  };
}

async function makeTemplate(template: Reply<typeof getTemplate>): Promise<Template> {
  const { templateId, description } = template;
  const name = nameOf(template);
  const copy = await unlessGone(call(duplicateTemplate, { params: { id: templateId }, body: { name } }));
  return copy ?? call(addTemplate, { body: { name, description } });
}

/** Null if the original, or a document's work, was deleted since. */
function unlessGone<Copy>(copying: Promise<Copy>): Promise<Copy | null> {
  return copying.catch((error: unknown) => {
    if (isStatus(error, 404)) return null;
    throw error;
  });
}

async function makeDocument(draft: Draft): Promise<Made> {
  const copy = await unlessGone(duplicate(draft));
  if (copy) return copy;
  const { organizationId, documentType } = draft;
  const fields = { organizationId, documentType, name: nameOf(draft), invoice: NO_INVOICE };
  const { uniqueDocumentId } = await call(addDocument, { body: { ...fields, templateId: BLANK_PAGE } });
  return { id: uniqueDocumentId, copyOf: new Map() };
}

async function duplicate(draft: Draft): Promise<Made> {
  const { organizationId, uniqueDocumentId: id } = draft;
  const original = await call(getManagedDocument, { params: { id } });
  const body = { organizationId, name: nameOf(draft) };
  const copy = await call(duplicateDocument, { params: { id }, body });
  // Both lists are in the order in which work was made, and copies are made in the order of their originals.
  const pairs = original.workOrders.flatMap(({ workOrderId }, at): [Id, Id][] => {
    const own = copy.workOrders[at]?.workOrderId;
    return own === undefined ? [] : [[workOrderId, own]];
  });
  return { id: copy.uniqueDocumentId, copyOf: new Map(pairs) };
}

function nameOf({ name }: { name: string }): string {
  return `${name} (my copy)`.slice(-200);
}

/** Adds the quoted work orders again that could not be copied, as the editor knew them. */
async function addMissingWork(
  { organizationId, work }: Draft,
  page: PuckState,
  { id, copyOf }: Made,
): Promise<void> {
  const quoted = new Set(quotedWorkOrderIds(page));
  for (const one of work.workOrders) {
    const { workOrderId, name, description, products, discountPercent, discountName, optional } = one;
    if (!quoted.has(workOrderId) || copyOf.has(workOrderId)) continue;
    const body = {
      organizationId,
      uniqueDocument: id,
      invoice: NO_INVOICE,
      name,
      description,
      discountPercent,
      discountName,
      products: products.flatMap(({ productId, total }) => (total ? { productId, total } : [])),
      isOptional: optional.isOptional,
    };
    copyOf.set(workOrderId, (await call(addWorkOrder, { body })).workOrderId);
  }
}
