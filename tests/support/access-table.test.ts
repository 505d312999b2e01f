import { expect, test } from "vitest";
import type { Call } from "#contract/call.ts";
import { CALLS } from "#contract/calls.ts";
import { ADMIN_ROLES } from "#domain/account/admin-role.ts";
import { columns, makeAccessTable, outcomeOf } from "./access-table.ts";

test("API-5 the access table in the repository is the one that the code makes; run: npm run access-table", async () => {
  await expect(makeAccessTable()).toMatchFileSnapshot("../api/access-table.md");
});

test("API-5 it has a row for every call, and every column says something", () => {
  const table = makeAccessTable();
  for (const { method, path } of Object.values(CALLS)) {
    const rows = table.split("\n").filter((line) => line.startsWith(`| \`${method} ${path}\` |`));
    expect(rows).toHaveLength(1);
    expect(rows[0]?.split("|").slice(3, -1)).toHaveLength(columns().length);
  }
});

test.each([
  ["getDocument", "anonymous", { status: 401, reason: "unauthenticated" }],
  ["getDocument", "another organization's writer", { status: 404 }],
  ["listDocuments", "another organization's writer", { status: 200, rows: "own" }],
  ["listDocuments", "unverified organization", { status: 403, reason: "unverified" }],
  ["approveDocument", "reader", { status: 403, reason: "read-only" }],
  ["approveDocument", "writer", { status: 200 }],
  ["approveDocument", "writer with a role", { status: 403, reason: "works-for-company" }],
  ["signGeneralDocument", "writer with a role", { status: 403, reason: "works-for-company" }],
  ["requestPermission", "writer with a role", { status: 200 }],
  ["listOptionalStatuses", "anonymous", { status: 200, rows: "none" }],
  ["listOptionalStatuses", "another organization's writer", { status: 200, rows: "own" }],
  ["getGeneralDocument", "anonymous", { status: 200 }],
  ["getProfile", "no profile", { status: 200 }],
  ["listProfilesOfOrganization", "member of nothing", { status: 404 }],
  ["signGeneralDocument", "unverified organization", { status: 200 }],
  ["shareDocument", "writer", { status: 403, reason: "not-admin" }],
  ["shareDocument", "viewer", { status: 403, reason: "not-editor" }],
  ["shareDocument", "editor", { status: 200 }],
  ["shareDocument", "owner", { status: 200 }],
  ["getSharing", "viewer", { status: 200 }],
] as const)("API-5 %s, %s", (name, column, outcome) => {
  expect(outcomeOf(CALLS[name] as Call, column)).toEqual(outcome);
});

test("API-5 no admin accepts, signs or chooses for a client: without a permission they are refused like everybody", () => {
  const ofClients = Object.values(CALLS).filter(({ who }) => ["member", "writer", "signatory"].includes(who));
  for (const call of ofClients) {
    for (const role of ADMIN_ROLES) {
      expect(outcomeOf(call, role)).toEqual({ status: 403, reason: "no-organization" });
    }
  }
  const ofAdmins = Object.entries(CALLS).filter(([, { reach }]) => reach === "every-organization");
  for (const [name] of ofAdmins) expect(name).not.toMatch(/^(approve|decline|choose|sign|confirm|receive)/);
});
