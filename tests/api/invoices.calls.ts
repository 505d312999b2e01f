import type * as calls from "#contract/invoices.ts";
import type { PointedAt } from "#tests/support/pointed-calls.ts";

export const pointed: PointedAt<typeof calls> = {
  getInvoice: (ids) => ({ params: { id: ids.invoiceId } }),
  listInvoices: () => ({}),
};
