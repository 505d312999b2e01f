import { desc, eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { resetFactor } from "#contract/admin/people.ts";
import {
  addSecondFactor,
  getSecondFactor,
  prepareSecondFactor,
  removeSecondFactor,
} from "#contract/second-factor.ts";
import { listSessions } from "#contract/sessions.ts";
import { auditEvents } from "#server/audit/tables.ts";
import { runCommand } from "#server/commands/run-command.ts";
import { secondFactors } from "#server/identity/tables.ts";
import { stepAt, totpOf } from "#server/identity/totp.ts";
import { mails } from "#server/mail/tables.ts";
import { dumpDatabase } from "#tests/support/dump-database.ts";
import { makeAdmin, makePerson, PASSWORD, type TestPerson } from "#tests/support/factories.ts";
import { mailedCode } from "#tests/support/mailed-code.ts";
import { createTestApp, type TestApp } from "#tests/support/make-app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app?.close());

async function signIn(email: string, code?: string, password: string = PASSWORD) {
  const answer = await app.rawRequest("POST /api/auth/sign-in/email", {
    body: { email, password, ...(code !== undefined && { code }) },
  });
  const body = (await answer.json()) as { token?: string; error?: { details?: { reason?: string } } };
  return { status: answer.status, session: body.token ?? "", reason: body.error?.details?.reason };
}

const NEEDED = { status: 403, session: "", reason: "second-factor" };
const WRONG = { status: 403, session: "", reason: "wrong-second-factor" };
const RIGHT = expect.objectContaining({ status: 200 });

/** A person whose factor is on since a minute, so that the code of now was not used. */
async function makeGuarded() {
  const person = await makePerson(app.db);
  const { setup, secret, backupCodes } = await app.request(prepareSecondFactor, { as: person });
  const code = () => totpOf(secret, stepAt(app.deps.clock()));
  const body = { password: PASSWORD, setup, code: code() };
  await app.request(addSecondFactor, { as: person, body });
  const ofPerson = eq(secondFactors.userId, person.authUserId);
  await app.db
    .update(secondFactors)
    .set({ lastStep: stepAt(app.deps.clock()) - 2 })
    .where(ofPerson);
  return { person, secret, backupCodes, code };
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

test("TRUST-5 a factor that is on asks for a code after the password, tells its owner, and ends other sessions", async () => {
  const ada = await makePerson(app.db);
  const { session } = await signIn(ada.email);
  const told = await app.rawRequest("GET /api/auth/token", { token: session });
  const { token } = (await told.json()) as { token: string };
  expect(await app.request(getSecondFactor, { as: ada })).toMatchObject({ isOn: false });

  const { setup, secret, qr, backupCodes } = await app.request(prepareSecondFactor, { as: ada });
  expect(await signIn(ada.email)).toEqual(RIGHT);
  expect(qr.size).toBeGreaterThan(20);
  expect(new Set(backupCodes).size).toBe(10);
  const code = totpOf(secret, stepAt(app.deps.clock()));
  const add = (body: { password: string; setup: string; code: string }) =>
    app.refusal(addSecondFactor, { as: ada, body });
  expect(await add({ password: "not-the-password", setup, code })).toMatchObject({ status: 400 });
  expect(await add({ password: PASSWORD, setup, code: "x" })).toMatchObject({ status: 403 });
  expect(await add({ password: PASSWORD, setup: "forged", code })).toMatchObject({ status: 400 });

  const on = await app.request(addSecondFactor, { as: ada, body: { password: PASSWORD, setup, code } });
  expect(on).toMatchObject({ isOn: true, backupCodesLeft: 10 });
  expect(await app.refusal(listSessions, { token })).toMatchObject({ status: 401 });
  expect(await newestMailTo(ada)).toMatch(/^Your second factor is on/);
  expect(await actionsOn(ada)).toContain("second-factor.add");

  expect(await signIn(ada.email)).toEqual(NEEDED);
  expect(await signIn(ada.email, undefined, "not-the-password")).toMatchObject({ status: 401 });
  expect(await signIn(ada.email, code), "the code that switched it on").toEqual(WRONG);
  expect(await actionsOn(ada)).toContain("sign-in.fail-code");
  expect(await signIn(ada.email, totpOf(secret, stepAt(app.deps.clock()) + 1))).toEqual(RIGHT);
});

test("TRUST-5 each code signs in once, and of the same code many times at once one does", async () => {
  const { person, secret, backupCodes, code } = await makeGuarded();
  for (const one of [code(), backupCodes[0] ?? ""]) {
    const answers = await Promise.all(Array.from({ length: 5 }, () => signIn(person.email, one)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ reason }) => reason === "wrong-second-factor")).toHaveLength(4);
  }
  expect(await signIn(person.email, totpOf(secret, stepAt(app.deps.clock()) - 1)), "an older one").toEqual(
    WRONG,
  );
  const typed = (backupCodes[1] ?? "").replace("-", " ").toUpperCase();
  expect(await signIn(person.email, typed)).toEqual(RIGHT);
  expect(await app.request(getSecondFactor, { as: person })).toMatchObject({ backupCodesLeft: 8 });
});

