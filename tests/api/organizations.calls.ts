import type * as calls from "#contract/organizations.ts";
import type { PointedAt } from "#tests/support/pointed-calls.ts";

export const pointed: PointedAt<typeof calls> = {
  listOrganizations: () => ({}),
};
