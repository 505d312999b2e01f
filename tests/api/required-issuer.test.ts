import { eq, isNotNull } from "drizzle-orm";
import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import { getProfile } from "#contract/account.ts";
import { changeAdminRole, inviteAdmin } from "#contract/admin/people.ts";
import {
  changeIssuerRequirement,
  listCompanyIssuers,
  readIssuerRequirement,
  removeIssuer,
} from "#contract/admin/single-sign-on.ts";
import { acceptInvitation, readInvitation } from "#contract/invitations.ts";
import { addPasskey, preparePasskey } from "#contract/security.ts";
import { listLinkedIdentities, unlinkIdentity } from "#contract/single-sign-on.ts";
import { userProfiles } from "#server/schema/account.ts";
import { issuers, linkedIdentities } from "#server/schema/identity.ts";
import { invitations } from "#server/schema/invitations.ts";
import { mails } from "#server/schema/mail.ts";
import { runCommand } from "#server/start/run-command.ts";
import { addTestPasskey } from "#tests/support/add-test-passkey.ts";
import {
  makeAdmin,
  makeOrganization,
  makePerson,
  PASSWORD,
  type TestPerson,
  unique,
} from "#tests/support/factories.ts";
import { IssuerBrowser } from "#tests/support/issuer-browser.ts";
import { mailedLinkIn } from "#tests/support/mailed-code.ts";
import { startTestApp } from "#tests/support/make-app.ts";
import { makeIssuer } from "#tests/support/make-issuer.ts";
import { openOidcPeer } from "#tests/support/oidc-peer.ts";
import { PasskeyDevice } from "#tests/support/passkey-device.ts";
import { asIntruder } from "#tests/support/past-triggers.ts";
import { PROVED } from "#tests/support/proved.ts";

const peer = await openOidcPeer();
afterAll(peer.close);
const app = await startTestApp({ INTERNAL_ISSUERS: peer.issuer });
const { clientId, clientSecret } = peer.client();
const { issuerId } = await makeIssuer(app.deps, {
  name: "Keycloak",
  issuer: peer.issuer,
  clientId,
  clientSecret,
});
const params = { id: issuerId };

beforeEach(() => {
  peer.departs({});
  peer.connect(app.baseUrl);
});

// Each test starts with a company of its own, whose people sign in here.
afterEach(async () => {
  await app.db.update(issuers).set({ requiredSince: null });
  await app.db.update(userProfiles).set({ adminRole: null }).where(isNotNull(userProfiles.adminRole));
});

const known = (email: string) =>
  peer.add({ subject: unique("subject"), email, firstName: "Grace", lastName: "Hopper" }).subject;

/** Signs someone in at the issuer, as which they are linked from then on. */
async function enter({ email }: { email: string }, subject = known(email)) {
  const browser = new IssuerBrowser(app);
  const answer = await browser.signIn(peer, subject, { issuerId });
  return { answer, token: (await browser.token()) ?? "" };
}

async function signInByPassword({ email }: { email: string }, password = PASSWORD) {
  const answer = await app.rawRequest("POST /api/auth/sign-in/email", { body: { email, password } });
  const { error } = (await answer.json()) as { error?: { message: string; details?: { reason?: string } } };
  return { status: answer.status, reason: error?.details?.reason, message: error?.message };
}

async function signInByPasskey(device: PasskeyDevice) {
  const challenge = await (await app.rawRequest("GET /api/auth/passkey/ask")).json();
  const body = device.use(challenge as Parameters<PasskeyDevice["use"]>[0]);
  const answer = await app.rawRequest("POST /api/auth/sign-in/passkey", { body });
  const { error } = (await answer.json()) as { error?: { details?: { reason?: string } } };
  return { status: answer.status, reason: error?.details?.reason };
}

async function bodyOf(isRequired: boolean) {
  const [row] = await app.db.select().from(issuers).where(eq(issuers.issuerId, issuerId));
  return { isRequired, recordVersion: row?.recordVersion ?? 0 };
}

const change = async (token: string, isRequired: boolean) =>
  app.request(changeIssuerRequirement, { token, params, body: await bodyOf(isRequired), ...PROVED });
const refuse = async (given: { token: string } | { as: TestPerson }) =>
  app.refusal(changeIssuerRequirement, { ...given, params, body: await bodyOf(true), ...PROVED });

/** A company whose people sign in only by the issuer, with its owners and their sessions. */
async function makeRequired(owners = 2) {
  const people = await Promise.all(Array.from({ length: owners }, () => makeAdmin(app.db, "owner")));
  const all = [];
  for (const person of people) all.push({ ...person, ...(await enter(person)) });
  const [first] = all;
  if (!first) throw new Error("There is no owner.");
  await change(first.token, true);
  return { first, all };
}

const ONLY = { status: 403, reason: "single-sign-on-only" };

