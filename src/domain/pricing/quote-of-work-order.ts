import type { Id } from "../id.ts";
import { quotedWorkOrders } from "../page/blocks/work-orders.ts";
import type { PuckState } from "../page/page.ts";
import { workOrdersBlocks } from "../page/quoted-work.ts";
import type { WorkOrderQuote } from "../work-orders/work-order.ts";
import { priceBlock, shownPrices } from "./document-total.ts";

/** What clients see of a work order; null if the page has none. Of two quotes one may show the price, one the lines. */
export function quoteOfWorkOrder(page: PuckState, workOrderId: Id): WorkOrderQuote | null {
  const quotes = workOrdersBlocks(page).flatMap(({ props }) => {
    const isThere = quotedWorkOrders(props.workOrderData).some(
      (one) => one.workOrderId === workOrderId && one.workOrder,
    );
    const price = priceBlock(props).workOrders.find((one) => one.workOrderId === workOrderId);
    if (!isThere || !price) return [];
    const { areAmountsShown, areLinesShown } = shownPrices(props);
    const { gross, discount, net } = price;
    const hasGst = props.gst && props.gstPercent > 0;
    const lines = price.products.map(({ product, quantity, amount }) => ({
      productName: product?.productName ?? null,
      productUnit: product?.productUnit ?? null,
      total: quantity,
      rate: areAmountsShown ? String(product?.productRate ?? 0) : null,
      amount: areAmountsShown ? amount : null,
    }));
    return [
      {
        lines: areLinesShown ? lines : null,
        price: areAmountsShown ? { gross, discount, net, hasGst } : null,
      },
    ];
  });
  if (quotes.length === 0) return null;
  const whole = quotes.find(({ lines, price }) => lines && price);
  return {
    lines: whole?.lines ?? quotes.find(({ lines }) => lines)?.lines ?? null,
    price: quotes.find(({ price }) => price)?.price ?? null,
  };
}