test("TRUST-5 after ten wrong codes the right one waits too, and nobody without the password uses them up", async () => {
  const { person, backupCodes, code } = await makeGuarded();
  const [first = ""] = backupCodes;
  for (let guess = 0; guess < 9; guess += 1) await signIn(person.email, code(), "not-the-password");
  expect(await signIn(person.email, code())).toEqual(RIGHT);
  for (let guess = 0; guess < 10; guess += 1) expect(await signIn(person.email, "000000x")).toEqual(WRONG);
  expect(await signIn(person.email, first)).toMatchObject({ status: 429 });
});

test("TRUST-5 password and code switch the factor off, which its owner is told", async () => {
  const { person, code } = await makeGuarded();
  const remove = (password: string, given: string) =>
    app.refusal(removeSecondFactor, { as: person, body: { password, code: given } });
  expect(await remove("not-the-password", code())).toMatchObject({ status: 400 });
  expect(await remove(PASSWORD, "000000x")).toMatchObject({ status: 403 });
  expect(await signIn(person.email)).toEqual(NEEDED);
  const body = { password: PASSWORD, code: code() };
  expect(await app.request(removeSecondFactor, { as: person, body })).toMatchObject({ isOn: false });
  expect(await signIn(person.email)).toEqual(RIGHT);
  expect(await newestMailTo(person)).toMatch(/^Your second factor is off/);
  expect(await actionsOn(person)).toContain("second-factor.remove");
});

test("TRUST-5 an owner resets the lost factor of somebody else: sessions end, and both mailboxes are told", async () => {
  const { person, code } = await makeGuarded();
  const [owner, editor] = [await makeAdmin(app.db, "owner"), await makeAdmin(app.db, "editor")];
  const { session } = await signIn(person.email, code());
  const params = { id: person.userProfileId };
  expect(await app.refusal(resetFactor, { as: editor, params })).toMatchObject({ status: 403 });
  expect(await app.refusal(resetFactor, { as: owner, params: { id: owner.userProfileId } })).toMatchObject({
    details: { reason: "own-factor" },
  });
  expect(await app.request(resetFactor, { as: owner, params })).toEqual({ wasOn: true });
  expect((await app.rawRequest("GET /api/auth/token", { token: session })).status).toBe(401);
  for (const told of [person, owner])
    expect(await newestMailTo(told)).toMatch(/^The second factor of Ada .* was reset/);
  expect(await actionsOn(person)).toContain("second-factor.reset");
  expect(await signIn(person.email)).toEqual(RIGHT);
  expect(await app.request(resetFactor, { as: owner, params })).toEqual({ wasOn: false });
});

test("TRUST-5 a new password by a mailed code leaves the factor on", async () => {
  const { person, code } = await makeGuarded();
  const { email } = person;
  await app.rawRequest("POST /api/auth/email-otp/request-password-reset", { body: { email } });
  const body = { email, otp: await mailedCode(app, email), password: "three-brown-owls" };
  const answer = await app.rawRequest("POST /api/auth/email-otp/reset-password", { body });
  expect(answer.status).toBe(200);
  expect(await signIn(email, undefined, body.password)).toEqual(NEEDED);
  expect(await signIn(email, "\ud800", body.password), "no text at all").toEqual(WRONG);
  expect(await signIn(email, code(), body.password)).toEqual(RIGHT);
});

test("TRUST-5 the command line resets the factor of an owner whom nobody else can help", async () => {
  const { person } = await makeGuarded();
  const run = (email: string) =>
    runCommand(app.deps, app.baseUrl)({ command: "reset-factor", email }, () => undefined);
  expect(await run("nobody@example.test")).toMatchObject({
    said: expect.stringMatching(/^Nobody signs in with/),
  });
  expect(await run(person.email)).toMatchObject({
    said: expect.stringMatching(/ is off, and they are signed out/),
  });
  expect(await signIn(person.email)).toEqual(RIGHT);
});

test("TRUST-5 no table holds the secret of an app or a backup code", async () => {
  const { secret, backupCodes } = await makeGuarded();
  const dump = await dumpDatabase(app.deps.database);
  expect(dump).toContain("second_factors");
  for (const word of [secret, ...backupCodes, ...backupCodes.map((one) => one.replace("-", ""))])
    expect(dump).not.toContain(word);
});
