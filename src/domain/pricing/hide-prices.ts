import Big from "big.js";
import { exact, sumOf } from "../decimal.ts";
import { block as WorkOrdersBlock, type WorkOrdersProps } from "../page/blocks/work-orders.ts";
import { findBlock } from "../page/find-block.ts";
import type { PuckState } from "../page/page.ts";
import { workOrdersBlocks } from "../page/quoted-work.ts";
import { mapItems } from "../page/walk-page.ts";
import type { Product } from "../products/product.ts";
import type { QuotedWorkOrder } from "../work-orders/document-work.ts";
import { shownPrices } from "./document-total.ts";

/** A resolved page without the figures and lines that its blocks hide; the same page if they hide nothing. */
export function hidePricesOfPage(page: PuckState): PuckState {
  const isWhole = workOrdersBlocks(page).every(({ props }) => hidePrices(props) === props);
  if (isWhole) return page;
  return mapItems(page, (item) => {
    if (item.type !== WorkOrdersBlock.type) return item;
    return { ...item, props: { ...item.props, ...hidePrices(WorkOrdersBlock.read(item.props)) } };
  });
}

/** The work of a block without the figures and lines that the block hides. */
function hidePrices(props: WorkOrdersProps): WorkOrdersProps {
  const { areAmountsShown, areLinesShown } = shownPrices(props);
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

/** Each work order as a nameless product with the work order's price, so that all totals stay the same. */
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
  const price = sumOf(
    workOrder.products.map(({ productId, total }) => exact(rates.get(productId)).times(exact(total))),
  );
  const nameless = asProducts(price).map((one, index) => ({
    ...one,
    productId: `${workOrder.workOrderId}-${index}`,
    productName: "",
    productUnit: null,
  }));
  return {
    workOrder: { ...workOrder, products: nameless.map(({ productId, total }) => ({ productId, total })) },
    products: nameless.map(({ total: _, ...product }) => product),
  };
}

/** Digits that a number of the API holds in any case. */
const GROUP = 12;

/** A price as rates and quantities: one if a number holds the price, and otherwise one for each group of digits. */
function asProducts(price: Big): { productRate: number; total: number }[] {
  const whole = price.toNumber();
  if (exact(whole).eq(price) && Math.abs(whole) < 1e12) return [{ productRate: whole, total: 1 }];
  const { c: digits, e, s: sign } = price;
  const groups = Math.ceil(digits.length / GROUP);
  return Array.from({ length: groups }, (_, at) => {
    const group = digits.slice(at * GROUP, (at + 1) * GROUP);
    const power = e - at * GROUP - group.length + 1;
    return { productRate: sign * Number(group.join("")), total: new Big(`1e${power}`).toNumber() };
  });
}

/** A resolved page without the fields that readers do not see, because anybody can read the data of a public page. */
export function pageForVisitors(page: PuckState): PuckState {
  const { title } = page.root.props ?? {};
  const shown = mapItems(page, (item) => {
    const { id } = item.props;
    if (!findBlock(item.type)) return { type: item.type, props: { id } };
    if (item.type !== WorkOrdersBlock.type) return { type: item.type, props: item.props };
    return { type: item.type, props: { id, ...hidePrices(WorkOrdersBlock.read(item.props)) } };
  });
  return { content: shown.content, root: { props: title === undefined ? {} : { title } } };
}
