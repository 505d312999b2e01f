import { Exact } from "#blocks/exact.tsx";
import { formatDay, type Invoice, isOverdue } from "#domain/invoices/invoice.ts";
import { companyToday } from "#web/lib/company-time.ts";

type DueMarkProps = Pick<Invoice, "invoiceStatus"> & { dueDate: string | null };

/** "Due 5 Dec 2026" of an unpaid invoice beside its total, or that it is overdue. Nothing without a due date. */
export function DueMark({ invoiceStatus, dueDate }: DueMarkProps) {
  if (dueDate === null || invoiceStatus !== "UNPAID") return null;
  const day = formatDay(dueDate);
  if (!isOverdue({ invoiceStatus, dueDate }, companyToday())) {
    return (
      <span className="block text-ink-soft text-sm">
        Due <Exact>{day}</Exact>
      </span>
    );
  }
  return (
    <span className="block font-medium text-red-ink text-sm">
      Overdue since <Exact>{day}</Exact>
    </span>
  );
}

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
