import { approveDocument, getDocument } from "#contract/documents.ts";
import type { Id } from "#domain/id.ts";
import { makeOrganization, makePage, makePerson, makeProduct, makeQuote } from "./factories.ts";
import type { TestApp } from "./make-app.ts";

export const THREE_PARTS = [
  { name: "Deposit", percent: 30, due: "accepted" },
  { name: "Half way", percent: 40, due: "date", day: "2027-03-01" },
  { name: "", percent: 30, due: "done" },
];

type Given = { ownerId: Id | null; parts: object[]; rate?: string };

/**
 * A document of two work orders that its client accepted twice at once, with a payment plan. Without another rate it
 * comes to $1,100.01 with GST.
 */
export async function acceptWithPlan(app: TestApp, { ownerId, parts, rate = "1000.01" }: Given) {
  const { organizationId } = await makeOrganization(app.db);
  const writer = await makePerson(app.db, { organization: { organizationId } });
  const { productId } = await makeProduct(app.db, { productRate: rate });
  const work = [{ products: [{ productId, total: "1" }] }, { products: [] }];
  const ids = work.map((_, index) => `${organizationId}-${index}`);
  const { content, root } = makePage(ids);
  const puckState = { root, content: [...content, { type: "PaymentPlan", props: { id: "plan", parts } }] };
  const { document } = await makeQuote(app.db, {
    organizationId,
    workOrders: work.map((one, index) => ({ ...one, workOrderId: ids[index] ?? "" })),
    document: { name: "Shop", externalId: `P-${organizationId}`, puckState, ownerId },
  });
  const id = document.uniqueDocumentId;
  const { contentHash } = await app.request(getDocument, { as: writer, params: { id } });
  const body = { uniqueDocumentId: id, status: "APPROVED" as const, contentHash };
  const accept = () => app.request(approveDocument, { as: writer, params: { id }, body });
  await Promise.all([accept(), accept()]);
  return { id, organizationId, writer, ids };
}
