import {
  quotedWorkOrders,
  type WorkOrdersBlock,
  type WorkOrdersProps,
} from "#domain/page/blocks/work-orders.ts";
import { priceBlock } from "#domain/pricing/document-total.ts";
import type { QuotePrice } from "#domain/pricing/price-work-orders.ts";
import { shownPrices } from "#domain/pricing/shown-prices.ts";
import type { BlockView } from "./block.tsx";
import { useHeadingTag } from "./heading-levels.ts";
import { discountTerm, type SumLine, Sums } from "./sums.tsx";
import { WorkOrder } from "./work-order.tsx";

/** The work orders of a document, with prices and the client's choices. */
export function WorkOrders({ item, props }: BlockView<typeof WorkOrdersBlock>) {
  const headingTag = useHeadingTag(item.props.id);
  const quoted = quotedWorkOrders(props.workOrderData);
  if (quoted.length === 0) {
    return <p className="cp-quote cp-quote--empty">Add work orders to see information render here</p>;
  }
  const price = priceBlock(props);
  const shown = shownPrices("page", props);
  const priceById = new Map(price.workOrders.map((one) => [one.workOrderId, one]));
  return (
    <div className="cp-quote">
      <ul className="cp-quote__list">
        {quoted.map(({ workOrderId, workOrder }) => {
          const workOrderPrice = priceById.get(workOrderId);
          return (
            <li key={workOrderId} className="cp-work-order">
              {workOrder && workOrderPrice ? (
                <WorkOrder workOrder={workOrder} price={workOrderPrice} headingTag={headingTag} {...shown} />
              ) : (
                <p className="cp-work-order__error">Error</p>
              )}
            </li>
          );
        })}
      </ul>
      {shown.areAmountsShown && <QuoteTotals price={price} terms={props} />}
    </div>
  );
}

/** The totals with the current choices. Screen readers announce changes. */
function QuoteTotals({ price, terms }: { price: QuotePrice; terms: WorkOrdersProps }) {
  const { globalDiscountName, globalDiscountPercent, gst } = terms;
  const discount: SumLine = {
    term: discountTerm(globalDiscountName, globalDiscountPercent),
    amount: price.discount,
    kind: "deduction",
  };
  const lines: SumLine[] = [
    { term: "Subtotal", amount: price.subtotal },
    ...(globalDiscountPercent > 0 ? [discount] : []),
    ...(gst ? [{ term: "GST (10%)", amount: price.gst }] : []),
    { term: gst ? "Total inc. GST" : "Total", amount: price.total, kind: "total" },
  ];
  return (
    <div className="cp-quote__totals" aria-live="polite" aria-atomic="true">
      <Sums lines={lines} />
    </div>
  );
}
