import { exact } from "../decimal.ts";
import type { Id } from "../id.ts";
import type { ImageSize } from "../images/image-address.ts";
import { type QuotedWorkOrder, WorkOrdersBlock, type WorkOrdersProps } from "../page/blocks/work-orders.ts";
import { findBlock } from "../page/find-block.ts";
import type { PuckState } from "../page/page.ts";
import { mapItems } from "../page/walk-page.ts";
import type { Product } from "../products/product.ts";
import type { DocumentStatus } from "./unique-document.ts";

/** All that a visitor's browser is told of a shared document. Moments are told as they are read. */
export type PublicDocument = {
  uniqueDocumentId: Id;
  name: string;
  slug: string;
  externalId: string;
  status: DocumentStatus;
  updatedAt: Moment;
  /** When it was accepted or declined. By whom is the organization's own affair. */
  decidedAt: Moment | null;
  page: PuckState;
  /** The ids of blocks in whose place it is said that they could not be displayed. */
  failedBlocks: readonly string[];
  /** Of the pictures whose size is known, by their source. */
  imageSizes: Record<string, ImageSize>;
  /** Of the General Terms and Conditions; null where the company has none. */
  generalTermsPath: string | null;
  brand: { productName: string; companyName: string; hasLogo: boolean };
};

export type Moment = { iso: string; text: string };

/** A resolved page without what its readers are not shown: pages lie open in a visitor's browser. */
export function pageForVisitors(page: PuckState): PuckState {
  const { title } = page.root.props ?? {};
  const shown = mapItems(page, (item) => {
    const { id } = item.props;
    if (!findBlock(item.type)) return { type: item.type, props: { id } };
    if (item.type !== WorkOrdersBlock.type) return { type: item.type, props: item.props };
    return { type: item.type, props: { id, ...workForVisitors(WorkOrdersBlock.read(item.props)) } };
  });
  return { content: shown.content, root: { props: title === undefined ? {} : { title } } };
}

function workForVisitors(props: WorkOrdersProps): WorkOrdersProps {
  if (props.hidePricing) return withoutPrices(props);
  return props.hideBreakdown ? withoutBreakdown(props) : props;
}

function withoutPrices(props: WorkOrdersProps): WorkOrdersProps {
  const { workOrderIds, workOrders, products } = props.workOrderData;
  return {
    ...props,
    globalDiscountPercent: 0,
    globalDiscountName: "",
    workOrderData: {
      workOrderIds,
      workOrders: workOrders.map((one) => ({
        ...one,
        products: props.hideBreakdown ? [] : one.products,
        discountPercent: 0,
        discountName: null,
      })),
      products: props.hideBreakdown ? [] : products.map((one) => ({ ...one, productRate: null })),
    },
  };
}

/** Each work order as one nameless product at the price of all of its own, so that every total stays as it is. */
function withoutBreakdown(props: WorkOrdersProps): WorkOrdersProps {
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
  // One number cannot tell every price: else the numbers stay, and what they are of goes.
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
