import type * as calls from "#contract/admin/account.ts";
import type { PointedAt } from "#tests/support/pointed-calls.ts";

export const pointed: PointedAt<typeof calls> = {
  listAdmins: () => ({}),
  // The last owner, who stays one.
  changeAdminRole: (_ids, { userProfileId }) => ({
    params: { id: userProfileId },
    body: { adminRole: "owner" },
  }),
};
