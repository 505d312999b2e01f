import type { PageOf } from "#contract/call.ts";
import { listDocuments } from "#contract/documents.ts";
import { listInvoices } from "#contract/invoices.ts";
import { listWorkOrders } from "#contract/work-orders.ts";
import type { DocumentType } from "#domain/documents/unique-document.ts";
import { usePage } from "#web/lib/use-call.ts";

/** One row is enough: the answer also has the total and the first match. */
const COUNTED = { limit: 1 };
const OLDEST = { ...COUNTED, sort: "createdAt" } as const;

/** The counts of the tiles, and whether each has loaded. The server counts, however many records there are. */
export function useOverview() {
  const unpaid = usePage(listInvoices, { query: { ...OLDEST, invoiceStatus: "UNPAID" } });
  const inProgress = usePage(listWorkOrders, { query: { ...OLDEST, workOrderStatus: "IN_PROGRESS" } });
  const proposals = useWaiting("PROPOSAL");
  const scopes = useWaiting("SCOPE_OF_WORK");
  const answers = [unpaid, inProgress, proposals, scopes];
  return {
    overview:
      unpaid.data && inProgress.data && proposals.data && scopes.data
        ? {
            unpaid: countOf(unpaid.data),
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

function useWaiting(documentType: DocumentType) {
  return usePage(listDocuments, { query: { ...COUNTED, documentType, status: "PENDING" } });
}

type Counted = PageOf<typeof listInvoices> | PageOf<typeof listWorkOrders>;

function countOf({ data, page }: Counted) {
  return { total: page.total, oldest: data[0]?.createdAt ?? null };
}

/** The lists show documents beyond this number. */
export const MOST_DECISIONS = 100;

/** The rest is shown on request. */
export const FIRST_SHOWN = 4;

/** The documents that wait for a decision: the first ones, or with `isWhole` all up to MOST_DECISIONS. */
export function useDecisions(isWhole: boolean) {
  const waiting = { status: "PENDING" } as const;
  const first = usePage(listDocuments, { query: { ...waiting, limit: FIRST_SHOWN } });
  const whole = usePage(listDocuments, isWhole ? { query: { ...waiting, limit: MOST_DECISIONS } } : null);
  return { decisions: whole.data ?? first.data, error: first.error, isLoadingMore: whole.isLoading };
}
