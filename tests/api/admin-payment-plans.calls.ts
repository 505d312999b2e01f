import type * as calls from "#contract/admin/payment-plans.ts";
import { paymentPlanParts } from "#server/schema/payment-plans.ts";
import { acceptElsewhere } from "#tests/support/accepted-work.ts";
import { makeDocument } from "#tests/support/factories.ts";
import type { TestApp } from "#tests/support/make-app.ts";
import type { PointedAt } from "#tests/support/pointed-calls.ts";

export async function makeOwn(app: TestApp) {
  const { uniqueDocumentId, organizationId } = await acceptElsewhere(app, await makeDocument(app.db));
  const part = { name: "Deposit", percent: "30", due: "done" as const };
  await app.db.insert(paymentPlanParts).values({ uniqueDocumentId, organizationId, position: 0, ...part });
  return { plannedId: uniqueDocumentId };
}

export const pointed: PointedAt<typeof calls, "plannedId"> = {
  getPaymentPlan: ({ uniqueDocumentId: id }) => ({ params: { id } }),
  preparePlanPart: ({ plannedId: id }) => ({ params: { id }, body: { position: 0 } }),
};
