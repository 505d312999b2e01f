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

test.each<{ held: Held; active: string | null; kind: string; names: string[] }>([
  { held: { a: "write" }, active: "a", kind: "organization", names: ["a"] },
  { held: { a: "write", b: "write" }, active: "b", kind: "organization", names: ["b"] },
  { held: { a: "write", b: "read", c: "write" }, active: null, kind: "choose", names: ["a", "c"] },
  { held: { a: "write", b: "write" }, active: "left-long-ago", kind: "choose", names: ["a", "b"] },
  { held: { a: "write", b: "read" }, active: "b", kind: "switch", names: ["b"] },
  { held: { a: "read" }, active: "a", kind: "self", names: ["a"] },
  { held: { a: "read" }, active: null, kind: "self", names: ["a"] },
  { held: {}, active: null, kind: "self", names: [] },
])("SIGN-3 with $held and $active active: $kind", ({ held, active, kind, names }) => {
  const permissions = Object.entries(held).map(([id, type]) => permissionOf(id, type));
  const organizations = Object.keys(held).map(organizationOf);
  const profile = { userProfileId: "ada", activeOrganizationId: active };
  const choice = signingChoice(profile, organizations, permissions);
  expect(choice.kind).toBe(kind);
  const named = choice.kind === "choose" ? choice.organizations : [choice.organization];
  expect(named.flatMap((one) => (one ? [one.organizationId] : []))).toEqual(names);
});

test("FIELD-2 who is kept from deciding for the active organization signs for another, or only for themselves", () => {
  const refusal = { reason: "decisions-held", until: "2026-11-28T00:00:00.000Z" } as const;
  const held = { ...permissionOf("a", "write"), decisionRefusal: refusal };
  const organizations = ["a", "b"].map(organizationOf);
  const profile = { userProfileId: "ada", activeOrganizationId: "a" };
  expect(signingChoice(profile, organizations, [held, permissionOf("b", "write")])).toMatchObject({
    kind: "switch",
    organization: { organizationId: "a" },
    refusal,
  });
  const self = { kind: "self", organization: { organizationId: "a" }, refusal };
  expect(signingChoice(profile, organizations, [held, permissionOf("b", "read")])).toMatchObject(self);
  const nowhere = { ...profile, activeOrganizationId: null };
  expect(signingChoice(nowhere, organizations.toReversed(), [held])).toMatchObject(self);
});
