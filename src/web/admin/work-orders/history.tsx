import type { ReactNode } from "react";
import { getWorkOrderHistory } from "#contract/admin/work-orders.ts";
import type { Id } from "#domain/id.ts";
import { INVOICE_STATUS_LABELS } from "#domain/invoices/invoice.ts";
import type { WorkOrderEvent } from "#domain/work-orders/admin-work-order.ts";
import { WORK_ORDER_STATUS_LABELS, type WorkOrderStatus } from "#domain/work-orders/work-order.ts";
import { useCall } from "#web/lib/use-call.ts";
import { DateTimeText } from "#web/ui/date-text.tsx";
import { fetchFailure } from "#web/ui/fetch-failure.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { WORK_ORDER_NAMES } from "../ui/work-order/work-order-form.tsx";

/** Who made, changed and moved a work order, the latest first. */
export function History({ workOrderId }: { workOrderId: Id }) {
  const { data, error, mutate } = useCall(getWorkOrderHistory, { params: { id: workOrderId } });
  return (
    <section aria-labelledby="history" className="mt-12 max-w-3xl">
      <h2 id="history" className="mb-2 font-semibold text-lg">
        History
      </h2>
      <HistoryList events={data} />
      {fetchFailure({ data, error, mutate }, "We were unable to fetch the history.")}
      {data?.length === 0 ? (
        <p className="text-ink-soft">Nothing has been recorded: an import brought this work order.</p>
      ) : null}
    </section>
  );
}

function HistoryList({ events }: { events: readonly WorkOrderEvent[] | undefined }) {
  if (events === undefined) return <Skeleton className="h-16 w-full max-w-md" />;
  return (
    <ol className="divide-y divide-line border-line border-y empty:hidden">
      {events.map((event) => (
        <li
          key={`${event.at} ${event.what} ${event.to}`}
          className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-0.5 py-2.5"
        >
          <span dir="auto">
            <span className="font-medium">{event.who ?? "The portal"}</span> <Action event={event} />
          </span>
          <DateTimeText iso={event.at} className="text-ink-faint text-sm" />
        </li>
      ))}
    </ol>
  );
}

function Action({
  event: { what, from, to, fields, isWanted, invoice },
}: {
  event: WorkOrderEvent;
}): ReactNode {
  switch (what) {
    case "add":
      return "added it";
    case "change":
      return `changed ${fields.map((field) => WORK_ORDER_NAMES[field] ?? field).join(", ")}`;
    case "move":
      return `moved it from ${nameOf(from)} to ${nameOf(to)}`;
    case "show":
      return "showed it to the client";
    case "choose":
      return isWanted ? "chose this optional work" : "left this optional work out";
    case "issue-invoice":
      return `issued its invoice ${invoice?.externalId}`;
    case "mark-invoice":
      return `marked its invoice ${invoice?.externalId} as ${INVOICE_STATUS_LABELS[invoice?.status ?? "UNPAID"].toLowerCase()}`;
  }
}

function nameOf(status: WorkOrderStatus | null): string {
  return status === null ? "another status" : WORK_ORDER_STATUS_LABELS[status];
}
