import type * as calls from "#contract/admin/work-orders.ts";
import type { WorkOrderDetails } from "#domain/work-orders/work-order-details.ts";
import { makeDocument, makeOrganization, makeWorkOrder } from "#tests/support/factories.ts";
import type { TestApp } from "#tests/support/make-app.ts";
import type { PointedAt } from "#tests/support/pointed-calls.ts";

export async function makeOwn({ db }: TestApp) {
  const { organizationId: bakeryId } = await makeOrganization(db);
  const plain = { organizationId: bakeryId, products: [], description: "" };
  const { workOrderId: plannedId } = await makeWorkOrder(db, { ...plain, shownAt: null });
  const { workOrderId: unseenId } = await makeWorkOrder(db, { ...plain, shownAt: null });
  const { workOrderId: unplacedId } = await makeWorkOrder(db, { ...plain, shownAt: null });
  const { uniqueDocumentId: draftId } = await makeDocument(db, {
    organizationId: bakeryId,
    status: "DRAFT",
    shownAt: null,
  });
  return { bakeryId, plannedId, unseenId, unplacedId, draftId };
}

const PLAIN: Omit<WorkOrderDetails, "name"> = {
  description: "",
  uniqueDocument: "NO_PROPOSAL",
  invoice: "NO_INVOICE",
  products: [],
  discountPercent: 0,
  discountName: null,
  isOptional: false,
};

type OwnId = "bakeryId" | "plannedId" | "unseenId" | "unplacedId" | "draftId";

export const pointed: PointedAt<typeof calls, OwnId> = {
  listManagedWorkOrders: () => ({}),
  getWorkOrderBoard: () => ({}),
  getManagedWorkOrder: ({ plannedId }) => ({ params: { id: plannedId } }),
  getWorkOrderHistory: ({ plannedId }) => ({ params: { id: plannedId } }),
  addWorkOrder: ({ bakeryId }) => ({ body: { ...PLAIN, organizationId: bakeryId, name: "Bread" } }),
  changeWorkOrder: ({ plannedId }) => ({
    params: { id: plannedId },
    body: { ...PLAIN, name: "Bread", asRead: { ...PLAIN, name: plannedId } },
  }),
  moveWorkOrders: ({ plannedId }) => ({
    body: { workOrders: [{ workOrderId: plannedId, asRead: "OPEN" }], workOrderStatus: "DONE" },
  }),
  showWorkOrders: ({ plannedId }) => ({ body: { workOrderIds: [plannedId] } }),
  listUnplacedWork: ({ bakeryId }) => ({ params: { organizationId: bakeryId } }),
  addWorkToDocument: ({ draftId, unplacedId }) => ({
    body: { uniqueDocumentId: draftId, workOrderIds: [unplacedId] },
  }),
  deleteWorkOrder: ({ unseenId }) => ({ params: { id: unseenId } }),
};
