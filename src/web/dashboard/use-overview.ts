import { listDocuments } from "#contract/documents.ts";
import { listInvoices } from "#contract/invoices.ts";
import { listWorkOrders } from "#contract/work-orders.ts";
import { useCall } from "#web/lib/use-call.ts";

/** All that the tiles count, and whether it is there. */
export function useOverview() {
  const documents = useCall(listDocuments, {});
  const invoices = useCall(listInvoices, {});
  const workOrders = useCall(listWorkOrders, {});
  const answers = [documents, invoices, workOrders];
  return {
    overview:
      documents.data && invoices.data && workOrders.data
        ? { documents: documents.data, invoices: invoices.data, workOrders: workOrders.data }
        : undefined,
    error: answers.find((answer) => answer.error && answer.data === undefined)?.error,
    retry: () => {
      for (const answer of answers) if (answer.error) void answer.mutate();
    },
  };
}
