import type * as calls from "#contract/permissions.ts";
import type { PointedAt } from "#tests/support/pointed-calls.ts";

export const pointed: PointedAt<typeof calls> = {
  listPermissions: () => ({}),
  listPermissionsOfOrganization: ({ organizationId }) => ({ params: { organizationId } }),
  listPermissionRequests: () => ({}),
  removePermission: ({ organizationPermissionId }) => ({ params: { organizationPermissionId } }),
  requestPermission: ({ organizationId }) => ({
    body: {
      organizationId,
      userDetails: { email: "grace@example.test", firstName: "Grace", lastName: "Hopper" },
      permissionType: "read",
    },
  }),
};
