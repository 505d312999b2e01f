import { desc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { removePerson, resetFactor } from "#contract/admin/people.ts";
import { STEP_UP } from "#contract/call.ts";
import { approveDocument, getDocument, listDocuments } from "#contract/documents.ts";
import {
  addPasskey,
  addSecondFactor,
  changeSignInRules,
  getSignInRules,
  listPasskeys,
  listSessions,
  preparePasskey,
  prepareSecondFactor,
  removePasskey,
  renamePasskey,
  requestPasskeyChallenge,
} from "#contract/security.ts";
import { MAX_PASSKEYS, type PasskeyRequest } from "#domain/account/passkey.ts";
import { makeChallenge } from "#server/identity/passkey-challenge.ts";
import { auditEvents } from "#server/schema/audit.ts";
import { evidenceEvents } from "#server/schema/evidence.ts";
import { authUsers, authVerifications, passkeys } from "#server/schema/identity.ts";
import { mails } from "#server/schema/mail.ts";
import { addTestPasskey } from "../support/add-test-passkey.ts";
import {
  makeAdmin,
  makeOrganization,
  makePerson,
  makeQuote,
  PASSWORD,
  type TestPerson,
} from "../support/factories.ts";
import { startTestApp } from "../support/make-app.ts";
import { PasskeyDevice, type Twist } from "../support/passkey-device.ts";
import { pausedBefore } from "../support/paused-before.ts";
import { PROVED } from "../support/proved.ts";
import { stepAt, totpOf } from "../support/totp.ts";

const app = await startTestApp();

const prove = (proof: unknown) => ({
  headers: { [STEP_UP]: encodeURIComponent(typeof proof === "string" ? proof : JSON.stringify(proof)) },
});

async function makeHolder(given: Parameters<typeof makePerson>[1] = {}) {
  const person = await makePerson(app.db, given);
  return { person, ...(await addTestPasskey(app, person)) };
}

/** A signature for a proof, with what a device or page does wrongly. */
async function signFor(as: TestPerson, device: PasskeyDevice, twist?: Twist) {
  return device.use(await app.request(requestPasskeyChallenge, { as }), twist);
}

async function requestSignInChallenge(): Promise<PasskeyRequest> {
  return (await (await app.rawRequest("GET /api/auth/passkey/ask")).json()) as PasskeyRequest;
}

async function send(body: unknown) {
  const answer = await app.rawRequest("POST /api/auth/sign-in/passkey", { body });
  const message = (await answer.json()) as { token?: string; error?: { details?: { reason?: string } } };
  return { status: answer.status, session: message.token ?? "", reason: message.error?.details?.reason };
}

async function signIn(device: PasskeyDevice, twist?: Twist) {
  return send(device.use(await requestSignInChallenge(), twist));
}

async function signInByPassword({ email }: TestPerson) {
  const body = { email, password: PASSWORD };
  const answer = await app.rawRequest("POST /api/auth/sign-in/email", { body });
  const message = (await answer.json()) as { token?: string; error?: { details?: { reason?: string } } };
  return { status: answer.status, session: message.token ?? "", reason: message.error?.details?.reason };
}

async function tokenOf(session: string): Promise<string> {
  const answer = await app.rawRequest("GET /api/auth/token", { token: session });
  return ((await answer.json()) as { token: string }).token;
}

const actionsOn = async ({ userProfileId }: TestPerson) =>
  (await app.db.select().from(auditEvents).where(eq(auditEvents.subjectId, userProfileId))).map(
    ({ action }) => action,
  );
const newestMailTo = async ({ email }: TestPerson) => {
  const [newest] = await app.db
    .select()
    .from(mails)
    .where(eq(mails.recipient, email))
    .orderBy(desc(mails.mailId));
  return newest?.subject;
};

const RIGHT = expect.objectContaining({ status: 200 });
const WRONG = { status: 403, session: "", reason: "wrong-passkey" };
const REFUSED = { status: 403, details: { reason: "wrong-passkey" } };

test("TRUST-5 a passkey is added with the password, signs in alone from then on, and its owner is told", async () => {
  const [ada, bystander] = [await makePerson(app.db), await makePerson(app.db)];
  expect(await app.request(listSessions, { as: bystander })).toHaveLength(1);
  const { session } = await signInByPassword(ada);
  const elsewhere = await tokenOf(session);
  const device = new PasskeyDevice();
  const passkey = device.create(await app.request(preparePasskey, { as: ada }));
  const add = { as: ada, body: { passkey } };
  expect(await app.refusal(addPasskey, add)).toMatchObject({
    status: 403,
    details: { reason: "step-up", way: "password", hasPasskey: false },
  });
  expect(await app.refusal(addPasskey, { ...add, ...prove("not-the-password") })).toMatchObject({
    status: 400,
  });
  expect(await app.request(listPasskeys, { as: ada })).toEqual([]);

  const added = await app.request(addPasskey, { ...add, ...prove(PASSWORD) });
  expect(added).toMatchObject({ name: "Passkey", lastUsedAt: null });
  expect(await app.refusal(listSessions, { token: elsewhere }), "signed out elsewhere").toMatchObject({
    status: 401,
  });
  expect(await app.request(listSessions, { as: bystander }), "other people stay signed in").toHaveLength(1);
  expect(await newestMailTo(ada)).toMatch(/^A passkey was added to your account/);
  expect(await actionsOn(ada)).toContain("passkey.add");

  expect(await signInByPassword(ada)).toEqual({ status: 403, session: "", reason: "passkey-needed" });
  const entered = await signIn(device);
  expect(entered).toEqual(RIGHT);
  const token = await tokenOf(entered.session);
  const [listed] = await app.request(listPasskeys, { token });
  expect(listed).toEqual({ ...added, lastUsedAt: expect.any(String) });

  const renaming = { token, params: { id: added.passkeyId }, body: { name: " Ada's laptop " } };
  expect(await app.request(renamePasskey, renaming)).toMatchObject({ name: "Ada's laptop" });
  expect(await actionsOn(ada)).toContain("passkey.rename");
});

test("TRUST-5 a passkey's signature works once, of many at once one does, and an old or foreign challenge never", async () => {
  const { device, person } = await makeHolder();
  const once = device.use(await requestSignInChallenge(), { counter: 0 });
  const answers = await Promise.all(Array.from({ length: 5 }, () => send(once)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ reason }) => reason === "wrong-passkey")).toHaveLength(4);
  expect(await send(once), "replayed").toEqual(WRONG);
  expect(await actionsOn(person)).toContain("sign-in.fail-passkey");

  const { authUserId } = person;
  const past = { ...app.deps, clock: () => new Date(Date.now() - 6 * 60_000) };
  const challenges = [
    makeChallenge(past, { of: "sign-in" }),
    makeChallenge(app.deps, { of: "step-up", authUserId }),
    makeChallenge(app.deps, { of: "add", authUserId }),
    Buffer.from("made.by.no-one").toString("base64url"),
    "",
  ];
  for (const challenge of challenges)
    expect(await send(device.use({ challenge, rpId: "localhost" })), challenge).toEqual(WRONG);
  expect(await signIn(device)).toEqual(RIGHT);
});

