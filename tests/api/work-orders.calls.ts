import type * as calls from "#contract/work-orders.ts";
import type { PointedAt } from "#tests/support/pointed-calls.ts";

export const pointed: PointedAt<typeof calls> = {
  getWorkOrder: (ids) => ({ params: { id: ids.workOrderId } }),
  listWorkOrders: () => ({}),
  listWorkOrdersOfInvoice: ({ invoiceId }) => ({ params: { invoiceId } }),
  listOptionalStatuses: (ids) => ({ body: { workOrderIds: [ids.workOrderId] } }),
  chooseOptionalWork: (ids) => ({
    params: { id: ids.workOrderId },
    body: { optional: { doesClientWantWorkDone: true } },
  }),
};
