import { exact, roundToCents } from "#domain/decimal.ts";
import type { ListedDocument } from "#domain/documents/unique-document.ts";
import { formatDate, formatDollars } from "#domain/format.ts";
import type { Invoice } from "#domain/invoices/invoice.ts";
import type { WorkOrder } from "#domain/work-orders/work-order.ts";
import { documentListPath, PATHS } from "#web/paths.ts";

export type Tile = {
  heading: string;
  path: string;
  count: number;
  /** What the count means in money or time; null where there is nothing to say. */
  note: string | null;
};

type Overview = {
  invoices: readonly Invoice[];
  workOrders: readonly WorkOrder[];
  documents: readonly ListedDocument[];
};

/** The four tiles, the highest count first; equal counts keep the specification's order. */
export function overviewTiles({ invoices, workOrders, documents }: Overview): Tile[] {
  const unpaid = invoices.filter((one) => one.invoiceStatus === "UNPAID");
  const inProgress = workOrders.filter((one) => one.workOrderStatus === "IN_PROGRESS");
  const proposals = waitingForDecision(documents, "PROPOSAL");
  const scopes = waitingForDecision(documents, "SCOPE_OF_WORK");
  const tiles: Tile[] = [
    {
      heading: "Unpaid Invoices",
      path: PATHS.invoices,
      count: unpaid.length,
      note: since("Oldest from", unpaid),
    },
    {
      heading: "Work Orders in Progress",
      path: PATHS.workOrders,
      count: inProgress.length,
      note: since("Going on since", inProgress),
    },
    {
      heading: "Proposals to review",
      path: documentListPath("PROPOSAL"),
      count: proposals.length,
      note: worth(proposals),
    },
    {
      heading: "SOW documents to review",
      path: documentListPath("SCOPE_OF_WORK"),
      count: scopes.length,
      note: worth(scopes),
    },
  ];
  return tiles.toSorted((a, b) => b.count - a.count);
}

/** Documents that wait for the organization to decide, of one type or of all. */
export function waitingForDecision(
  documents: readonly ListedDocument[],
  documentType?: ListedDocument["documentType"],
): ListedDocument[] {
  return documents.filter(
    (one) => one.status === "PENDING" && (documentType === undefined || one.documentType === documentType),
  );
}

/** What documents cost together, in dollars; null when none of them has a price. */
export function totalWorth(documents: readonly ListedDocument[]): string | null {
  const priced = documents.filter((one) => one.totalCost !== null);
  if (priced.length === 0) return null;
  return formatDollars(roundToCents(priced.reduce((sum, one) => sum.plus(exact(one.totalCost)), exact(0))));
}

function worth(documents: readonly ListedDocument[]): string | null {
  const total = totalWorth(documents);
  return total === null ? null : `Worth ${total}`;
}

function since(words: string, rows: readonly { createdAt: string }[]): string | null {
  const [oldest] = rows.map((one) => one.createdAt).toSorted();
  return oldest === undefined ? null : `${words} ${formatDate(oldest)}`;
}

const HIGHEST_SHOWN = 99;

/** "7"; above 99, "99+". */
export function countLabel(count: number): string {
  return count > HIGHEST_SHOWN ? `${HIGHEST_SHOWN}+` : String(count);
}
