import {
  addWorkOrder,
  getManagedWorkOrder,
  getWorkOrderHistory,
  showWorkOrders,
} from "#contract/admin/work-orders.ts";
import type { ManagedWorkOrder } from "#domain/work-orders/managed-work-order.ts";
import type { WorkOrderStatus } from "#domain/work-orders/work-order.ts";
import {
  detailsOf,
  type NewWorkOrder,
  type WorkOrderDetails,
} from "#domain/work-orders/work-order-details.ts";
import { makeAdmin } from "./factories.ts";
import type { TestApp } from "./make-app.ts";

export const PLAIN: WorkOrderDetails = {
  name: "Shop front",
  description: "<p>All of it</p>",
  uniqueDocument: "NO_PROPOSAL",
  invoice: "NO_INVOICE",
  products: [],
  discountPercent: 0,
  discountName: null,
  isOptional: false,
};

/** A viewer and an editor of the company, and what they do with work orders. */
export async function openCompany(app: TestApp) {
  const viewer = await makeAdmin(app.db, "viewer");
  const editor = await makeAdmin(app.db, "editor");
  return {
    viewer,
    editor,
    add: (organizationId: string, given: Partial<NewWorkOrder> = {}) =>
      app.request(addWorkOrder, { as: editor, body: { ...PLAIN, organizationId, ...given } }),
    read: (id: string) => app.request(getManagedWorkOrder, { as: viewer, params: { id } }),
    history: (id: string) => app.request(getWorkOrderHistory, { as: viewer, params: { id } }),
    show: (...workOrderIds: string[]) => app.request(showWorkOrders, { as: editor, body: { workOrderIds } }),
    /** A change of some fields, of a work order as its editor read it. */
    changing(workOrder: ManagedWorkOrder, given: Partial<WorkOrderDetails>) {
      const { recordVersion } = workOrder;
      const details = detailsOf(workOrder);
      const products = details.products.flatMap(({ productId, total }) =>
        total === null ? [] : { productId, total },
      );
      const body = { ...details, products, ...given, recordVersion };
      return { as: editor, params: { id: workOrder.workOrderId }, body };
    },
    /** A move of work orders as their editor saw them. */
    moving: (
      to: WorkOrderStatus,
      ...orders: { workOrderId: string; workOrderStatus: WorkOrderStatus }[]
    ) => ({
      as: editor,
      body: {
        workOrderStatus: to,
        workOrders: orders.map(({ workOrderId, workOrderStatus: expectedStatus }) => ({
          workOrderId,
          expectedStatus,
        })),
      },
    }),
  };
}