test.each<[string, Twist]>([
  ["another site's page", { origin: "https://localhost.evil.test" }],
  ["a page inside another site's", { crossOrigin: true }],
  ["a passkey for another site", { rpId: "evil.test" }],
  ["a passkey without face, finger or PIN", { isVerified: false }],
  ["another person's passkey", { userHandle: Buffer.from("another person").toString("base64url") }],
  ["the making of a passkey", { type: "webauthn.create" }],
  ["another key", { isForged: true }],
])("TRUST-5 %s does not sign in and proves nothing", async (_what, twist) => {
  const { device, person, passkeyId } = await makeHolder();
  expect(await signIn(device, twist)).toEqual(WRONG);
  const proof = await signFor(person, device, twist);
  const removing = { as: person, params: { id: passkeyId }, ...prove(proof) };
  expect(await app.refusal(removePasskey, removing)).toMatchObject(REFUSED);
  expect(await signIn(device)).toEqual(RIGHT);
});

test.each<[string, Twist]>([
  ["another site's page", { origin: "https://evil.test" }],
  ["a passkey for another site", { rpId: "evil.test" }],
  ["a device that did not ask its user", { isVerified: false }],
  ["a device that vouches for another key", { isForged: true }],
])("TRUST-5 %s adds no passkey", async (_what, twist) => {
  const person = await makePerson(app.db);
  const passkey = new PasskeyDevice().create(await app.request(preparePasskey, { as: person }), twist);
  const adding = { as: person, body: { passkey }, ...prove(PASSWORD) };
  expect(await app.refusal(addPasskey, adding)).toMatchObject(REFUSED);
  expect(await app.request(listPasskeys, { as: person })).toEqual([]);
});

