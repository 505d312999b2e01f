import { readFile } from "node:fs/promises";
import { afterEach, expect, test, vi } from "vitest";
import { changeAdminRole, inviteAdmin, listAdmins } from "#contract/admin/people.ts";
import { type Call, STEP_UP } from "#contract/call.ts";
import { CALLS } from "#contract/calls.ts";
import { CONFIRMATION_MINUTES, CONFIRMED_CALLS, needsConfirmation } from "#contract/confirmed-calls.ts";
import { makeAdmin, PASSWORD, type TestPerson, unique } from "#tests/support/factories.ts";
import { openSession, startTestApp } from "#tests/support/make-app.ts";
import { pointAt, sendPointed } from "#tests/support/pointed-calls.ts";
import { makeOwnRecords, NONE } from "#tests/support/records.ts";

const app = await startTestApp();

afterEach(() => vi.restoreAllMocks());

/** A header that is no proof: the test's client confirms by itself otherwise. */
const UNCONFIRMED = { [STEP_UP]: "%" };

const nameOf = (call: Call) => Object.entries(CALLS).find(([, one]) => one === call)?.[0] ?? "";

/** The token of a new session of this person, which was not signed in by the library. */
async function signIn(person: TestPerson): Promise<string> {
  return tokenOf(await openSession(app.deps, person));
}

async function tokenOf(session: string): Promise<string> {
  const response = await app.rawRequest("GET /api/auth/token", { token: session });
  return ((await response.json()) as { token: string }).token;
}

async function invite(token: string, headers: Record<string, string> = UNCONFIRMED): Promise<number> {
  const body = { email: `${unique("invited")}@example.test`, adminRole: "viewer" };
  return (await app.rawRequest("POST /api/invitation/admin", { token, headers, body })).status;
}

test("FIRST-3 docs/security.md lists what is asked for, as the contract declares it", async () => {
  const rows = CONFIRMED_CALLS.map(
    ({ subject, what, call }) => `| ${subject} | ${what} | \`${call.method} ${call.path}\` |`,
  );
  expect(await readFile("docs/security.md", "utf8")).toContain(rows.join("\n"));
});

/** Changes that only owners make and that give and take no access. */
const WITHOUT = [
  "correctName",
  "exportActivity",
  "checkPeople",
  "updateSettings",
  "requestBackup",
  "requestVerification",
];

test("FIRST-3 whatever only owners may change is asked for, but for what changes no access", () => {
  const changes = Object.entries(CALLS).filter(([, { who, method }]) => who === "owner" && method !== "GET");
  const missing = changes.filter(([, call]) => !CONFIRMED_CALLS.some((one) => one.call === call));
  expect(missing.map(([name]) => name).toSorted()).toEqual(WITHOUT.toSorted());
});

test.each(CONFIRMED_CALLS.map((one) => [one.what, one.call] as const))(
  "FIRST-3 %s is refused without a confirmation",
  async (_, call) => {
    const owner = await makeAdmin(app.db, "owner");
    const ids = { ...NONE, ...(await makeOwnRecords(app, owner, nameOf(call))) };
    const asking = { userProfileId: owner.userProfileId, organizationId: null, isWriter: false };
    const sent = pointAt(nameOf(call), ids, asking);
    if (!needsConfirmation(call, sent.body))
      Object.assign(sent, { body: { ...(sent.body as object), ...INVITING[nameOf(call)] } });
    const { status, text } = await sendPointed(app, call, sent, await app.signInAs(owner), UNCONFIRMED);
    expect([status, JSON.parse(text).error.details]).toEqual([
      403,
      { reason: "step-up", way: "password", hasPasskey: false, minutes: CONFIRMATION_MINUTES },
    ]);
  },
);

/** What makes these calls invite someone who may accept. */
const INVITING: Record<string, object> = {
  importOrganizations: { invites: true },
  sendDocument: {
    recipients: {
      members: [],
      invited: [],
      colleagues: [],
      newPeople: [{ email: "new@example.test", firstName: "Nia", lastName: "New", permissionType: "write" }],
    },
  },
};

test("FIRST-3 one confirmation holds ten minutes, for all such calls of its session, and for no other", async () => {
  const owner = await makeAdmin(app.db, "owner");
  const admin = await makeAdmin(app.db, "viewer");
  const [token, otherDevice] = [await signIn(owner), await signIn(owner)];
  const proof = { [STEP_UP]: encodeURIComponent(PASSWORD) };
  expect(await invite(token)).toBe(403);
  expect(await invite(token, { [STEP_UP]: "wrong-password" }), "a wrong one starts nothing").toBe(400);
  expect(await invite(token)).toBe(403);
  expect(await invite(token, proof)).toBe(200);
  expect(await invite(token), "another one").toBe(200);
  const params = { id: admin.userProfileId };
  await app.request(changeAdminRole, { token, headers: UNCONFIRMED, params, body: { adminRole: null } });
  expect((await app.request(listAdmins, { token })).map((one) => one.userProfileId)).not.toContain(params.id);

  expect(await invite(otherDevice), "another session of the same person").toBe(403);
  const another = await makeAdmin(app.db, "owner");
  expect(await invite(await signIn(another)), "another person").toBe(403);

  const now = Date.now();
  const clock = vi.spyOn(app.deps, "clock");
  clock.mockReturnValue(new Date(now + (CONFIRMATION_MINUTES - 1) * 60_000));
  expect(await invite(token)).toBe(200);
  clock.mockReturnValue(new Date(now + CONFIRMATION_MINUTES * 60_000 + 1000));
  expect(await invite(token), "the minutes are over, however often they were used").toBe(403);
  clock.mockReturnValue(new Date(now - 60_000));
  expect(await invite(token), "a clock that was set back").toBe(403);
});

test("FIRST-3 signing out ends the minutes, and a repeated request needs no second confirmation", async () => {
  const owner = await makeAdmin(app.db, "owner");
  const key = { "idempotency-key": unique("key") };
  const body = { email: `${unique("invited")}@example.test`, adminRole: "viewer" as const };
  const proof = { [STEP_UP]: encodeURIComponent(PASSWORD) };
  const [first, second] = [await signIn(owner), await signIn(owner)];
  const made = await app.request(inviteAdmin, { token: first, headers: { ...proof, ...key }, body });
  await app.rawRequest("POST /api/user-profile/user/session/end", {
    token: second,
    headers: proof,
    body: {},
  });
  expect(await invite(first), "its session has ended").toBe(401);
  expect(
    await app.request(inviteAdmin, { token: second, headers: { ...UNCONFIRMED, ...key }, body }),
  ).toEqual(made);
  expect(await invite(second)).toBe(403);
});

test("FIRST-3 a sign-in counts as a confirmation for ten minutes", async () => {
  const { email } = await makeAdmin(app.db, "owner");
  const body = { email, password: PASSWORD };
  const answer = await app.rawRequest("POST /api/auth/sign-in/email", { body });
  const { token: session } = (await answer.json()) as { token: string };
  const token = await tokenOf(session);
  expect(await invite(token)).toBe(200);
  const later = new Date(Date.now() + CONFIRMATION_MINUTES * 60_000 + 1000);
  vi.spyOn(app.deps, "clock").mockReturnValue(later);
  expect(await invite(token)).toBe(403);
});
