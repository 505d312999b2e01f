import { Exact } from "#blocks/exact.tsx";
import { formatDay, isOverdue, type ListedInvoice } from "#domain/invoices/invoice.ts";
import { companyToday } from "#web/lib/company-time.ts";

type DueTextProps = Pick<ListedInvoice, "invoiceStatus" | "amountDue"> & { dueDate: string };

/** A due date, and whether an unpaid invoice is past it. */
export function DueText(invoice: DueTextProps) {
  const day = formatDay(invoice.dueDate);
  if (!isOverdue(invoice, companyToday())) return <Exact>{day}</Exact>;
  return (
    <>
      <Exact>{day}</Exact> <span className="font-medium text-red-ink">Overdue</span>
    </>
  );
}
