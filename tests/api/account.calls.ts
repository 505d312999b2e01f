import type * as calls from "#contract/account.ts";
import type { PointedAt } from "#tests/support/pointed-calls.ts";

export const pointed: PointedAt<typeof calls> = {
  getProfile: () => ({}),
  updateProfile: (ids, asking) => ({
    body:
      asking.organizationId === null ? { firstName: "Ada" } : { activeOrganizationId: ids.organizationId },
  }),
  listProfilesOfOrganization: ({ organizationId }) => ({ params: { organizationId } }),
};
