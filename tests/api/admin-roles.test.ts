import { eq, isNotNull } from "drizzle-orm";
import { afterEach, expect, test } from "vitest";
import { changeAdminRole, inviteAdmin, listAdmins, listCompanyInvitations } from "#contract/admin/people.ts";
import { readInvitation } from "#contract/invitations.ts";
import type { AdminRole } from "#domain/account/admin-role.ts";
import { userProfiles } from "#server/schema/account.ts";
import { auditEvents } from "#server/schema/audit.ts";
import { makeAdmin, makePerson, type TestPerson, unique } from "#tests/support/factories.ts";
import { openLive } from "#tests/support/live-stream.ts";
import { mailedToken } from "#tests/support/mailed-code.ts";
import { startTestApp } from "#tests/support/make-app.ts";
import { PROVED } from "#tests/support/proved.ts";
import { untilWaiting } from "#tests/support/until-waiting.ts";

const app = await startTestApp();

// Each test starts without admins.
afterEach(async () => {
  await app.db.update(userProfiles).set({ adminRole: null }).where(isNotNull(userProfiles.adminRole));
});

const change = (as: TestPerson, whom: TestPerson, adminRole: AdminRole | null) =>
  app.request(changeAdminRole, { as, params: { id: whom.userProfileId }, body: { adminRole }, ...PROVED });
const refusal = (as: TestPerson, whom: TestPerson, adminRole: AdminRole | null) =>
  app.refusal(changeAdminRole, { as, params: { id: whom.userProfileId }, body: { adminRole }, ...PROVED });
const rolesOf = async (as: TestPerson) =>
  Object.fromEntries(
    (await app.request(listAdmins, { as })).map((one) => [one.userProfileId, one.adminRole]),
  );

test("COMPANY-4 every admin sees the company's people and their roles, and no member of a client", async () => {
  const [owner, editor, viewer] = [
    await makeAdmin(app.db, "owner"),
    await makeAdmin(app.db, "editor"),
    await makeAdmin(app.db, "viewer"),
  ];
  await makePerson(app.db);
  for (const as of [owner, editor, viewer]) {
    expect(await rolesOf(as)).toEqual({
      [owner.userProfileId]: "owner",
      [editor.userProfileId]: "editor",
      [viewer.userProfileId]: "viewer",
    });
  }
});

test("COMPANY-1 an owner changes a role: it takes effect from the next call on, and is recorded once", async () => {
  const owner = await makeAdmin(app.db, "owner");
  const other = await makeAdmin(app.db, "viewer");
  expect(await refusal(other, owner, "viewer")).toMatchObject({ status: 403 });
  expect(await change(owner, other, "owner")).toMatchObject({ adminRole: "owner" });
  expect(await change(owner, other, "owner")).toMatchObject({ adminRole: "owner" });
  expect(await change(other, owner, "editor")).toMatchObject({ adminRole: "editor" });
  expect(await refusal(owner, other, "viewer")).toMatchObject({
    status: 403,
    details: { reason: "not-owner" },
  });
  const recorded = await app.db
    .select({ by: auditEvents.userProfileId, action: auditEvents.action, details: auditEvents.details })
    .from(auditEvents)
    .where(eq(auditEvents.subjectId, other.userProfileId));
  expect(recorded).toEqual([
    { by: owner.userProfileId, action: "admin.change-role", details: { from: "viewer", to: "owner" } },
  ]);
});

test("COMPANY-1 TRUST-5 saving a role that is lowered at the same time does not raise it", async () => {
  const owner = await makeAdmin(app.db, "owner");
  const { userProfileId } = await makeAdmin(app.db, "editor");
  const asked: ReturnType<typeof app.refusal>[] = [];
  await app.db.transaction(async (tx) => {
    const isIt = eq(userProfiles.userProfileId, userProfileId);
    await tx.update(userProfiles).set({ adminRole: "viewer" }).where(isIt);
    const body = { adminRole: "editor" as const };
    asked.push(app.refusal(changeAdminRole, { as: owner, params: { id: userProfileId }, body }));
    await untilWaiting(app, 1);
  });
  expect(await asked[0]).toMatchObject({ status: 409, details: { reason: "changed-meanwhile" } });
  expect(await rolesOf(owner)).toMatchObject({ [userProfileId]: "viewer" });
});

