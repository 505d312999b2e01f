import { expect, test } from "vitest";
import { isLastWriter, type OrganizationPermission, type PermissionType } from "./organization-permission.ts";

function organizationOf(...types: PermissionType[]): OrganizationPermission[] {
  return types.map((permissionType, index) => ({
    organizationPermissionId: `permission-${index}`,
    organizationId: "org",
    userId: `user-${index}`,
    permissionType,
  }));
}

test.each([
  ["the only writer", organizationOf("write"), true],
  ["the only writer among readers", organizationOf("write", "read", "read"), true],
  ["one of two writers", organizationOf("write", "write"), false],
  ["a reader beside the only writer", organizationOf("read", "write"), false],
  ["no one of an empty organization", [], false],
])("PERM-3 %s is the last writer: %s", (_, permissions, isLast) => {
  expect(isLastWriter(permissions, "permission-0")).toBe(isLast);
});