test("TRUST-5 adding a passkey or an app is refused if the session ends during it", async () => {
  const { authUserId } = await makePerson(app.db);
  const token = await app.signInAs({ authUserId });
  const ask = () => [app.refusal(preparePasskey, { token }), app.refusal(prepareSecondFactor, { token })];
  const answers = await pausedBefore(app, '"user"', 2, ask, (holder) =>
    holder.query('delete from "user" where id = $1', [authUserId]),
  );
  const ended = { status: 401, message: expect.stringContaining("sign-in has just ended") };
  expect(answers).toMatchObject([ended, ended]);
});

test("TRUST-5 a browser's passkey is added once, and never again with the same challenge or key", async () => {
  const person = await makePerson(app.db);
  const device = new PasskeyDevice();
  const make = async () => device.create(await app.request(preparePasskey, { as: person }));
  const passkey = await make();
  const { passkeyId } = await app.request(addPasskey, { as: person, body: { passkey }, ...prove(PASSWORD) });
  const proof = async () => prove(await signFor(person, device));
  const again = { as: person, body: { passkey: await make() }, ...(await proof()) };
  expect(await app.refusal(addPasskey, again), "the same key").toMatchObject(REFUSED);
  await app.request(removePasskey, { as: person, params: { id: passkeyId }, ...(await proof()) });
  const replayed = { as: person, body: { passkey }, ...prove(PASSWORD) };
  expect(await app.refusal(addPasskey, replayed), "the same challenge").toMatchObject(REFUSED);
});

test("TRUST-5 a passkey waits until its owner's email is verified", async () => {
  const { person, device } = await makeHolder();
  const setVerified = (emailVerified: boolean) =>
    app.db.update(authUsers).set({ emailVerified }).where(eq(authUsers.id, person.authUserId));
  await setVerified(false);
  expect(await signIn(device)).toEqual({ status: 403, session: "", reason: "email-not-verified" });
  await setVerified(true);
  expect(await signIn(device)).toEqual(RIGHT);
});

test("TRUST-5 a passkey whose counter decreases or repeats is refused as a copy", async () => {
  const { device } = await makeHolder();
  expect(await signIn(device, { counter: 7 })).toEqual(RIGHT);
  for (const counter of [7, 6, 0]) expect(await signIn(device, { counter })).toEqual(WRONG);
  expect(await signIn(device, { counter: 4_000_000_000 })).toEqual(RIGHT);
});

test("TRUST-5 a person cannot use, rename or remove another person's passkey, nor add one made for another person", async () => {
  const { device, passkeyId } = await makeHolder();
  const { person: other, device: own } = await makeHolder();
  const theirs = { as: other, params: { id: passkeyId } };
  const isMissing = { status: 404 };
  expect(await app.refusal(renamePasskey, { ...theirs, body: { name: "Mine" } })).toMatchObject(isMissing);
  const proof = prove(await signFor(other, own));
  expect(await app.refusal(removePasskey, { ...theirs, ...proof })).toMatchObject(isMissing);

  const [kept] = await app.request(listPasskeys, { as: other });
  const foreign = await signFor(other, device);
  const removing = { as: other, params: { id: kept?.passkeyId ?? "" } };
  expect(await app.refusal(removePasskey, { ...removing, ...prove(foreign) })).toMatchObject(REFUSED);
  const third = await makePerson(app.db);
  const made = new PasskeyDevice().create(await app.request(preparePasskey, { as: other }));
  const adding = { as: third, body: { passkey: made }, ...prove(PASSWORD) };
  expect(await app.refusal(addPasskey, adding)).toMatchObject(REFUSED);
  expect(await signIn(device)).toEqual(RIGHT);
});

