import { Exact } from "#blocks/exact.tsx";
import { formatDay, type Invoice, isOverdue } from "#domain/invoices/invoice.ts";
import { companyToday } from "#web/lib/company-time.ts";

type DueMarkProps = Pick<Invoice, "invoiceStatus"> & { dueDate: string | null };

/** A due date, and whether an unpaid invoice is past it. */
export function DueText({ invoiceStatus, dueDate }: DueMarkProps & { dueDate: string }) {
  const day = formatDay(dueDate);
  if (!isOverdue({ invoiceStatus, dueDate }, companyToday())) return <Exact>{day}</Exact>;
  return (
    <>
      <Exact>{day}</Exact> <span className="font-medium text-red-ink">Overdue</span>
    </>
  );
}
