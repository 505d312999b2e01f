import { Exact } from "#blocks/exact.tsx";
import { formatDollars } from "#domain/format.ts";
import { formatDay, isOverdue, type ListedInvoice } from "#domain/invoices/invoice.ts";
import { companyToday } from "#web/lib/company-time.ts";
import type { DataTableColumn } from "./data-table/data-table-column.ts";

/** The amount of an invoice, what is left of it to pay, and until when. */
export function amountColumns<Row extends ListedInvoice>(): DataTableColumn<Row>[] {
  return [
    {
      ...moneyColumn<Row>("total", "Amount", (row) => row.total),
      cell: (row) => (
        <>
          {row.total === null ? null : formatDollars(row.total)}
          {isPartPaid(row) ? (
            <span className="block text-ink-soft text-sm lg:hidden">{formatDollars(row.amountDue)} due</span>
          ) : null}
        </>
      ),
    },
    { ...moneyColumn<Row>("amountDue", "Amount due", (row) => row.amountDue), isExtra: true },
    {
      id: "dueDate",
      header: "Due",
      text: ({ dueDate }) => (dueDate === null ? null : formatDay(dueDate)),
      exported: (row) => row.dueDate,
      sortKey: (row) => row.dueDate ?? "",
      cell: (row) => <DueCell {...row} />,
    },
  ];
}

function moneyColumn<Row>(
  id: string,
  header: string,
  amount: (row: Row) => string | null,
): DataTableColumn<Row> {
  return {
    id,
    header,
    text: (row) => {
      const dollars = amount(row);
      return dollars === null ? null : formatDollars(dollars);
    },
    exported: (row) => {
      const dollars = amount(row);
      return dollars === null ? null : Number(dollars);
    },
    sortKey: (row) => Number(amount(row) ?? -1),
    isMoney: true,
  };
}

function isPartPaid(row: ListedInvoice): row is ListedInvoice & { amountDue: string } {
  return row.invoiceStatus === "UNPAID" && row.amountDue !== null && row.amountDue !== row.total;
}

function DueCell(invoice: ListedInvoice) {
  const { dueDate } = invoice;
  if (dueDate === null) return null;
  return (
    <>
      <Exact className="whitespace-nowrap">{formatDay(dueDate)}</Exact>
      {isOverdue(invoice, companyToday()) ? (
        <span className="block font-medium text-red-ink text-sm max-sm:ml-2 max-sm:inline">Overdue</span>
      ) : null}
    </>
  );
}