test("TRUST-5 a removed passkey no longer signs in, and its owner is mailed", async () => {
  const { person, device, passkeyId } = await makeHolder();
  const params = { id: passkeyId };
  expect(await app.refusal(removePasskey, { as: person, params })).toMatchObject({
    status: 403,
    details: { reason: "step-up", way: "passkey", hasPasskey: true },
  });
  expect(await app.refusal(removePasskey, { as: person, params, ...prove(PASSWORD) })).toMatchObject(REFUSED);
  const proof = prove(await signFor(person, device));
  expect(await app.request(removePasskey, { as: person, params, ...proof })).toEqual({ passkeyId });
  expect(await app.refusal(removePasskey, { as: person, params, ...proof })).toMatchObject({ status: 404 });
  expect(await newestMailTo(person)).toMatch(/^One of your passkeys was removed/);
  expect(await actionsOn(person)).toContain("passkey.remove");
  expect(await signIn(device)).toEqual(WRONG);
  expect(await signInByPassword(person)).toEqual(RIGHT);
});

test("TRUST-5 a passkey is the second factor that an organization requires, and the last one stays", async () => {
  const organization = await makeOrganization(app.db, { requiresFactor: true });
  const person = await makePerson(app.db, { organization });
  expect(await app.refusal(listDocuments, { as: person, query: {} })).toMatchObject({
    details: { reason: "factor-required" },
  });
  const first = new PasskeyDevice();
  const passkey = first.create(await app.request(preparePasskey, { as: person }));
  const { passkeyId } = await app.request(addPasskey, { as: person, body: { passkey }, ...prove(PASSWORD) });
  expect(await app.request(listDocuments, { as: person, query: {} })).toEqual([]);

  const remove = async () => ({
    as: person,
    params: { id: passkeyId },
    ...prove(await signFor(person, first)),
  });
  expect(await app.refusal(removePasskey, await remove())).toMatchObject({
    status: 409,
    details: { reason: "last-factor" },
  });
  const second = new PasskeyDevice();
  const another = second.create(await app.request(preparePasskey, { as: person }));
  const adding = { as: person, body: { passkey: another } };
  expect(await app.refusal(addPasskey, { ...adding, ...prove(PASSWORD) })).toMatchObject(REFUSED);
  await app.request(addPasskey, { ...adding, ...prove(await signFor(person, first)) });
  await app.request(removePasskey, await remove());
  expect(await signIn(second)).toEqual(RIGHT);
});

test("TRUST-5 a person with a passkey adds an authenticator app with it, and then either re-authenticates", async () => {
  const { person, device } = await makeHolder();
  const { setup, secret } = await app.request(prepareSecondFactor, { as: person });
  const code = totpOf(secret, stepAt(app.deps.clock()));
  const adding = { as: person, body: { password: PASSWORD, setup, code } };
  expect(await app.refusal(addSecondFactor, adding)).toMatchObject({
    details: { reason: "step-up", way: "passkey" },
  });
  const proof = prove(await signFor(person, device));
  expect(await app.request(addSecondFactor, { ...adding, ...proof })).toMatchObject({ isOn: true });
  expect(await signInByPassword(person)).toMatchObject({ reason: "second-factor" });
  expect(await signIn(device)).toEqual(RIGHT);
  const passkey = new PasskeyDevice().create(await app.request(preparePasskey, { as: person }));
  expect(await app.refusal(addPasskey, { as: person, body: { passkey } })).toMatchObject({
    details: { reason: "step-up", way: "code", hasPasskey: true },
  });
  const next = prove(totpOf(secret, stepAt(app.deps.clock()) + 1));
  await app.request(addPasskey, { as: person, body: { passkey }, ...next });
  expect(await app.request(listPasskeys, { as: person })).toHaveLength(2);
});

