import { exact } from "../decimal.ts";
import type { Id } from "../id.ts";
import type { ImageSize } from "../images/image-address.ts";
import { type QuotedWorkOrder, WorkOrdersBlock, type WorkOrdersProps } from "../page/blocks/work-orders.ts";
import { findBlock } from "../page/find-block.ts";
import type { PuckState } from "../page/page.ts";
import { mapItems } from "../page/walk-page.ts";
import type { Product } from "../products/product.ts";
import type { DocumentStatus } from "./unique-document.ts";

/**
 * Everything that a visitor's browser receives of a shared document. Moments include their text, in the portal's time
 * zone.
 */
export type PublicDocument = {
  uniqueDocumentId: Id;
  name: string;
  slug: string;
  externalId: string;
  status: DocumentStatus;
  updatedAt: Moment;
  /** When the document was accepted or declined. Visitors do not learn by whom. */
  decidedAt: Moment | null;
  page: PuckState;
  /** The ids of blocks that failed; a message stands in their place. */
  failedBlocks: readonly string[];
  /** The sizes of images by their source, as far as they are known. */
  imageSizes: Record<string, ImageSize>;
  /** The path of the General Terms and Conditions; null if the company has none. */
  generalTermsPath: string | null;
  brand: { productName: string; companyName: string; hasLogo: boolean };
};

export type Moment = { iso: string; text: string };

/** A resolved page without the fields that readers do not see, because anybody can read the data of a public page. */
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

/** Each work order as one nameless product with the work order's price, so that all totals stay the same. */
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
