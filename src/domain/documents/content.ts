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
 * What a person sees, chooses and accepts, and nothing that can change without changing that: of a work
 * order neither its status nor its times, and products in one order whatever order they were read in; nor whether an image was there yet.
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

/** JSON that is the same text for the same value: keys sorted, no spaces, nothing for undefined. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((one) => canonicalJson(one ?? null)).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const members = Object.entries(value)
    .filter(([, one]) => one !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, one]) => `${JSON.stringify(key)}:${canonicalJson(one)}`);
  return `{${members.join(",")}}`;
}
