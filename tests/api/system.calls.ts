import type * as calls from "#contract/admin/system.ts";
import { evidenceVerifications } from "#server/schema/verifications.ts";
import { unique } from "#tests/support/factories.ts";
import type { TestApp } from "#tests/support/make-app.ts";
import type { PointedAt } from "#tests/support/pointed-calls.ts";

export async function makeOwn({ db }: TestApp) {
  const ended = { requestedAt: new Date(), endedAt: new Date(), compared: "1 event", isIntact: true };
  await db
    .insert(evidenceVerifications)
    .values({ verificationId: unique("verification"), differences: 0, ...ended });
  return {};
}

export const pointed: PointedAt<typeof calls> = {
  getSystem: () => ({}),
  getSystemFaults: () => ({}),
  requestVerification: ({ organizationId: requestId }) => ({ body: { requestId } }),
};
