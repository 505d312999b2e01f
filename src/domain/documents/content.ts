import { quotedWorkOrders } from "../page/blocks/work-orders.ts";
import { withoutImageSizes } from "../page/images.ts";
import type { PuckState } from "../page/page.ts";
import { mapWorkOrderData } from "../page/quoted-work.ts";
import type { UniqueDocument } from "./unique-document.ts";

type Acceptable = Pick<
  UniqueDocument,
  "uniqueDocumentId" | "organizationId" | "name" | "documentType" | "puckState"
>;

/**
 * The content that a person sees, chooses and accepts. It leaves out the statuses and times of work orders, sorts
 * products, and ignores whether an image has arrived, so that the hash changes only with the content.
 */
export function acceptableContent(document: Acceptable): Acceptable {
  const { uniqueDocumentId, organizationId, name, documentType } = document;
  const { content, root } = acceptableWork(withoutImageSizes(document.puckState));
  return { uniqueDocumentId, organizationId, name, documentType, puckState: { content, root } as PuckState };
}

function acceptableWork(page: PuckState): PuckState {
  return mapWorkOrderData(page, (data) => {
    const quoted = quotedWorkOrders(data);
    const workOrders = quoted.flatMap(({ workOrder }) => workOrder ?? []);
    const named = new Set(workOrders.flatMap((workOrder) => workOrder.products.map((one) => one.productId)));
    const products = data.products
      .filter((product) => named.has(product.productId))
      .toSorted((a, b) => (a.productId < b.productId ? -1 : 1));
    return { workOrderIds: quoted.map(({ workOrderId }) => workOrderId), workOrders, products };
  });
}
