import type * as calls from "#contract/admin/choices.ts";
import type { PointedAt } from "#tests/support/pointed-calls.ts";

export const pointed: PointedAt<typeof calls> = {
  findChoices: () => ({ params: { of: "organization" } }),
};
