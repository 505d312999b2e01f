import { formatCount, formatDollars } from "#domain/format.ts";
import { companyDate } from "#web/lib/company-time.ts";
import { filteredList } from "#web/lists/filtered-list.ts";
import { documentListPath, PATHS } from "#web/paths.ts";

export type Tile = {
  heading: string;
  path: string;
  count: number;
  /** The meaning of the count in money or time; null if there is nothing to add. */
  note: string | null;
};

/** The number of records, and the creation time of the oldest. */
type Count = { total: number; oldest: string | null };
/** The number of waiting documents, the total of those that hide no price, and whether another one does. */
type Waiting = { total: number; totalCost: string | null; hidesPrices: boolean };

/** What is left to pay of them, null if no amount is known, and how many are overdue. */
type Unpaid = Count & { amountDue: string | null; overdue: number };

type Overview = { unpaid: Unpaid; inProgress: Count; proposals: Waiting; scopes: Waiting };

/** The four tiles, the highest count first; equal counts keep the specification's order. */
export function overviewTiles({ unpaid, inProgress, proposals, scopes }: Overview): Tile[] {
  const tiles: Tile[] = [
    {
      heading: "Unpaid Invoices",
      path: filteredList(PATHS.invoices, "invoiceStatus", "UNPAID"),
      count: unpaid.total,
      note: owed(unpaid),
    },
    {
      heading: "Work Orders in Progress",
      path: filteredList(PATHS.workOrders, "workOrderStatus", "IN_PROGRESS"),
      count: inProgress.total,
      note: since(inProgress),
    },
    {
      heading: "Proposals to review",
      path: filteredList(documentListPath("PROPOSAL"), "status", "PENDING"),
      count: proposals.total,
      note: worth(proposals),
    },
    {
      heading: "SOW documents to review",
      path: filteredList(documentListPath("SCOPE_OF_WORK"), "status", "PENDING"),
      count: scopes.total,
      note: worth(scopes),
    },
  ];
  return tiles.toSorted((a, b) => b.count - a.count);
}

function owed(unpaid: Unpaid): string | null {
  const amount = unpaid.amountDue === null ? since(unpaid) : formatDollars(unpaid.amountDue);
  return unpaid.overdue === 0 ? amount : `${amount} · ${formatCount(unpaid.overdue)} overdue`;
}

function worth({ totalCost, hidesPrices }: Waiting): string | null {
  if (totalCost === null) return hidesPrices ? "Prices not shown" : null;
  const worth = `Worth ${formatDollars(totalCost)}`;
  return hidesPrices ? `${worth}, plus prices not shown` : worth;
}

function since({ oldest }: Count): string | null {
  return oldest === null ? null : `Since ${companyDate(oldest)}`;
}
