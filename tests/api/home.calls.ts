import type * as calls from "#contract/admin/home.ts";
import { numberOfId } from "#tests/support/number-of-id.ts";
import type { PointedAt } from "#tests/support/pointed-calls.ts";

export const pointed: PointedAt<typeof calls> = {
  getHome: () => ({}),
  listUndelivered: () => ({}),
  markDecisionsSeen: ({ organizationId }) => ({
    body: { seenUntil: new Date(numberOfId(organizationId) * 1000).toISOString() },
  }),
};