test("TRUST-5 a passkey shows before accepting that it is its person, once", async () => {
  const organization = await makeOrganization(app.db, { confirmsAcceptance: true });
  const { person, device } = await makeHolder({ organization });
  const ask = async () => {
    const { document } = await makeQuote(app.db, { organizationId: organization.organizationId });
    const id = document.uniqueDocumentId;
    const { contentHash } = await app.request(getDocument, { as: person, params: { id } });
    const body = { uniqueDocumentId: id, status: "APPROVED" as const, contentHash };
    return { as: person, params: { id }, body };
  };
  const [first, second] = [await ask(), await ask()];
  expect(await app.refusal(approveDocument, first)).toMatchObject({
    details: { reason: "step-up", way: "passkey" },
  });
  expect(await app.refusal(approveDocument, { ...first, ...prove(PASSWORD) })).toMatchObject(REFUSED);
  const proof = prove(await signFor(person, device));
  expect(await app.request(approveDocument, { ...first, ...proof })).toMatchObject({ status: "APPROVED" });
  expect(await app.refusal(approveDocument, { ...second, ...proof })).toMatchObject(REFUSED);
  const of = eq(evidenceEvents.subjectId, first.params.id);
  const rows = await app.db.select().from(evidenceEvents).where(of);
  expect(rows.map(({ facts }) => facts)).toContainEqual(expect.objectContaining({ confirmedBy: "passkey" }));
});

test("TRUST-5 an intruder in a writer's browser cannot switch off re-authentication before accepting", async () => {
  const organization = await makeOrganization(app.db, { confirmsAcceptance: true });
  const { person, device } = await makeHolder({ organization });
  const { device: foreign } = await makeHolder();
  const { organizationId } = organization;
  const rules = (confirmsAcceptance: boolean) => ({
    as: person,
    body: { organizationId, requiresFactor: false, confirmsAcceptance },
  });
  expect(await app.refusal(changeSignInRules, rules(false))).toMatchObject({
    details: { reason: "step-up", way: "passkey" },
  });
  for (const wrong of [PASSWORD, await signFor(person, foreign)])
    expect(await app.refusal(changeSignInRules, { ...rules(false), ...prove(wrong) })).toMatchObject(REFUSED);
  expect(await app.request(getSignInRules, { as: person })).toMatchObject({ confirmsAcceptance: true });
  const proof = prove(await signFor(person, device));
  await app.request(changeSignInRules, { ...rules(false), ...proof });
  await app.request(changeSignInRules, rules(true));
  expect(await app.refusal(changeSignInRules, { ...rules(false), ...proof }), "again").toMatchObject(REFUSED);
});

test("TRUST-5 an owner resets lost passkeys like a lost app, and a removed person leaves none", async () => {
  const [{ person, device }, bystander] = [await makeHolder(), await makeHolder()];
  const owner = await makeAdmin(app.db, "owner");
  const params = { id: person.userProfileId };
  expect(await app.request(resetFactor, { as: owner, ...PROVED, params })).toEqual({ wasOn: true });
  expect(await signIn(device)).toEqual(WRONG);
  expect(await signInByPassword(person)).toEqual(RIGHT);
  expect(await newestMailTo(person)).toMatch(/^Two-step sign-in of Ada .* was reset/);
  const kept = () => app.db.$count(passkeys, eq(passkeys.userId, person.authUserId));
  expect(await kept()).toBe(0);
  expect(await signIn(bystander.device)).toEqual(RIGHT);
  await addTestPasskey(app, person);
  await app.request(removePerson, { as: owner, params });
  expect(await kept()).toBe(0);
});

test("TRUST-5 wrong passkeys have limits, and a person has room for so many", async () => {
  const { person, device } = await makeHolder();
  for (let wrong = 0; wrong < 20; wrong += 1)
    expect(await signIn(device, { isVerified: false })).toEqual(WRONG);
  expect(await signIn(device)).toMatchObject({ status: 429 });
  for (let more = 1; more < MAX_PASSKEYS; more += 1) await addTestPasskey(app, person);
  expect(await app.refusal(preparePasskey, { as: person })).toMatchObject({ status: 409 });
});

test("TRUST-5 asking for a challenge stores nothing", async () => {
  const count = () => app.db.$count(authVerifications);
  const before = await count();
  const asked = [await requestSignInChallenge(), await requestSignInChallenge()];
  expect(new Set(asked.map(({ challenge }) => challenge)).size).toBe(2);
  expect(asked[0]).toMatchObject({ rpId: "localhost", userVerification: "required", allowCredentials: [] });
  expect(await count()).toBe(before);
});
