import { canonicalJson } from "../canonical-json.ts";
import { quotedWorkOrders } from "../page/blocks/work-orders.ts";
import { withoutImageSizes } from "../page/images.ts";
import type { PuckState } from "../page/page.ts";
import { mapWorkOrderData } from "../page/quoted-work.ts";
import type { DocumentSnapshot, UniqueDocument } from "./unique-document.ts";

export type Acceptable = Pick<
  UniqueDocument,
  "uniqueDocumentId" | "organizationId" | "name" | "documentType" | "puckState"
>;

/** What a person sees and accepts. Statuses, times and image sizes are left out, so that the hash has content only. */
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

/** The first field of a sent document that differs from the stored one. The status is judged separately. */
export function findChangedField(
  reply: UniqueDocument,
  sent: Partial<UniqueDocument>,
): keyof UniqueDocument | null {
  const fields = Object.keys(sent) as (keyof UniqueDocument)[];
  const changed = fields.find(
    (field) => field !== "status" && comparable(field, reply) !== comparable(field, sent),
  );
  return changed ?? null;
}

function comparable(field: keyof UniqueDocument, document: Partial<UniqueDocument>): string {
  if (field === "documentSnapshots") return canonicalJson(document.documentSnapshots?.map(withoutLink));
  if (field === "puckState" && document.puckState) {
    return canonicalJson(withoutImageSizes(document.puckState));
  }
  return canonicalJson(document[field]);
}

/** Every answer has another link to the PDF of a snapshot. */
function withoutLink({ status, createdAt }: DocumentSnapshot) {
  return { status, createdAt };
}
