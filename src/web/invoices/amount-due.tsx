import { CircleAlert } from "lucide-react";
import { useState } from "react";
import { Exact } from "#blocks/exact.tsx";
import { exact } from "#domain/decimal.ts";
import { formatDollars } from "#domain/format.ts";
import { dayDistance } from "#domain/invoices/due-distance.ts";
import { type DetailedInvoice, formatDay, isOverdue } from "#domain/invoices/invoice.ts";
import { BRAND } from "#web/lib/brand.ts";
import { companyToday } from "#web/lib/company-time.ts";
import { invoicePdfPath } from "#web/paths.ts";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { HowToPay } from "./how-to-pay.tsx";
import { XeroAction } from "./xero-link.tsx";

const PANEL = "how-to-pay";

/** What is left to pay, until when and how. */
export function AmountDue({ invoice }: { invoice: DetailedInvoice }) {
  const { invoiceId, invoiceStatus, amountDue, total, uri } = invoice;
  const [isOpen, setIsOpen] = useState(false);
  const isPayable = invoiceStatus === "UNPAID" && amountDue !== "0.00";
  const amount = invoiceStatus === "PAID" ? total : invoiceStatus === "UNPAID" ? amountDue : null;
  return (
    <Card aria-label="Amount due" className="mb-8 max-w-4xl p-5 sm:p-6">
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-5">
        <div className="min-w-0">
          {amount === null ? null : (
            <p>
              <span className="block text-ink-soft text-sm">
                {invoiceStatus === "PAID" ? "Paid in full" : "Amount due"}
              </span>
              <Exact className="mt-1 block font-semibold font-text text-4xl tabular-nums tracking-[-0.02em] sm:text-5xl">
                {formatDollars(amount)}
              </Exact>
            </p>
          )}
          <div className="mt-2 space-y-1">
            {isPayable ? <DueLine {...invoice} /> : null}
            <Explanation invoice={invoice} />
          </div>
        </div>
        <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:grow">
          {isPayable ? (
            <>
              <XeroAction {...invoice} />
              <Button
                tone={invoice.xeroLink === null ? "primary" : "secondary"}
                size="lg"
                aria-expanded={isOpen}
                aria-controls={isOpen ? PANEL : undefined}
                onClick={() => setIsOpen(!isOpen)}
              >
                How to pay
              </Button>
            </>
          ) : null}
          {uri === null ? null : (
            <a
              href={invoicePdfPath(invoiceId)}
              target="_blank"
              rel="noopener"
              className={buttonClass({ size: "lg" })}
            >
              Open PDF
              <span className="sr-only"> (opens in a new tab)</span>
            </a>
          )}
        </div>
      </div>
      {isPayable && isOpen ? <HowToPay id={PANEL} invoice={invoice} /> : null}
    </Card>
  );
}

/** "Due 7 Dec 2026, in 11 days". */
function DueLine(invoice: DetailedInvoice) {
  const { dueDate } = invoice;
  if (dueDate === null) return <p className="text-ink-soft">No due date</p>;
  const today = companyToday();
  const isLate = isOverdue(invoice, today);
  return (
    <p className={isLate ? "flex flex-wrap items-center gap-x-1.5 font-medium text-red-ink" : undefined}>
      {isLate ? (
        <>
          <CircleAlert aria-hidden="true" strokeWidth={1.75} className="size-4" />
          <span>Overdue.</span>
        </>
      ) : null}
      <span>
        Due <Exact>{formatDay(dueDate)}</Exact>, <Exact>{dayDistance(dueDate, today)}</Exact>
      </span>
    </p>
  );
}

/** What else is true of the invoice, in a sentence; nothing if all of it is still due. */
function Explanation({ invoice }: { invoice: DetailedInvoice }) {
  const { invoiceStatus, total, amountDue, amountPaid, payments, xeroLink } = invoice;
  if (invoiceStatus === "CANCELLED")
    return <p className="text-lg">This invoice was cancelled. There's nothing to pay.</p>;
  if (invoiceStatus === "PAID") {
    const last = payments.at(-1);
    if (last)
      return (
        <p className="text-ink-soft">
          Paid on <Exact>{formatDay(last.paidOn)}</Exact>. Thank you.
        </p>
      );
    return total === null ? <p className="text-lg">This invoice is paid. Thank you.</p> : null;
  }
  if (total === null)
    return (
      <p className="max-w-[50ch]">
        {xeroLink === null
          ? `The amount is on the invoice that ${BRAND.companyName} sent you.`
          : "The amount is on the invoice in Xero."}
      </p>
    );
  if (amountDue === "0.00") return <p className="text-ink-soft">There's nothing to pay.</p>;
  if (exact(amountPaid).eq(0)) return null;
  return (
    <p className="text-ink-soft">
      <Exact>{formatDollars(amountPaid)}</Exact> of <Exact>{formatDollars(total)}</Exact> is paid.
    </p>
  );
}
