import { Exact } from "#blocks/exact.tsx";
import { formatDollars } from "#domain/format.ts";
import { formatDay } from "#domain/invoices/invoice.ts";
import { isIncluded } from "#domain/work-orders/is-included.ts";
import type { WorkOrderCard } from "#domain/work-orders/managed-work-order.ts";

type WorkTermsProps = { card: Pick<WorkOrderCard, "net" | "optional" | "dueDate"> };

/** The price of work before GST, whether the client wants optional work, and when its invoice is due. */
export function WorkTerms({ card: { net, optional, dueDate } }: WorkTermsProps) {
  return (
    <>
      <Exact>{formatDollars(net)}</Exact>
      {optional.isOptional ? `, optional, ${isIncluded({ optional }) ? "wanted" : "not wanted"}` : ""}
      {dueDate === null ? null : (
        <>
          , due <Exact>{formatDay(dueDate)}</Exact>
        </>
      )}
    </>
  );
}
