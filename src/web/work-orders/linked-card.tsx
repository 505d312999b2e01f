import type { ReactNode } from "react";
import { Exact } from "#blocks/exact.tsx";
import { listedStatusOf } from "#domain/documents/unique-document.ts";
import { formatDollars } from "#domain/format.ts";
import type { DetailedWorkOrder, InvoiceOfWork } from "#domain/work-orders/work-order.ts";
import { Badge, type BadgeStatus } from "#web/ui/badge.tsx";
import { Card } from "#web/ui/card.tsx";
import { DueText } from "#web/ui/due-mark.tsx";
import { isPriced, ShownTotal } from "#web/ui/shown-total.tsx";
import { LinkedCell, linkedDocument, linkedInvoice } from "./linked-cell.tsx";

/** The document that the work belongs to, with its status and its total as clients see it. */
export function ProposalCard({ workOrder }: { workOrder: DetailedWorkOrder }) {
  const { documentOfWork: document } = workOrder;
  const total = document?.totalCost ?? null;
  const price = { total: total === null ? null : String(total), hidesPrices: document?.hidesPrices === true };
  return (
    <LinkedCard
      label="Proposal"
      number={document?.externalId}
      status={document ? listedStatusOf(document) : undefined}
      amount={isPriced(price) ? <ShownTotal price={price} /> : null}
    >
      <LinkedCell linked={linkedDocument(workOrder)} />
    </LinkedCard>
  );
}

/** The invoice of the work, with its status, and until when it is to be paid. */
export function InvoiceCard({ workOrder }: { workOrder: DetailedWorkOrder }) {
  const { invoiceOfWork: invoice } = workOrder;
  return (
    <LinkedCard
      label="Invoice"
      number={invoice?.externalId}
      status={invoice?.invoiceStatus}
      amount={invoice ? <InvoiceAmount invoice={invoice} /> : null}
    >
      <LinkedCell linked={linkedInvoice(workOrder)} />
    </LinkedCard>
  );
}

function InvoiceAmount({ invoice }: { invoice: InvoiceOfWork }) {
  const { total, amountDue, invoiceStatus, dueDate } = invoice;
  const isPartPaid = invoiceStatus === "UNPAID" && amountDue !== null && amountDue !== total;
  return (
    <>
      {total === null ? null : <Exact>{formatDollars(total)}</Exact>}
      {isPartPaid ? (
        <span className="font-normal text-ink-soft">
          , <Exact>{formatDollars(amountDue)}</Exact> left to pay
        </span>
      ) : null}
      {invoiceStatus === "UNPAID" && dueDate !== null ? (
        <span className="block font-normal text-ink-soft text-sm">
          Due <DueText {...invoice} dueDate={dueDate} />
        </span>
      ) : null}
    </>
  );
}

type LinkedCardProps = {
  label: string;
  number: string | undefined;
  status: BadgeStatus | undefined;
  amount: ReactNode;
  children: ReactNode;
};

function LinkedCard({ label, number, status, amount, children }: LinkedCardProps) {
  return (
    <Card aria-label={label} className="px-5 py-4">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <p className="wrap-anywhere min-w-0 text-ink-faint text-sm">
          {label} {number ? <Exact>{number}</Exact> : null}
        </p>
        {status ? <Badge status={status} /> : null}
      </div>
      <p dir="auto" className="wrap-anywhere mt-1 sm:text-left [&_a]:hit-area">
        {children}
      </p>
      {amount ? <div className="mt-1 font-semibold tabular-nums">{amount}</div> : null}
    </Card>
  );
}
