import type * as calls from "#contract/admin/activity.ts";
import type { PointedAt } from "#tests/support/pointed-calls.ts";

export const pointed: PointedAt<typeof calls> = {
  listActivity: () => ({}),
  exportActivity: ({ organizationId }) => ({ body: { organizationId } }),
};
