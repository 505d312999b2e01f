import { readWorkOrdersProps } from "../page/block-props.ts";
import type { PageItem, PuckState } from "../page/page.ts";
import { withoutPictureSizes } from "../page/pictures.ts";
import { quotedWorkOrders } from "../page/quoted-work.ts";
import { mapItems } from "../page/walk-page.ts";
import type { UniqueDocument } from "./unique-document.ts";

type Acceptable = Pick<
  UniqueDocument,
  "uniqueDocumentId" | "organizationId" | "name" | "documentType" | "puckState"
>;

/**
 * What a person sees, chooses and accepts, and nothing that can change without changing that: of a work
 * order neither its status nor its times, and products in one order whatever order they were read in; nor whether a picture was there yet.
 */
export function acceptableContent(document: Acceptable): Acceptable {
  const { uniqueDocumentId, organizationId, name, documentType } = document;
  const { content, root } = mapItems(withoutPictureSizes(document.puckState), acceptableItem);
  return { uniqueDocumentId, organizationId, name, documentType, puckState: { content, root } as PuckState };
}

function acceptableItem(item: PageItem): PageItem {
  if (item.type !== "WorkOrders") return item;
  const { workOrderData } = readWorkOrdersProps(item.props);
  const quoted = quotedWorkOrders(workOrderData);
  const workOrders = quoted.flatMap(({ workOrder }) => workOrder ?? []);
  const named = new Set(workOrders.flatMap((workOrder) => workOrder.products.map((one) => one.productId)));
  const products = workOrderData.products
    .filter((product) => named.has(product.productId))
    .toSorted((a, b) => (a.productId < b.productId ? -1 : 1));
  const workOrderIds = quoted.map(({ workOrderId }) => workOrderId);
  return { ...item, props: { ...item.props, workOrderData: { workOrderIds, workOrders, products } } };
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