test("CONNECT-1 only by single sign-on goes on for an owner whom the issuer signed in, while a second owner can get in", async () => {
  const [owner, second] = [await makeAdmin(app.db, "owner"), await makeAdmin(app.db, "owner")];
  const editor = await makeAdmin(app.db, "editor");
  const notByIt = { status: 409, details: { reason: "not-signed-in-by-it" } };
  expect(await refuse({ as: owner })).toMatchObject(notByIt);
  const { token } = await enter(owner);
  expect(await refuse({ as: owner }), "a session of a password doesn't show that it works").toMatchObject(
    notByIt,
  );
  await enter(editor);
  expect(await refuse({ token })).toMatchObject({ status: 409, details: { reason: "no-second-owner" } });
  const obstacles = async () => {
    const { people, isCallerSignedInByIt } = await app.request(readIssuerRequirement, { token, params });
    expect(isCallerSignedInByIt).toBe(true);
    return Object.fromEntries(people.map((one) => [one.userProfileId, one.obstacle]));
  };
  expect(await obstacles()).toEqual({
    [owner.userProfileId]: null,
    [second.userProfileId]: "not-linked",
    [editor.userProfileId]: null,
  });
  await enter(second);
  await addTestPasskey(app, second);
  expect(await obstacles()).toMatchObject({ [second.userProfileId]: "passkey" });
  expect(await refuse({ token })).toMatchObject({ details: { reason: "no-second-owner" } });
  const { token: ofThird } = await enter(await makeAdmin(app.db, "owner"));
  expect((await change(token, true)).requiredSince).not.toBeNull();
  expect((await change(ofThird, false)).requiredSince).toBeNull();
});

test("CONNECT-1 only by single sign-on is for issuers of the company, by an owner who saw the present state", async () => {
  const organization = await makeOrganization(app.db);
  const ofClient = await makeIssuer(app.deps, { organizationId: organization.organizationId });
  const owner = await makeAdmin(app.db, "owner");
  const unconfirmed = { as: owner, params, body: await bodyOf(true), headers: {} };
  expect(await app.refusal(changeIssuerRequirement, unconfirmed)).toMatchObject({
    details: { reason: "step-up" },
  });
  const of = (id: string, recordVersion: number) => ({
    as: owner,
    params: { id },
    body: { isRequired: true, recordVersion },
    ...PROVED,
  });
  expect(await app.refusal(changeIssuerRequirement, of(ofClient.issuerId, 1))).toMatchObject({ status: 404 });
  const { recordVersion } = await bodyOf(true);
  expect(await app.refusal(changeIssuerRequirement, of(issuerId, recordVersion - 1))).toMatchObject({
    status: 409,
    message: expect.stringContaining("this single sign-on"),
  });
});

test("CONNECT-1 while it is on, the company's people get no session here, and learn why after the right proof alone", async () => {
  const [editor, client] = [await makeAdmin(app.db, "editor"), await makePerson(app.db)];
  const withKey = await makeAdmin(app.db, "viewer");
  const { device } = await addTestPasskey(app, withKey);
  const both = await makePerson(app.db, {
    organization: await makeOrganization(app.db),
    profile: { adminRole: "viewer" },
  });
  expect(await app.request(getProfile, { as: editor })).toMatchObject({ email: editor.email });
  const { first } = await makeRequired();

  expect(await app.refusal(getProfile, { as: editor }), "a session of before has ended").toMatchObject({
    status: 401,
  });
  expect(await app.request(getProfile, { token: first.token })).toMatchObject({ email: first.email });
  expect(await signInByPassword(editor, "not their password")).toMatchObject({ reason: "wrong-credentials" });
  const refused = await signInByPassword(editor);
  expect(refused).toMatchObject({ ...ONLY, message: expect.stringContaining("Sign in with Keycloak") });
  expect(await signInByPasskey(device)).toEqual(ONLY);
  expect(await signInByPassword(both)).toMatchObject(ONLY);
  expect(await signInByPassword(client)).toMatchObject({ status: 200 });
  expect((await enter(editor)).answer).toMatchObject({ status: 200 });

  await change(first.token, false);
  expect(await signInByPassword(editor)).toMatchObject({ status: 200 });
});

test("CONNECT-1 a right password is refused as often as it is typed, and locks no one", async () => {
  const editor = await makeAdmin(app.db, "editor");
  await makeRequired();
  for (let attempt = 0; attempt < 11; attempt += 1)
    expect(await signInByPassword(editor)).toMatchObject(ONLY);
});

test("CONNECT-1 while it is on, an invitation of the company is accepted by the issuer's sign-in alone", async () => {
  const { first } = await makeRequired();
  const email = `${unique("new")}@example.test`;
  await app.request(inviteAdmin, { token: first.token, body: { email, adminRole: "viewer" }, ...PROVED });
  const link = await mailedLinkIn(app.deps.env.dataDir, email);
  const token = link.split("#")[1] ?? "";
  expect(await app.request(readInvitation, { body: { token } })).toMatchObject({
    requiredIssuer: { issuerId, name: "Keycloak" },
  });
  const body = { token, firstName: "Grace", lastName: "Hopper", password: "a-long-password-of-mine" };
  expect(await app.refusal(acceptInvitation, { body })).toMatchObject({
    status: 403,
    details: { reason: "single-sign-on-only" },
  });
  const { answer, token: session } = await enter({ email });
  expect(answer).toMatchObject({ status: 200 });
  expect(await app.request(getProfile, { token: session })).toMatchObject({ email, adminRole: "viewer" });
});

