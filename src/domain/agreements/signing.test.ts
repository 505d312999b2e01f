import { expect, test } from "vitest";
import type { ListedPermission, PermissionType } from "../permissions/organization-permission.ts";
import { needsOrganizationName, refuseSigningFor, signerKey, signingDeclaration } from "./signing.ts";

const may = (organizationId: string, permissionType: PermissionType): ListedPermission => ({
  organizationPermissionId: `permission-${organizationId}`,
  organizationId,
  userId: "ada",
  permissionType,
  decisionRefusal: null,
});

/** A permission whose person is kept from deciding. */
const permission = (organizationId: string): ListedPermission => ({
  ...may(organizationId, "write"),
  decisionRefusal: { reason: "decisions-held", until: "2026-11-28T00:00:00.000Z" },
});

test.each([
  ["their organization", [may("a", "write")], "a", null],
  ["another one of theirs", [may("a", "read"), may("b", "write")], "b", null],
  ["none, without any", [], null, null],
  ["none, while they may only read", [may("a", "read")], null, null],
  ["none, while they write for one", [may("a", "write")], null, "organization-needed"],
  ["one that they may only read", [may("a", "read"), may("b", "write")], "a", "read-only"],
  ["one that is not theirs", [may("a", "write")], "b", "unknown-organization"],
  ["none, while they are kept from deciding for the only one", [permission("a")], null, null],
  [
    "none, while they are kept from deciding for one of two",
    [permission("a"), may("b", "write")],
    null,
    "organization-needed",
  ],
])("SIGN-3 signing for %s", (_, permissions, organizationId, refusal) => {
  expect(refuseSigningFor(permissions, { organizationId, typedName: null })).toBe(refusal);
});

test("FIELD-2 who is kept from deciding for their organization types no organization's name either", () => {
  const named = { organizationId: null, typedName: "Harbour Coffee" };
  expect(refuseSigningFor([permission("a")], named)).toBe("decisions-held");
  expect(refuseSigningFor([may("a", "read")], named)).toBe(null);
  expect(refuseSigningFor([], named)).toBe(null);
});

test("SIGN-4 an organization's name is needed only where new organizations are greeted", () => {
  expect(needsOrganizationName({ signatureType: "ACKNOWLEDGE_NEW_ORG" })).toBe(true);
  expect(needsOrganizationName({ signatureType: "ACKNOWLEDGE" })).toBe(false);
});

test("SIGN-5 the declaration names the organization and the company", () => {
  const declarationFor = (organizationName: string | null, isForSelf = false) =>
    signingDeclaration({ organizationName, isForSelf }, "Ember & Oak");
  const declaration = declarationFor("Harbour Coffee");
  expect(declaration).toContain("the authority to accept this on behalf of Harbour Coffee,");
  expect(declaration).toContain("a legally binding contract with Ember & Oak.");
  expect(declarationFor(null)).toContain("on behalf of my Organization,");
  const own = declarationFor(null, true);
  expect(own).toContain("I accept this for myself and not on behalf of an organization,");
  expect(own).toContain("a legally binding contract with Ember & Oak.");
  expect(own).not.toMatch(/authority|my Organization/);
});

const visitor = {
  email: "grace@example.test",
  firstName: "Grace",
  lastName: "Hopper",
  organizationName: null,
  identifier: null,
};

test("SIGN-7 letter case and spaces make no one another signer, a different word does", () => {
  expect(signerKey({ ...visitor, email: "GRACE@example.test", lastName: " Hopper" })).toBe(
    signerKey(visitor),
  );
  expect(signerKey({ ...visitor, firstName: "Ada  May" })).toBe(
    signerKey({ ...visitor, firstName: "ada may" }),
  );
  const others = [
    signerKey({ ...visitor, lastName: "Murray" }),
    signerKey({ ...visitor, organizationName: "Navy" }),
    signerKey({ ...visitor, identifier: "Navy" }),
    signerKey({ userProfileId: "grace", organizationId: null }),
    signerKey({ userProfileId: "grace", organizationId: "navy" }),
  ];
  expect(new Set([signerKey(visitor), ...others]).size).toBe(6);
});
