import { exact } from "../decimal.ts";
import {
  type QuotedWorkOrder,
  block as WorkOrdersBlock,
  type WorkOrdersProps,
} from "../page/blocks/work-orders.ts";
import type { PuckState } from "../page/page.ts";
import { workOrdersBlocks } from "../page/quoted-work.ts";
import { mapItems } from "../page/walk-page.ts";
import type { Product } from "../products/product.ts";
import { type PricePlace, shownPrices } from "./shown-prices.ts";

/** A resolved page without the amounts that a place hides. */
export function hidePricesOfPage(place: PricePlace, page: PuckState): PuckState {
  const isWhole = workOrdersBlocks(page).every(({ props }) => hidePrices(place, props) === props);
  if (isWhole) return page;
  return mapItems(page, (item) => {
    if (item.type !== WorkOrdersBlock.type) return item;
    return { ...item, props: { ...item.props, ...hidePrices(place, WorkOrdersBlock.read(item.props)) } };
  });
}

/** The work of a block without the amounts that a place hides. */
export function hidePrices(place: PricePlace, props: WorkOrdersProps): WorkOrdersProps {
  const { areAmountsShown, areLinesShown } = shownPrices(place, props);
  if (!areAmountsShown) return withoutAmounts(props, areLinesShown);
  return areLinesShown ? props : withoutLines(props);
}

function withoutAmounts(props: WorkOrdersProps, areLinesShown: boolean): WorkOrdersProps {
  const { workOrderIds, workOrders, products } = props.workOrderData;
  return {
    ...props,
    globalDiscountPercent: 0,
    globalDiscountName: "",
    workOrderData: {
      workOrderIds,
      workOrders: workOrders.map((one) => ({
        ...one,
        products: areLinesShown ? one.products : [],
        discountPercent: 0,
        discountName: null,
      })),
      products: areLinesShown ? products.map((one) => ({ ...one, productRate: null })) : [],
    },
  };
}

/** Each work order as one nameless product with the work order's price, so that all totals stay the same. */
function withoutLines(props: WorkOrdersProps): WorkOrdersProps {
  const { workOrderIds, workOrders, products } = props.workOrderData;
  const hidden = workOrders.map((one) => hideLines(one, products));
  return {
    ...props,
    workOrderData: {
      workOrderIds,
      workOrders: hidden.map(({ workOrder }) => workOrder),
      products: hidden.flatMap((one) => one.products),
    },
  };
}

function hideLines(workOrder: QuotedWorkOrder, products: readonly Product[]) {
  const rates = new Map(products.map(({ productId, productRate }) => [productId, productRate]));
  const price = workOrder.products.reduce(
    (sum, { productId, total }) => sum.plus(exact(rates.get(productId)).times(exact(total))),
    exact(0),
  );
  const inOne = price.toNumber();
  // If one number cannot hold the price exactly, the lines keep their numbers and lose only their names.
  const lines =
    exact(inOne).eq(price) && Math.abs(inOne) < 1e12
      ? [{ rate: inOne, total: 1 }]
      : workOrder.products.map((line) => ({ rate: rates.get(line.productId) ?? null, total: line.total }));
  const nameless = lines.map(({ rate, total }, index) => ({
    productId: `${workOrder.workOrderId}-${index}`,
    productName: "",
    productUnit: null,
    productRate: rate,
    total,
  }));
  return {
    workOrder: { ...workOrder, products: nameless.map(({ productId, total }) => ({ productId, total })) },
    products: nameless.map(({ total: _, ...product }) => product),
  };
}
