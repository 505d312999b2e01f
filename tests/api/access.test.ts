import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ACTING_ORGANIZATION, API_BASE, type Call, ORGANIZATION_SWITCHED } from "#contract/call.ts";
import { CALLS } from "#contract/calls.ts";
import { LIVE_PATH } from "#contract/live.ts";
import { ADMIN_ROLES } from "#domain/account/admin-role.ts";
import type { PermissionType } from "#domain/permissions/organization-permission.ts";
import { FILE_PATH } from "#server/files/file-links.ts";
import { files } from "#server/schema/files.ts";
import { organizationPermissions } from "#server/schema/permissions.ts";
import { namesRecord } from "#tests/support/access-table.ts";
import { makeBadTokens } from "#tests/support/bad-tokens.ts";
import { makeAdmin, makePerson, unique } from "#tests/support/factories.ts";
import { createTestApp, type TestApp } from "#tests/support/make-app.ts";
import { pointAt, sendPointed } from "#tests/support/pointed-calls.ts";
import { makeRecordsOf } from "#tests/support/records.ts";

type Guarded = { name: string; method: string; path: string; who: Call["who"] };

const API_CALLS: Guarded[] = Object.entries(CALLS).map(([name, call]) => ({
  name,
  ...call,
  path: `${API_BASE}/${call.path}`,
}));
const STREAM: Guarded = { name: "the live stream", method: "GET", path: LIVE_PATH, who: "person" };
const GUARDED = [...API_CALLS, STREAM].filter((call) => call.who !== "public");

let app: TestApp;
let badTokens: string[];

beforeAll(async () => {
  app = await createTestApp();
  badTokens = await makeBadTokens(app);
});
afterAll(() => app?.close());

async function ask(call: Guarded, token: string | undefined): Promise<{ status: number; text: string }> {
  const path = call.path.replaceAll(/\{\w+\}/g, "no-such-id");
  const response = await app.rawRequest(`${call.method} ${path}`, token === undefined ? {} : { token });
  return { status: response.status, text: await response.text() };
}

test.each(API_CALLS)("API-3 $name does not refuse its allowed callers", async (call) => {
  const adminRole = ADMIN_ROLES.find((role) => role === call.who);
  const person = adminRole ? await makeAdmin(app.db, adminRole) : await makePerson(app.db);
  const { status, text } = await ask(call, await app.signInAs(person));
  // Some calls require re-authentication.
  if (!text.includes('"step-up"')) expect([200, 400, 404]).toContain(status);
});

test("CARE-5 a page that shows another organization than the person acts for reads and changes nothing there", async () => {
  const token = await app.signInAs(await makePerson(app.db));
  const headers = { [ACTING_ORGANIZATION]: "the-organization-left" };
  const ofOrganization = Object.entries(CALLS).filter(([, call]) => call.reach === "organization");
  expect(ofOrganization.length).toBeGreaterThan(10);
  for (const [name, { method, path }] of ofOrganization) {
    const response = await app.rawRequest(`${method} ${API_BASE}/${path}`, { token, headers });
    const { error } = (await response.json()) as { error?: { details?: unknown } };
    expect([name, response.status, error?.details]).toEqual([name, 409, { reason: ORGANIZATION_SWITCHED }]);
  }
});

test.each(API_CALLS.filter((call) => call.who === "public"))(
  "API-3 $name answers a bad token like a missing one",
  async (call) => {
    const anonymous = await ask(call, undefined);
    expect(anonymous.status).not.toBe(401);
    for (const token of badTokens) expect(await ask(call, token)).toEqual(anonymous);
  },
);

test.each(GUARDED.filter((call) => call.method === "GET"))(
  "API-3 API-5 $name reveals nothing to HEAD that it would not reveal to GET",
  async (call) => {
    expect((await ask({ ...call, method: "HEAD" }, undefined)).status).toBe(401);
  },
);

test("API-5 no token opens a file, not even its owner's", async () => {
  const writer = await makePerson(app.db);
  const { organizationId } = writer;
  const fileId = unique("file");
  const stored = await app.deps.files.put(Buffer.from("%PDF-1.7 not really one"));
  const named = { contentType: "application/pdf", fileName: "offer.pdf" };
  await app.db.insert(files).values({ fileId, organizationId, ...stored, ...named });
  const owner = await makeAdmin(app.db, "owner");
  const tried = [undefined, ...badTokens, await app.signInAs(owner), await app.signInAs(writer)];
  const answers = await Promise.all(
    tried.map(async (token) => {
      const response = await app.rawRequest(
        `GET ${FILE_PATH}/${fileId}`,
        token === undefined ? {} : { token },
      );
      return `${response.status} ${await response.text()}`;
    }),
  );
  expect(new Set(answers).size).toBe(1);
  expect(answers[0]).toMatch(/^403 /);
});

const CALLS_BY_NAME = Object.entries(CALLS);

describe("a person who is removed between their token and the call", () => {
  async function removeOne(callName: string, permission: PermissionType) {
    const owner = await makePerson(app.db);
    const { colleague: _, ...ids } = await makeRecordsOf(callName, app, owner);
    const organization = { organizationId: owner.organizationId };
    const removed = await makePerson(app.db, { organization, permission });
    const token = await app.signInAs(removed);
    await app.db
      .delete(organizationPermissions)
      .where(eq(organizationPermissions.userId, removed.userProfileId));
    return { ids, token, asking: { ...removed, isWriter: permission === "write" } };
  }

  test.each(CALLS_BY_NAME.filter(([, { who }]) => ["member", "writer", "signatory"].includes(who)))(
    "API-5 PERM-5 %s is refused",
    async (name, call) => {
      const { ids, token, asking } = await removeOne(name, "write");
      const { status, text } = await sendPointed(app, call, pointAt(name, ids, asking), token);
      expect(status).toBe(403);
      expect(JSON.parse(text).error).toMatchObject({
        code: "forbidden",
        details: { reason: "no-organization" },
      });
    },
  );

  test.each(CALLS_BY_NAME.filter(([, { who, reach }]) => who === "person" && reach === "organization"))(
    "API-5 PERM-5 %s returns nothing of the organization any more",
    async (name, call) => {
      const { ids, token, asking } = await removeOne(name, "read");
      const { status, text } = await sendPointed(app, call, pointAt(name, ids, asking), token);
      if (namesRecord(call)) expect(status).toBe(404);
      else expect({ status, text }).toEqual({ status: 200, text: '{"data":[]}' });
    },
  );
});
