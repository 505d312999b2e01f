import { desc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { getProfile, updateProfile } from "#contract/account.ts";
import { resetFactor } from "#contract/admin/people.ts";
import { getSettings, updateSettings } from "#contract/admin/settings.ts";
import { signGeneralDocument } from "#contract/agreements.ts";
import { STEP_UP } from "#contract/call.ts";
import { approveDocument, getDocument, listDocuments, receiveDocument } from "#contract/documents.ts";
import {
  addSecondFactor,
  changeSignInRules,
  getSecondFactor,
  getSignInRules,
  listSessions,
  prepareSecondFactor,
  removeSecondFactor,
} from "#contract/security.ts";
import { findEvidence } from "#server/evidence/read-evidence.ts";
import { auditEvents } from "#server/schema/audit.ts";
import { secondFactors } from "#server/schema/identity.ts";
import { mails } from "#server/schema/mail.ts";
import { runCommand } from "#server/start/run-command.ts";
import { dumpDatabase } from "../support/dump-database.ts";
import {
  makeAdmin,
  makeGeneralDocument,
  makeOrganization,
  makePermission,
  makePerson,
  makeQuote,
  PASSWORD,
  type TestPerson,
} from "../support/factories.ts";
import { openLive } from "../support/live-stream.ts";
import { mailedCode } from "../support/mailed-code.ts";
import { startTestApp } from "../support/make-app.ts";
import { PROVED } from "../support/proved.ts";
import { stepAt, totpOf } from "../support/totp.ts";

const app = await startTestApp();
app.log.allowErrors(/The step-up cannot be verified/);

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
async function makeGuarded(given: Parameters<typeof makePerson>[1] = {}) {
  return guard(await makePerson(app.db, given));
}

async function guard(person: TestPerson) {
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
const organizationOf = ({ organizationId }: { organizationId: string }) => ({ organizationId });
const newestMailTo = async ({ email }: TestPerson) => {
  const [newest] = await app.db
    .select()
    .from(mails)
    .where(eq(mails.recipient, email))
    .orderBy(desc(mails.mailId));
  return newest?.subject;
};

test("TRUST-5 an enabled factor requires a code after the password; enabling it mails its owner and ends other sessions", async () => {
  const ada = await makePerson(app.db);
  const { session } = await signIn(ada.email);
  const told = await app.rawRequest("GET /api/auth/token", { token: session });
  const { token } = (await told.json()) as { token: string };
  expect(await app.request(getSecondFactor, { as: ada })).toMatchObject({ isOn: false });

  const { setup, secret, qr, backupCodes } = await app.request(prepareSecondFactor, { as: ada });
  expect(await signIn(ada.email)).toEqual(RIGHT);
  expect(qr.size).toBeGreaterThan(20);
  expect(new Set(backupCodes).size).toBe(10);
  for (const one of backupCodes) expect(one).toMatch(/^[a-z2-9]{5}-[a-z2-9]{5}$/);
  const code = totpOf(secret, stepAt(app.deps.clock()));
  const add = (body: { password: string; setup: string; code: string }) =>
    app.refusal(addSecondFactor, { as: ada, body });
  expect(await add({ password: "not-the-password", setup, code })).toMatchObject({ status: 400 });
  expect(await add({ password: PASSWORD, setup, code: "x" })).toMatchObject({ status: 403 });
  expect(await add({ password: PASSWORD, setup: "forged", code })).toMatchObject({ status: 400 });

  const on = await app.request(addSecondFactor, { as: ada, body: { password: PASSWORD, setup, code } });
  expect(on).toMatchObject({ isOn: true, backupCodesLeft: 10 });
  const second = await app.request(prepareSecondFactor, { as: ada });
  const another = {
    password: PASSWORD,
    setup: second.setup,
    code: totpOf(second.secret, stepAt(app.deps.clock())),
  };
  const isOn = { status: 409, details: { reason: "second-factor-on" } };
  expect(await add(another), "an app in place of the one that is on").toMatchObject(isOn);
  expect(await app.refusal(listSessions, { token })).toMatchObject({ status: 401 });
  expect(await newestMailTo(ada)).toMatch(/^Two-step sign-in is on/);
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

test("TRUST-5 after ten wrong codes the right one waits too, and attempts without the password do not count", async () => {
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
  expect(await newestMailTo(person)).toMatch(/^Two-step sign-in is off/);
  expect(await actionsOn(person)).toContain("second-factor.remove");
});

test("TRUST-5 an owner resets another person's lost factor: sessions end, and both are mailed", async () => {
  const { person, code } = await makeGuarded();
  const [owner, editor] = [await makeAdmin(app.db, "owner"), await makeAdmin(app.db, "editor")];
  const { session } = await signIn(person.email, code());
  const params = { id: person.userProfileId };
  expect(await app.refusal(resetFactor, { as: editor, params })).toMatchObject({ status: 403 });
  expect(await app.refusal(resetFactor, { as: owner, params: { id: owner.userProfileId } })).toMatchObject({
    details: { reason: "own-factor" },
  });
  expect(await app.request(resetFactor, { as: owner, ...PROVED, params })).toEqual({ wasOn: true });
  expect((await app.rawRequest("GET /api/auth/token", { token: session })).status).toBe(401);
  for (const told of [person, owner])
    expect(await newestMailTo(told)).toMatch(/^Two-step sign-in of Ada .* was reset/);
  expect(await newestMailTo(editor), "other people are not mailed").toBeUndefined();
  expect(await actionsOn(person)).toContain("second-factor.reset");
  expect(await signIn(person.email)).toEqual(RIGHT);
  expect(await app.request(resetFactor, { as: owner, ...PROVED, params })).toEqual({ wasOn: false });
});

test("TRUST-5 a used code and a reset factor concern one person only", async () => {
  const [ada, bystander] = [await makeGuarded(), await makeGuarded()];
  const { email, authUserId } = bystander.person;
  const owner = await makeAdmin(app.db, "owner");
  expect(await signIn(ada.person.email, ada.code())).toEqual(RIGHT);
  const codesOf = (id: string) => app.db.select().from(secondFactors).where(eq(secondFactors.userId, id));
  const [{ backupCodes } = { backupCodes: [] }] = await codesOf(ada.person.authUserId);
  // As if both had the same codes, which no two people have.
  await app.db.update(secondFactors).set({ backupCodes }).where(eq(secondFactors.userId, authUserId));
  expect(await signIn(ada.person.email, ada.backupCodes[0])).toEqual(RIGHT);
  const left = async (as: TestPerson) => (await app.request(getSecondFactor, { as })).backupCodesLeft;
  expect([await left(ada.person), await left(bystander.person)]).toEqual([9, 10]);
  await app.request(resetFactor, { as: owner, ...PROVED, params: { id: ada.person.userProfileId } });
  expect(await signIn(email), "it is still on").toEqual(NEEDED);
  expect(await signIn(email, bystander.code()), "of the same moment").toEqual(RIGHT);
});

test("TRUST-5 a new password by a mailed code leaves the factor on", async () => {
  const { person, code } = await makeGuarded();
  const { email } = person;
  await app.rawRequest("POST /api/auth/email-otp/request-password-reset", { body: { email } });
  const body = { email, otp: await mailedCode(app, email), password: "three-brown-owls" };
  const answer = await app.rawRequest("POST /api/auth/email-otp/reset-password", { body });
  expect(answer.status).toBe(200);
  expect(await signIn(email, undefined, body.password)).toEqual(NEEDED);
  expect((await signIn(email, "\ud800", body.password)).status, "no text at all").toBe(400);
  expect(await signIn(email, code(), body.password)).toEqual(RIGHT);
});

test("TRUST-5 the command line resets the factor of an owner when no other owner can", async () => {
  const { person } = await makeGuarded();
  const run = (email: string) =>
    runCommand(app.deps, app.baseUrl)({ command: "reset-factor", email }, () => undefined);
  expect(await run("unknown@example.test")).toMatchObject({
    message: expect.stringMatching(/^No person signs in with/),
  });
  expect(await run(person.email)).toMatchObject({
    message: expect.stringMatching(/ is off, and they are signed out/),
  });
  expect(await signIn(person.email)).toEqual(RIGHT);
});

test("TRUST-5 no table contains the secret of an app or a backup code", async () => {
  const { secret, backupCodes } = await makeGuarded();
  const dump = await dumpDatabase(app.deps.database);
  expect(dump).toContain("second_factors");
  for (const word of [secret, ...backupCodes, ...backupCodes.map((one) => one.replace("-", ""))])
    expect(dump).not.toContain(word);
});

const REQUIRED = { status: 403, details: { reason: "factor-required" } };

test("TRUST-5 an organization whose writer has a second factor requires one: its people can only switch theirs on", async () => {
  const organization = await makeOrganization(app.db);
  const { person: writer, backupCodes } = await makeGuarded({ organization });
  const reader = await makePerson(app.db, { organization, permission: "read" });
  const bare = await makePerson(app.db, { organization });
  const rules = (requiresFactor: boolean) => ({
    body: { ...organizationOf(organization), requiresFactor, confirmsAcceptance: false },
  });
  expect(await app.refusal(changeSignInRules, { as: bare, ...rules(true) })).toMatchObject({
    status: 409,
    details: { reason: "own-factor-first" },
  });
  expect(await app.refusal(changeSignInRules, { as: reader, ...rules(true) })).toMatchObject({ status: 403 });
  const live = await openLive(app, { as: reader });
  const bystander = await makePerson(app.db);
  await app.request(changeSignInRules, { as: writer, ...rules(true) });
  expect(await app.request(getSignInRules, { as: bystander })).toMatchObject({ requiresFactor: false });
  await expect.poll(live.isEnded).toBe(true);

  expect(await app.request(getSignInRules, { as: writer })).toMatchObject({ requiresFactor: true });
  expect(await app.refusal(listDocuments, { as: reader, query: {} })).toMatchObject(REQUIRED);
  expect(await app.request(getProfile, { as: reader })).toMatchObject({ email: reader.email });
  expect(await signIn(reader.email), "a sign-in leads to the account").toEqual(RIGHT);
  await guard(reader);
  expect(await app.request(listDocuments, { as: reader, query: {} })).toEqual([]);

  expect(await app.refusal(changeSignInRules, { as: writer, ...rules(false) })).toMatchObject({
    details: { reason: "step-up", way: "code" },
  });
  expect(await app.refusal(listDocuments, { as: bare, query: {} })).toMatchObject(REQUIRED);
  const headers = { [STEP_UP]: backupCodes[0] ?? "" };
  await app.request(changeSignInRules, { as: writer, headers, ...rules(false) });
  expect(await app.request(listDocuments, { as: bare, query: {} })).toEqual([]);
});

test("TRUST-5 a member of one organization that requires a second factor needs it in all their organizations", async () => {
  const [strict, free] = [
    await makeOrganization(app.db, { requiresFactor: true }),
    await makeOrganization(app.db),
  ];
  const person = await makePerson(app.db, { organization: free });
  expect(await app.request(listDocuments, { as: person, query: {} })).toEqual([]);
  await makePermission(app.db, {
    userId: person.userProfileId,
    permissionType: "read",
    ...organizationOf(strict),
  });
  expect(await app.refusal(listDocuments, { as: person, query: {} })).toMatchObject(REQUIRED);
  const body = organizationOf(strict);
  expect(
    await app.refusal(updateProfile, { as: person, body: { activeOrganizationId: body.organizationId } }),
  ).toMatchObject(REQUIRED);
});

test("TRUST-5 the company requires a second factor of its own people, once the owner has one", async () => {
  const [owner, editor] = [await makeAdmin(app.db, "owner"), await makeAdmin(app.db, "editor")];
  const client = await makePerson(app.db);
  const set = async (requiresFactor: boolean) => {
    const asRead = await app.request(getSettings, { as: owner });
    return { as: owner, body: { settings: { ...asRead, requiresFactor }, asRead } };
  };
  expect(await app.refusal(updateSettings, await set(true))).toMatchObject({
    status: 409,
    details: { reason: "own-factor-first" },
  });
  const { backupCodes } = await guard(owner);
  await app.request(updateSettings, await set(true));
  expect(await app.refusal(getSettings, { as: editor })).toMatchObject(REQUIRED);
  expect(await app.request(listDocuments, { as: client, query: {} })).toEqual([]);
  await guard(editor);
  expect(await app.request(getSettings, { as: editor })).toMatchObject({ requiresFactor: true });
  expect(await app.refusal(updateSettings, await set(false))).toMatchObject({
    details: { reason: "step-up", way: "code" },
  });
  const headers = { [STEP_UP]: backupCodes[0] ?? "" };
  await app.request(updateSettings, { ...(await set(false)), headers });
});

/** Pending quotes, and their acceptance with this proof. */
async function makeAcceptance(as: TestPerson, organizationId: string) {
  const { document } = await makeQuote(app.db, { organizationId });
  const id = document.uniqueDocumentId;
  const { contentHash } = await app.request(getDocument, { as, params: { id } });
  const body = { uniqueDocumentId: id, status: "APPROVED" as const, contentHash };
  const withProof = (proof?: string) => ({
    as,
    params: { id },
    body,
    ...(proof !== undefined && { headers: { [STEP_UP]: encodeURIComponent(proof) } }),
  });
  return {
    id,
    accept: (proof?: string) => app.request(approveDocument, withProof(proof)),
    refused: (proof?: string) => app.refusal(approveDocument, withProof(proof)),
    /** The other call that accepts. */
    sentBack: () => app.refusal(receiveDocument, { as, body }),
    status: async () => (await app.request(getDocument, { as, params: { id } })).status,
  };
}

const confirmedBy = async (subjectId: string) =>
  (await findEvidence(app.db, subjectId, ["document.approve", "agreement.sign"]))[0]?.facts.confirmedBy;

test("TRUST-5 an organization can require a fresh single-use code to accept or sign, and nothing is accepted without it", async () => {
  const organization = await makeOrganization(app.db);
  const { organizationId } = organization;
  const { person, code, backupCodes } = await makeGuarded({ organization });
  const body = { organizationId, requiresFactor: false, confirmsAcceptance: true };
  await app.request(changeSignInRules, { as: person, body });
  const [first, second] = [
    await makeAcceptance(person, organizationId),
    await makeAcceptance(person, organizationId),
  ];
  const needed = { status: 403, details: { reason: "step-up", way: "code" } };
  expect(await first.refused()).toMatchObject(needed);
  expect(await first.sentBack(), "by the other call that accepts").toMatchObject(needed);
  for (const wrong of ["000000x", PASSWORD, ""])
    expect(await first.refused(wrong)).toMatchObject({ status: 403 });
  expect(await first.status()).toBe("PENDING");
  const once = code();
  expect(await first.accept(once)).toMatchObject({ status: "APPROVED" });
  expect(await confirmedBy(first.id)).toBe("code");
  expect(await second.refused(once)).toMatchObject({ details: { reason: "wrong-second-factor" } });

  const { generalDocumentId: documentId } = await makeGeneralDocument(app.db);
  const signing = { as: person, body: { userId: person.userProfileId, organizationId, documentId } };
  expect(await app.refusal(signGeneralDocument, signing)).toMatchObject(needed);
  const headers = { [STEP_UP]: backupCodes[0] ?? "" };
  const signed = await app.request(signGeneralDocument, { ...signing, headers });
  expect(await confirmedBy(signed.signedGeneralDocumentId)).toBe("code");

  await app.db
    .update(secondFactors)
    .set({ sealedSecret: "can't be opened" })
    .where(eq(secondFactors.userId, person.authUserId));
  expect(await second.refused(backupCodes[1])).toMatchObject({
    status: 503,
    message: expect.stringContaining("Nothing was accepted"),
  });
  expect(await second.status()).toBe("PENDING");
});

test("TRUST-5 the company can require re-authentication to accept: without a second factor, the password", async () => {
  const owner = await makeAdmin(app.db, "owner");
  const person = await makePerson(app.db);
  const asRead = await app.request(getSettings, { as: owner });
  const settings = { ...asRead, confirmsAcceptance: true };
  await app.request(updateSettings, { as: owner, body: { settings, asRead } });
  const acceptance = await makeAcceptance(person, person.organizationId ?? "");
  expect(await acceptance.refused()).toMatchObject({ details: { reason: "step-up", way: "password" } });
  expect(await acceptance.refused("not-the-password")).toMatchObject({
    status: 400,
    message: "This isn't your current password. Nothing was accepted or signed.",
  });
  expect(await acceptance.status()).toBe("PENDING");
  expect(await acceptance.accept(PASSWORD)).toMatchObject({ status: "APPROVED" });
  expect(await confirmedBy(acceptance.id)).toBe("password");
  const back = { as: owner, body: { settings: asRead, asRead: settings } };
  expect(await app.refusal(updateSettings, back)).toMatchObject({ details: { reason: "step-up" } });
  await app.request(updateSettings, { ...back, headers: { [STEP_UP]: encodeURIComponent(PASSWORD) } });
});
