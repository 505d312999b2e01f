import type * as calls from "#contract/sign-in-rules.ts";
import type { PointedAt } from "#tests/support/pointed-calls.ts";

export const pointed: PointedAt<typeof calls> = {
  getSignInRules: () => ({}),
  changeSignInRules: ({ organizationId }) => ({
    body: { organizationId, requiresFactor: false, confirmsAcceptance: false },
  }),
};
