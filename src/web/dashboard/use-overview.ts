import type { PageOf } from "#contract/call.ts";
import { DECISIONS, IN_PROGRESS, PROPOSALS, SCOPES, UNPAID } from "#contract/dashboard-inputs.ts";
import { listDocuments } from "#contract/documents.ts";
import { listInvoices } from "#contract/invoices.ts";
import { listWorkOrders } from "#contract/work-orders.ts";
import { usePage } from "../lib/use-call.ts";

/** The counts of the tiles, and whether each has loaded. The server counts, however many records there are. */
export function useOverview() {
  const unpaid = usePage(listInvoices, UNPAID);
  const inProgress = usePage(listWorkOrders, IN_PROGRESS);
  const proposals = usePage(listDocuments, PROPOSALS);
  const scopes = usePage(listDocuments, SCOPES);
  const answers = [unpaid, inProgress, proposals, scopes];
  return {
    overview:
      unpaid.data && inProgress.data && proposals.data && scopes.data
        ? {
            unpaid: { ...countOf(unpaid.data), ...unpaid.data.page },
            inProgress: countOf(inProgress.data),
            proposals: proposals.data.page,
            scopes: scopes.data.page,
          }
        : undefined,
    error: answers.find((answer) => answer.error && answer.data === undefined)?.error,
    retry: () => {
      for (const answer of answers) if (answer.error) void answer.mutate();
    },
  };
}

type Counted = PageOf<typeof listInvoices> | PageOf<typeof listWorkOrders>;

function countOf({ data, page }: Counted) {
  return { total: page.total, oldest: data[0]?.createdAt ?? null };
}

/** The first of the documents that wait for a decision, their number and their total. */
export function useDecisions() {
  const { data: decisions, error } = usePage(listDocuments, DECISIONS);
  return { decisions, error };
}
