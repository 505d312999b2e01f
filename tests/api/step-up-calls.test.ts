import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import {
  changeAdminRole,
  changeEmail,
  getPerson,
  inviteAdmin,
  listAdmins,
  listCompanyInvitations,
  resetFactor,
} from "#contract/admin/people.ts";
import { changePermission } from "#contract/admin/permissions.ts";
import { type Call, STEP_UP } from "#contract/call.ts";
import {
  addSecondFactor,
  endSessions,
  getSecondFactor,
  listSessions,
  prepareSecondFactor,
  removeSecondFactor,
} from "#contract/security.ts";
import type { AdminRole } from "#domain/account/admin-role.ts";
import { makeChallenge } from "#server/identity/passkey-challenge.ts";
import { organizationPermissions } from "#server/schema/permissions.ts";
import { addTestPasskey } from "#tests/support/add-test-passkey.ts";
import type { Given } from "#tests/support/api-client.ts";
import { makeAdmin, makePerson, PASSWORD, type TestPerson, unique } from "#tests/support/factories.ts";
import { startTestApp } from "#tests/support/make-app.ts";
import { PROVED } from "#tests/support/proved.ts";
import { stepAt, totpOf } from "#tests/support/totp.ts";

// An intruder in an owner's signed-in browser gains no permanent access.

const app = await startTestApp();

let owner: TestPerson;
beforeEach(async () => {
  owner = await makeAdmin(app.db, "owner");
});

const STEP = { status: 403, details: { reason: "step-up", way: "password" } };
const WRONG = { headers: { [STEP_UP]: "not-the-password" } };
/** The test's client confirms by itself, like a person at a screen; an empty proof is none. */
const UNCONFIRMED = { headers: { [STEP_UP]: "%" } };

/** Refused without a proof and with a wrong one, as `isDone` shows; then made with a right one. */
async function expectStepUp<C extends Call>(call: C, given: Given<C>, isDone: () => Promise<boolean>) {
  expect(await app.refusal(call, { ...given, ...UNCONFIRMED })).toMatchObject(STEP);
  expect(await app.refusal(call, { ...given, ...WRONG })).toMatchObject({ status: 400 });
  expect(await isDone()).toBe(false);
  await app.request(call, { ...given, ...PROVED });
  expect(await isDone()).toBe(true);
}

test("TRUST-5 resetting another person's factor requires the owner to re-authenticate", async () => {
  const person = await makePerson(app.db);
  const { device } = await addTestPasskey(app, person);
  const asked = await (await app.rawRequest("GET /api/auth/passkey/ask")).json();
  const body = device.use(asked);
  const signIn = async () => (await app.rawRequest("POST /api/auth/sign-in/passkey", { body })).status;
  const isReset = async () => (await signInByPassword(person)) === 200;
  await expectStepUp(resetFactor, { as: owner, params: { id: person.userProfileId } }, isReset);
  expect(await signIn()).toBe(403);
});

test("FIELD-3 a passkey's proof is valid only for the person of its challenge", async () => {
  const [person, eve] = [await makePerson(app.db), await makeAdmin(app.db, "owner")];
  const [own, ofEve] = [await addTestPasskey(app, owner), await addTestPasskey(app, eve)];
  const ask = ({ authUserId }: TestPerson) => ({
    challenge: makeChallenge(app.deps, { of: "step-up", authUserId }),
    rpId: "localhost",
  });
  const reset = (as: TestPerson, proof: object) =>
    app.refusal(resetFactor, {
      as,
      params: { id: person.userProfileId },
      headers: { [STEP_UP]: encodeURIComponent(JSON.stringify(proof)) },
    });
  const isWrong = { status: 403, details: { reason: "wrong-passkey" } };
  expect(await reset(owner, ofEve.device.use(ask(eve))), "another person's proof").toMatchObject(isWrong);
  expect(await reset(owner, ofEve.device.use(ask(owner))), "another person's passkey").toMatchObject(isWrong);
  expect(await reset(owner, own.device.use(ask(eve))), "another person's challenge").toMatchObject(isWrong);
});