test("CONNECT-1 of two owners who unlink or lose their role at once, two ways in remain", async () => {
  const { all } = await makeRequired(3);
  const unlink = async ({ token }: { token: string }) => {
    const [linked] = await app.request(listLinkedIdentities, { token });
    return app.request(unlinkIdentity, { token, params: { id: linked?.linkedIdentityId ?? "" }, ...PROVED });
  };
  const [first, second] = all;
  if (!first || !second) throw new Error("There are three owners.");
  const answers = await Promise.allSettled([unlink(first), unlink(second)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  expect(
    await app.db.$count(linkedIdentities, eq(linkedIdentities.issuerId, issuerId)),
  ).toBeGreaterThanOrEqual(2);

  const left = answers[0]?.status === "rejected" ? first : second;
  const lastWayIn = { status: 409, details: { reason: "last-way-in" } };
  const [linked] = await app.request(listLinkedIdentities, { token: left.token });
  expect(
    await app.refusal(unlinkIdentity, {
      token: left.token,
      params: { id: linked?.linkedIdentityId ?? "" },
      ...PROVED,
    }),
  ).toMatchObject(lastWayIn);
  const demotion = { params: { id: left.userProfileId }, body: { adminRole: "editor" as const } };
  const third = all[2]?.token ?? "";
  expect(await app.refusal(changeAdminRole, { token: third, ...demotion, ...PROVED })).toMatchObject(
    lastWayIn,
  );
  const passkey = new PasskeyDevice().create(await app.request(preparePasskey, { token: third }));
  expect(await app.refusal(addPasskey, { token: third, body: { passkey }, ...PROVED })).toMatchObject(
    lastWayIn,
  );
});

test("CONNECT-1 removing the required issuer allows passwords again", async () => {
  const spare = await makeIssuer(app.deps, { requiredSince: new Date() });
  const owner = await makeAdmin(app.db, "owner");
  expect(await signInByPassword(owner)).toMatchObject(ONLY);
  const as = await makeAdmin(app.db, "owner");
  await app.request(removeIssuer, { as, params: { id: spare.issuerId }, ...PROVED });
  expect(await signInByPassword(owner)).toMatchObject({ status: 200 });
});

test("CONNECT-1 counterpart invite-owner gets its person in, allows passwords again, and says so", async () => {
  const { first } = await makeRequired();
  const invite = (email: string) =>
    runCommand(app.deps, app.baseUrl)({ command: "invite-owner", email }, () => undefined);
  expect(await invite(first.email)).toMatchObject({
    message: expect.stringMatching(
      /is an owner of .* already\.\n.*only with Keycloak\. Passwords and passkeys work again/,
    ),
  });
  expect(await signInByPassword(first)).toMatchObject({ status: 200 });
  const [issuer] = await app.request(listCompanyIssuers, { token: first.token });
  expect(issuer?.requiredSince).toBeNull();
  const subjects = await app.db.select().from(mails).where(eq(mails.recipient, first.email));
  expect(subjects.map(({ subject }) => subject)).toContainEqual(
    expect.stringContaining("no longer signs in only"),
  );
  expect((await invite(first.email)).message).not.toContain("work again");
});

test("CONNECT-1 counterpart invite-owner that fails half-way has invited no one", async () => {
  await makeRequired();
  const email = `${unique("new")}@example.test`;
  const invite = () => runCommand(app.deps, app.baseUrl)({ command: "invite-owner", email }, () => undefined);
  // The database refuses what the command does last.
  await asIntruder(
    app,
    "alter table issuers add constraint stays check (required_since is not null) not valid",
  );
  await expect(invite()).rejects.toThrow();
  await asIntruder(app, "alter table issuers drop constraint stays");
  expect(await app.db.$count(invitations, eq(invitations.email, email))).toBe(0);
  expect(await invite()).toMatchObject({ message: expect.stringContaining("/invitation#") });
  expect(await app.db.$count(invitations, eq(invitations.email, email))).toBe(1);
});

test("CONNECT-1 while the required issuer is down, its sign-in says what to do", async () => {
  const { first } = await makeRequired();
  const browser = new IssuerBrowser(app);
  const { search } = await peer.signIn(await browser.begin({ issuerId }), known(first.email));
  peer.departs({ answers: "nothing" });
  const refused = await browser.finish(search);
  expect(refused).toMatchObject({ reason: "issuer-failed" });
  expect(refused.message).toContain("counterpart invite-owner");
});
