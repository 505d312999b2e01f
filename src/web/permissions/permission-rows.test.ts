import { expect, test } from "vitest";
import type { UserProfile } from "#domain/account/user-profile.ts";
import type {
  ListedPermission,
  OrganizationPermissionRequest,
} from "#domain/permissions/organization-permission.ts";
import { permissionRows } from "./permission-rows.ts";

const PROFILE: UserProfile = {
  userProfileId: "u1",
  firstName: "Mia",
  lastName: "Nguyen",
  email: "mia@example.test",
  activeOrganizationId: "org",
  adminRole: null,
};

function permission(organizationPermissionId: string, userId: string): ListedPermission {
  return {
    organizationPermissionId,
    organizationId: "org",
    userId,
    permissionType: "write",
    decisionRefusal: null,
  };
}

const REQUEST: OrganizationPermissionRequest = {
  organizationPermissionRequestId: "r1",
  organizationId: "org",
  userDetails: { email: "tom@example.test", firstName: "Tom", lastName: "Lee" },
  permissionType: "read",
};

test("PERM-2 people and pending requests are sorted by name, and a member without a profile is shown as 'Unknown User'", () => {
  const rows = permissionRows([permission("p1", "u1"), permission("p2", "gone")], [PROFILE], [REQUEST]);
  expect(rows.map(({ userName, email, isPending }) => [userName, email, isPending])).toEqual([
    ["Mia Nguyen", "mia@example.test", false],
    ["Tom Lee", "tom@example.test", true],
    ["Unknown User", null, false],
  ]);
});

test("PERM-3 only a permission can be removed, not a request", () => {
  const rows = permissionRows([permission("p1", "u1")], [PROFILE], [REQUEST]);
  expect(rows.map((row) => row.organizationPermissionId)).toEqual(["p1", null]);
});