test("FIELD-3 a setup is valid only for its person, and once", async () => {
  const [ada, eve] = [await makePerson(app.db), await makePerson(app.db)];
  const { setup, secret } = await app.request(prepareSecondFactor, { as: ada });
  const body = (step: number) => ({
    password: PASSWORD,
    setup,
    code: totpOf(secret, stepAt(app.deps.clock()) + step),
  });
  const isOver = { status: 400, details: { reason: "setup-over" } };
  expect(await app.refusal(addSecondFactor, { as: eve, body: body(0) })).toMatchObject(isOver);
  expect(await app.request(getSecondFactor, { as: eve })).toMatchObject({ isOn: false });

  await app.request(addSecondFactor, { as: ada, body: body(0) });
  expect(await app.refusal(addSecondFactor, { as: ada, body: body(0) })).toMatchObject({ status: 409 });
  await app.request(removeSecondFactor, { as: ada, body: { password: PASSWORD, code: body(1).code } });
  expect(await app.refusal(addSecondFactor, { as: ada, body: body(0) })).toMatchObject(isOver);
  expect(await app.request(getSecondFactor, { as: ada })).toMatchObject({ isOn: false });
});

const signInByPassword = async ({ email }: TestPerson) =>
  (await app.rawRequest("POST /api/auth/sign-in/email", { body: { email, password: PASSWORD } })).status;

test.each(["another person", "the owner"])(
  "TRUST-5 a new email for %s requires re-authentication",
  async (whose) => {
    const { userProfileId: id } = whose === "the owner" ? owner : await makePerson(app.db);
    const newEmail = `${unique("new")}@example.test`;
    const isAsked = async () =>
      (await app.request(getPerson, { as: owner, params: { id } })).emailChange?.newEmail === newEmail;
    await expectStepUp(changeEmail, { as: owner, params: { id }, body: { newEmail } }, isAsked);
  },
);

test("TRUST-5 inviting a person to the company requires the owner to re-authenticate", async () => {
  const email = `${unique("invited")}@example.test`;
  const isInvited = async () =>
    (await app.request(listCompanyInvitations, { as: owner })).some((one) => one.email === email);
  await expectStepUp(inviteAdmin, { as: owner, body: { email, adminRole: "viewer" } }, isInvited);
});

const roleOf = async (person: TestPerson) =>
  (await app.request(listAdmins, { as: owner })).find((one) => one.userProfileId === person.userProfileId)
    ?.adminRole;
const toRole = (person: TestPerson, adminRole: AdminRole | null) => ({
  as: owner,
  params: { id: person.userProfileId },
  body: { adminRole },
});

test("TRUST-5 changing a role requires the owner to re-authenticate", async () => {
  const admin = await makeAdmin(app.db, "viewer");
  await expectStepUp(
    changeAdminRole,
    toRole(admin, "editor"),
    async () => (await roleOf(admin)) === "editor",
  );
});

test("TRUST-5 ending other sessions requires re-authentication", async () => {
  const person = await makePerson(app.db);
  await signInByPassword(person);
  const isEnded = async () => (await app.request(listSessions, { as: person })).length === 1;
  await expectStepUp(endSessions, { as: person, body: {} }, isEnded);
});

async function permissionOf({ userProfileId }: TestPerson) {
  const ofPerson = eq(organizationPermissions.userId, userProfileId);
  const [found] = await app.db.select().from(organizationPermissions).where(ofPerson);
  return { id: found?.organizationPermissionId ?? "", permissionType: found?.permissionType };
}

test("TRUST-5 changing a member's right requires the owner to re-authenticate", async () => {
  const member = await makePerson(app.db, { permission: "read" });
  const { id } = await permissionOf(member);
  const given = { as: owner, params: { id }, body: { permissionType: "write" as const } };
  const isWriter = async () => (await permissionOf(member)).permissionType === "write";
  await expectStepUp(changePermission, given, isWriter);
});
