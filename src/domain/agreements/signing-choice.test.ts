import { expect, test } from "vitest";
import type { Organization } from "../organizations/organization.ts";
import type { ListedPermission, PermissionType } from "../permissions/organization-permission.ts";
import { signingChoice } from "./signing-choice.ts";

const organizationOf = (organizationId: string): Organization => ({
  organizationId,
  organizationName: organizationId,
  status: "ACTIVE",
  quickLinks: [],
});
const permissionOf = (organizationId: string, permissionType: PermissionType): ListedPermission => ({
  organizationPermissionId: organizationId,
  organizationId,
  userId: "ada",
  permissionType,
  decisionRefusal: null,
});

type Held = Record<string, PermissionType>;

test.each<{ memberships: Held; active: string | null; kind: string; names: string[] }>([
  { memberships: { a: "write" }, active: "a", kind: "organization", names: ["a"] },
  { memberships: { a: "write", b: "write" }, active: "b", kind: "organization", names: ["b"] },
  { memberships: { a: "write", b: "read", c: "write" }, active: null, kind: "choose", names: ["a", "c"] },
  { memberships: { a: "write", b: "write" }, active: "left-long-ago", kind: "choose", names: ["a", "b"] },
  { memberships: { a: "write", b: "read" }, active: "b", kind: "switch", names: ["b"] },
  { memberships: { a: "read" }, active: "a", kind: "self", names: ["a"] },
  { memberships: { a: "read" }, active: null, kind: "self", names: ["a"] },
  { memberships: {}, active: null, kind: "self", names: [] },
])("SIGN-3 with $held and $active active: $kind", ({ memberships, active, kind, names }) => {
  const permissions = Object.entries(memberships).map(([id, type]) => permissionOf(id, type));
  const organizations = Object.keys(memberships).map(organizationOf);
  const profile = { userProfileId: "ada", activeOrganizationId: active };
  const choice = signingChoice(profile, organizations, permissions);
  expect(choice.kind).toBe(kind);
  const named = choice.kind === "choose" ? choice.organizations : [choice.organization];
  expect(named.flatMap((one) => (one ? [one.organizationId] : []))).toEqual(names);
});

test("FIELD-2 who is kept from deciding for the active organization signs for another, or only for themselves", () => {
  const refusal = { reason: "decisions-held", until: "2026-11-28T00:00:00.000Z" } as const;
  const memberships = { ...permissionOf("a", "write"), decisionRefusal: refusal };
  const organizations = ["a", "b"].map(organizationOf);
  const profile = { userProfileId: "ada", activeOrganizationId: "a" };
  expect(signingChoice(profile, organizations, [memberships, permissionOf("b", "write")])).toMatchObject({
    kind: "switch",
    organization: { organizationId: "a" },
    refusal,
  });
  const self = { kind: "self", organization: { organizationId: "a" }, refusal };
  expect(signingChoice(profile, organizations, [memberships, permissionOf("b", "read")])).toMatchObject(self);
  const nowhere = { ...profile, activeOrganizationId: null };
  expect(signingChoice(nowhere, organizations.toReversed(), [memberships])).toMatchObject(self);
});