test("COMPANY-1 an owner removes a role: the person loses the company's access from the next call on", async () => {
  const [owner, editor] = [await makeAdmin(app.db, "owner"), await makeAdmin(app.db, "editor")];
  await app.signInAs(editor);
  expect(await change(owner, editor, null)).toMatchObject({ adminRole: null });
  expect(await rolesOf(owner)).toEqual({ [owner.userProfileId]: "owner" });
  expect(await app.refusal(listAdmins, { as: editor }), "signed out everywhere").toMatchObject({
    status: 401,
  });
  const [recorded] = await app.db
    .select()
    .from(auditEvents)
    .where(eq(auditEvents.subjectId, editor.userProfileId));
  expect(recorded).toMatchObject({ details: { from: "editor", to: null } });
  expect(await refusal(owner, owner, null)).toMatchObject({ details: { reason: "last-owner" } });
});

test("COMPANY-1 a removed person's open streams end, and the invitations that they sent work no more", async () => {
  const [owner, other] = [await makeAdmin(app.db, "owner"), await makeAdmin(app.db, "owner")];
  const email = `${unique("invited")}@example.test`;
  await app.request(inviteAdmin, { as: other, body: { email, adminRole: "owner" }, ...PROVED });
  const stream = await openLive(app, { as: other });
  await change(owner, other, null);
  await expect.poll(() => stream.isEnded()).toBe(true);
  expect(await app.request(listCompanyInvitations, { as: owner })).toEqual([]);
  const token = await mailedToken(app, email);
  expect(await app.request(readInvitation, { body: { token } })).toMatchObject({ state: "ended" });
});

test("COMPANY-1 two owners who remove each other at once leave one of them", async () => {
  const [one, two] = [await makeAdmin(app.db, "owner"), await makeAdmin(app.db, "owner")];
  const answers = await Promise.allSettled([change(one, two, null), change(two, one, null)]);
  expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  const winner = answers[0]?.status === "fulfilled" ? one : two;
  expect(await rolesOf(winner)).toEqual({ [winner.userProfileId]: "owner" });
});

test("COMPANY-1 the last owner stays one, in words; a client's person is no admin", async () => {
  const owner = await makeAdmin(app.db, "owner");
  const editor = await makeAdmin(app.db, "editor");
  expect(await refusal(owner, owner, "viewer")).toMatchObject({
    status: 409,
    code: "conflict",
    message: "This is the last owner. Make another person an owner first; no role was changed.",
    details: { reason: "last-owner" },
  });
  expect(await refusal(owner, await makePerson(app.db), "viewer")).toMatchObject({ status: 404 });
  expect(await rolesOf(owner)).toEqual({ [owner.userProfileId]: "owner", [editor.userProfileId]: "editor" });
});

test("COMPANY-1 the last owner who can sign in cannot be removed, even if other owners are listed", async () => {
  const [owner, absent] = [await makeAdmin(app.db, "owner"), await makeAdmin(app.db, "owner")];
  const { userProfileId } = absent;
  await app.db
    .update(userProfiles)
    .set({ authUserId: null })
    .where(eq(userProfiles.userProfileId, userProfileId));
  expect(await refusal(owner, owner, "editor")).toMatchObject({ details: { reason: "last-owner" } });
  expect(await change(owner, absent, "viewer")).toMatchObject({ adminRole: "viewer" });
});

test("COMPANY-1 two owners who demote each other at once leave one of them", async () => {
  for (let round = 0; round < 5; round += 1) {
    const [one, two] = [await makeAdmin(app.db, "owner"), await makeAdmin(app.db, "owner")];
    const answers = await Promise.allSettled([change(one, two, "viewer"), change(two, one, "viewer")]);
    expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const winner = answers[0]?.status === "fulfilled" ? one : two;
    const roles = await rolesOf(winner);
    expect(Object.values(roles).filter((role) => role === "owner")).toHaveLength(1);
    await app.db.update(userProfiles).set({ adminRole: null }).where(isNotNull(userProfiles.adminRole));
  }
});

test("COMPANY-1 two owners who demote each other are serialized, at every interleaving", async () => {
  const [one, two] = [await makeAdmin(app.db, "owner"), await makeAdmin(app.db, "owner")];
  // The first of those that are locked, so that both requests have read their own role before they wait.
  const profile = { userProfileId: `a-${unique("user")}`, adminRole: "viewer" } as const;
  const first = await makePerson(app.db, { organization: null, profile });
  const asked: Promise<unknown>[] = [];
  await app.db.transaction(async (tx) => {
    const isFirst = eq(userProfiles.userProfileId, first.userProfileId);
    await tx.select().from(userProfiles).where(isFirst).for("update");
    asked.push(change(one, two, "viewer"), change(two, one, "viewer"));
    await untilWaiting(app, 2);
  });
  const answers = await Promise.allSettled(asked);
  expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  const refused = answers.find((answer) => answer.status === "rejected");
  expect(String(refused?.reason)).toContain("answered 403");
});
