import type * as calls from "#contract/admin/system.ts";
import type { PointedAt } from "#tests/support/pointed-calls.ts";

export const pointed: PointedAt<typeof calls> = {
  getSystem: () => ({}),
};
