import { and, eq } from "drizzle-orm";
import { afterAll, beforeEach, expect, test } from "vitest";
import { getProfile } from "#contract/account.ts";
import { inviteAdmin } from "#contract/admin/people.ts";
import { endPermission } from "#contract/admin/permissions.ts";
import {
  addIssuerFor,
  listCompanyIssuers,
  listIssuersOf,
  removeIssuer,
} from "#contract/admin/single-sign-on.ts";
import { STEP_UP } from "#contract/call.ts";
import { listOrganizations } from "#contract/permissions.ts";
import { addPasskey, addSecondFactor, preparePasskey, prepareSecondFactor } from "#contract/security.ts";
import {
  addOwnIssuer,
  listLinkedIdentities,
  listSignInIssuers,
  unlinkIdentity,
} from "#contract/single-sign-on.ts";
import { auditEvents } from "#server/schema/audit.ts";
import { issuers, linkedIdentities } from "#server/schema/identity.ts";
import { organizationPermissions } from "#server/schema/permissions.ts";
import type { Given } from "#tests/support/api-client.ts";
import {
  makeAdmin,
  makeOrganization,
  makePermission,
  makePerson,
  PASSWORD,
  type TestPerson,
  unique,
} from "#tests/support/factories.ts";
import { IssuerBrowser } from "#tests/support/issuer-browser.ts";
import { startTestApp } from "#tests/support/make-app.ts";
import { makeIssuer, NO_ISSUER } from "#tests/support/make-issuer.ts";
import { openOidcPeer, type PeerAccount } from "#tests/support/oidc-peer.ts";
import { PasskeyDevice } from "#tests/support/passkey-device.ts";
import { PROVED } from "#tests/support/proved.ts";
import { stepAt, totpOf } from "#tests/support/totp.ts";

const peer = await openOidcPeer();
afterAll(peer.close);
const app = await startTestApp({ INTERNAL_ISSUERS: peer.issuer });
const owner = await makeAdmin(app.db, "owner");
const { clientId, clientSecret } = peer.client();
const OF_PEER = { name: "Keycloak", issuer: peer.issuer, clientId, clientSecret };
const { issuerId: companyIssuerId } = await makeIssuer(app.deps, OF_PEER);

beforeEach(() => {
  peer.departs({});
  peer.connect(app.baseUrl);
});

/** Someone whom the issuer knows. */
function known(email: string, more: Partial<PeerAccount> = {}): string {
  return peer.add({ subject: unique("subject"), email, firstName: "Grace", lastName: "Hopper", ...more })
    .subject;
}

const company = { issuerId: companyIssuerId };
const browser = () => new IssuerBrowser(app);

/** A client whose people its own issuer signs in. */
async function makeClient(given = {}) {
  const organization = await makeOrganization(app.db);
  const { issuerId } = await makeIssuer(app.deps, {
    ...OF_PEER,
    organizationId: organization.organizationId,
    ...given,
  });
  return { organization, organizationId: organization.organizationId, issuer: { issuerId } };
}

/** An authenticator app, whose backup code is a right code. */
async function addFactor(person: TestPerson) {
  const { setup, secret, backupCodes } = await app.request(prepareSecondFactor, { as: person });
  const body = { password: PASSWORD, setup, code: totpOf(secret, stepAt(app.deps.clock())) };
  await app.request(addSecondFactor, { as: person, body });
  return { code: backupCodes[0] ?? "", wrongCode: "aaaaa-bbbbb" };
}

test("CONNECT-1 the company's issuer signs in a colleague by their verified email, and later by its subject alone", async () => {
  const colleague = await makeAdmin(app.db, "editor");
  const subject = known(colleague.email.toUpperCase());
  const first = browser();
  expect(await first.signIn(peer, subject, { ...company, returnTo: "/admin/documents?x=1" })).toMatchObject({
    status: 200,
    body: { outcome: "signed-in", returnTo: "/admin/documents?x=1" },
  });
  const profile = await app.request(getProfile, { token: await first.requireToken() });
  expect(profile).toMatchObject({ userProfileId: colleague.userProfileId, adminRole: "editor" });

  peer.add({ subject, email: owner.email });
  const second = browser();
  await second.signIn(peer, subject, company);
  const again = await app.request(getProfile, { token: await second.requireToken() });
  expect(again?.userProfileId).toBe(colleague.userProfileId);
});

test("CONNECT-1 a second identity with the email of a linked person opens nothing, and its person reads what to do", async () => {
  const colleague = await makeAdmin(app.db, "editor");
  await browser().signIn(peer, known(colleague.email), company);
  const other = browser();
  expect(await other.signIn(peer, known(colleague.email), company)).toMatchObject({
    status: 403,
    reason: "not-linked",
    message: expect.stringContaining("Sign in with your password or passkey, unlink"),
  });
  expect(await other.token()).toBeNull();
});

test("CONNECT-1 an unverified, missing, unknown or foreign email links no one, in words that reveal no account", async () => {
  const colleague = await makeAdmin(app.db, "editor");
  const client = await makePerson(app.db);
  const refused = async (subject: string) => {
    const one = browser();
    const { status, reason, message } = await one.signIn(peer, subject, company);
    expect(await one.token()).toBeNull();
    return { status, reason, message };
  };
  const unverified = await refused(known(colleague.email, { isEmailVerified: false }));
  expect(unverified).toMatchObject({ status: 403, reason: "unverified-email" });
  expect(await refused(peer.add({ subject: unique("subject") }).subject)).toEqual(unverified);
  const unknown = await refused(known(`${unique("no-one")}@example.test`));
  expect(unknown).toMatchObject({ status: 403, reason: "not-linked" });
  expect(await refused(known(client.email))).toEqual(unknown);
  expect(await app.db.$count(linkedIdentities, eq(linkedIdentities.userId, client.authUserId))).toBe(0);
});

test("CONNECT-1 an open invitation lets its email in by the issuer, once and on its own side only", async () => {
  const email = `${unique("new")}@example.test`;
  await app.request(inviteAdmin, { as: owner, body: { email, adminRole: "viewer" } });
  const { issuer } = await makeClient();
  const subject = known(email);
  expect(await browser().signIn(peer, subject, issuer)).toMatchObject({ status: 403, reason: "not-linked" });
  const one = browser();
  expect(await one.signIn(peer, subject, company)).toMatchObject({ status: 200 });
  const profile = await app.request(getProfile, { token: await one.requireToken() });
  expect(profile).toMatchObject({ email, adminRole: "viewer", firstName: "Grace", lastName: "Hopper" });
});

test("CONNECT-1 a client's issuer signs in to its own organization alone, whatever else the person may do", async () => {
  const { organizationId, organization, issuer } = await makeClient();
  const elsewhere = await makeOrganization(app.db);
  const person = await makePerson(app.db, { organization: elsewhere });
  await makePermission(app.db, { userId: person.userProfileId, organizationId, permissionType: "write" });
  const one = browser();
  await one.signIn(peer, known(person.email), issuer);
  const token = await one.requireToken();
  expect(await app.request(getProfile, { token })).toMatchObject({ activeOrganizationId: organizationId });
  const listed = await app.request(listOrganizations, { token });
  expect(listed.map((one) => one.organizationId)).toEqual([organization.organizationId]);
  expect(await app.request(getProfile, { as: person })).toMatchObject({
    activeOrganizationId: elsewhere.organizationId,
  });
});

test("CONNECT-1 a client's issuer opens neither the company nor a stranger's organization", async () => {
  const { organizationId, issuer } = await makeClient();
  const both = await makePerson(app.db, {
    organization: { organizationId },
    profile: { adminRole: "owner" },
  });
  const one = browser();
  await one.signIn(peer, known(both.email), issuer);
  const token = await one.requireToken();
  expect(await app.request(getProfile, { token })).toMatchObject({ adminRole: null });
  expect(await app.refusal(listCompanyIssuers, { token })).toMatchObject({ status: 403 });

  const stranger = await makePerson(app.db);
  const refused = await browser().signIn(peer, known(stranger.email), issuer);
  expect(refused).toMatchObject({ status: 403, reason: "not-linked" });
});

test("CONNECT-1 a session of the company's issuer acts for no client", async () => {
  const organization = await makeOrganization(app.db);
  const both = await makePerson(app.db, { organization, profile: { adminRole: "editor" } });
  const one = browser();
  await one.signIn(peer, known(both.email), company);
  const token = await one.requireToken();
  expect(await app.request(getProfile, { token })).toMatchObject({
    adminRole: "editor",
    activeOrganizationId: null,
  });
  expect(await app.request(listOrganizations, { token })).toEqual([]);
});

test("CONNECT-1 removing the permission, unlinking and removing the issuer end its sessions at once", async () => {
  const { organizationId, issuer } = await makeClient();
  const member = await makePerson(app.db, { organization: { organizationId } });
  const subject = known(member.email);
  const [one, two] = [browser(), browser()];
  await one.signIn(peer, subject, issuer);
  await two.signIn(peer, subject, issuer);
  const token = await one.requireToken();
  const [linked] = await app.request(listLinkedIdentities, { as: member });
  const params = { id: linked?.linkedIdentityId ?? "" };
  await app.request(unlinkIdentity, {
    as: member,
    params,
    headers: { [STEP_UP]: encodeURIComponent(PASSWORD) },
  });
  expect(await app.refusal(getProfile, { token })).toMatchObject({ status: 401 });
  expect(await two.token()).toBeNull();

  const three = browser();
  await three.signIn(peer, subject, issuer);
  const later = await three.requireToken();
  await app.request(removeIssuer, { as: owner, params: { id: issuer.issuerId } });
  expect(await app.refusal(getProfile, { token: later })).toMatchObject({ status: 401 });
  expect(await app.request(getProfile, { as: member })).toMatchObject({ email: member.email });
});

test("CONNECT-1 someone who lost their permission is not signed in any more", async () => {
  const { organizationId, issuer } = await makeClient();
  const member = await makePerson(app.db, { organization: { organizationId } });
  const subject = known(member.email);
  const one = browser();
  await one.signIn(peer, subject, issuer);
  const of = and(
    eq(organizationPermissions.organizationId, organizationId),
    eq(organizationPermissions.userId, member.userProfileId),
  );
  const [permission] = await app.db.select().from(organizationPermissions).where(of);
  await makePerson(app.db, { organization: { organizationId } });
  await app.request(endPermission, {
    as: owner,
    params: { id: permission?.organizationPermissionId ?? "" },
  });
  expect(await app.request(listOrganizations, { token: await one.requireToken() })).toEqual([]);
  expect(await browser().signIn(peer, subject, issuer)).toMatchObject({ status: 403, reason: "not-linked" });
});

test("CONNECT-1 a second factor is asked for after the issuer, and its right code ends the sign-in", async () => {
  const colleague = await makeAdmin(app.db, "editor");
  const { code, wrongCode } = await addFactor(colleague);
  const subject = known(colleague.email);
  const one = browser();
  const url = await one.begin(company);
  const { search } = await peer.signIn(url, subject);
  expect(await one.finish(search)).toMatchObject({ status: 403, reason: "second-factor" });
  expect(await app.db.$count(linkedIdentities, eq(linkedIdentities.userId, colleague.authUserId))).toBe(0);
  expect(await one.finish(search, wrongCode)).toMatchObject({ status: 403, reason: "wrong-second-factor" });
  expect(await one.finish(search, code)).toMatchObject({ status: 200, body: { outcome: "signed-in" } });
  expect(await one.finish(search, code)).toMatchObject({ status: 409, reason: "flow-over" });
});

test("CONNECT-1 an issuer that names someone without a right on its side learns of no second factor, and uses up no attempts", async () => {
  const victim = await makeAdmin(app.db, "owner");
  const { code, wrongCode } = await addFactor(victim);
  const { issuer } = await makeClient();
  for (const subject of [known(victim.email), known(`${unique("no-one")}@example.test`)]) {
    const one = browser();
    const { search } = await peer.signIn(await one.begin(issuer), subject);
    expect(await one.finish(search)).toMatchObject({ status: 403, reason: "not-linked" });
    expect(await one.finish(search, wrongCode)).toMatchObject({ status: 409, reason: "flow-over" });
  }
  const body = { email: victim.email, password: PASSWORD, code };
  expect((await app.rawRequest("POST /api/auth/sign-in/email", { body })).status).toBe(200);
});

test("CONNECT-1 wrong codes after an issuer's sign-in don't lock the account's own sign-in", async () => {
  const { organizationId, issuer } = await makeClient();
  const member = await makePerson(app.db, { organization: { organizationId } });
  const { code, wrongCode } = await addFactor(member);
  const one = browser();
  const { search } = await peer.signIn(await one.begin(issuer), known(member.email));
  expect(await one.finish(search)).toMatchObject({ status: 403, reason: "second-factor" });
  const refusals = [];
  for (let attempt = 0; attempt < 11; attempt += 1) refusals.push(await one.finish(search, wrongCode));
  expect(refusals[0]).toMatchObject({ status: 403, reason: "wrong-second-factor" });
  expect(refusals.at(-1)).toMatchObject({ status: 429 });
  const body = { email: member.email, password: PASSWORD, code };
  expect((await app.rawRequest("POST /api/auth/sign-in/email", { body })).status).toBe(200);
});

test("CONNECT-1 wrong codes after an issuer's sign-in are recorded, and an issuer that is added again gets no new attempts", async () => {
  const { organizationId, issuer } = await makeClient();
  const member = await makePerson(app.db, { organization: { organizationId } });
  const { wrongCode } = await addFactor(member);
  const subject = known(member.email);
  const one = browser();
  const { search } = await peer.signIn(await one.begin(issuer), subject);
  for (let attempt = 0; attempt < 11; attempt += 1) await one.finish(search, wrongCode);
  const { action, subjectId } = auditEvents;
  const isFailure = and(eq(action, "sign-in.fail-code"), eq(subjectId, member.userProfileId));
  expect(await app.db.$count(auditEvents, isFailure)).toBe(10);
  await app.db.delete(issuers).where(eq(issuers.issuerId, issuer.issuerId));
  const { issuerId } = await makeIssuer(app.deps, { ...OF_PEER, organizationId });
  const other = browser();
  const again = await peer.signIn(await other.begin({ issuerId }), subject);
  expect(await other.finish(again.search)).toMatchObject({ reason: "second-factor" });
  expect(await other.finish(again.search, wrongCode)).toMatchObject({ status: 429 });
});

test("CONNECT-1 a client reads of no address whether it is within the portal's network, and an owner does", async () => {
  const { organizationId } = await makeClient();
  const member = await makePerson(app.db, { organization: { organizationId } });
  const body = { ...OF_PEER, issuer: NO_ISSUER };
  const theirs = await app.refusal(addOwnIssuer, { as: member, body, ...PROVED });
  expect(theirs).toMatchObject({ status: 409, details: { fault: "unreachable" } });
  expect(theirs.message).toBe("127.0.0.1:1 can't be reached, or doesn't answer in time.");
  const params = { id: organizationId };
  const owners = await app.refusal(addIssuerFor, { as: owner, params, body, ...PROVED });
  expect(owners.message).toContain("isn't on the open internet");
});

test("CONNECT-1 a callback works once, and only in the browser that began it", async () => {
  const colleague = await makeAdmin(app.db, "editor");
  const [one, other] = [browser(), browser()];
  const subject = known(colleague.email);
  const { search } = await peer.signIn(await one.begin(company), subject);
  expect(await other.finish(search)).toMatchObject({ status: 409, reason: "flow-over" });
  // Another sign-in that this browser has begun can still be ended.
  const begun = await other.begin(company);
  expect(await other.finish(search)).toMatchObject({ status: 409, reason: "flow-over" });
  expect(await other.token()).toBeNull();
  expect(await other.finish((await peer.signIn(begun, subject)).search)).toMatchObject({ status: 200 });
  expect(await one.finish(search)).toMatchObject({ status: 200 });
  expect(await one.finish(search)).toMatchObject({ status: 409, reason: "flow-over" });
});

test.each(["//evil.example", "https://evil.example", "/\\evil.example", "evil", "javascript:alert(1)"])(
  "CONNECT-1 a sign-in leads to no other site: %s",
  async (returnTo) => {
    expect(await browser().post("/issuer/begin", { ...company, returnTo })).toMatchObject({ status: 400 });
  },
);

test("CONNECT-1 another site's page begins and ends no sign-in", async () => {
  for (const path of ["begin", "finish"]) {
    const answer = await app.rawRequest(`POST /api/auth/issuer/${path}`, {
      headers: { origin: "https://evil.example" },
      body: path === "begin" ? company : { callback: "?code=1" },
    });
    expect(answer.status).toBe(403);
  }
});

test.each(["nothing", "an error", "a redirect"] as const)(
  "CONNECT-1 an issuer that answers %s signs no one in, and the portal's own sign-in goes on",
  async (answers) => {
    const colleague = await makeAdmin(app.db, "editor");
    const one = browser();
    const { search } = await peer.signIn(await one.begin(company), known(colleague.email));
    peer.departs({ answers });
    const refused = await one.finish(search);
    expect(refused).toMatchObject({ reason: "issuer-failed" });
    expect(refused.status).toBeLessThanOrEqual(503);
    expect(await one.token()).toBeNull();
    const body = { email: colleague.email, password: PASSWORD };
    expect((await app.rawRequest("POST /api/auth/sign-in/email", { body })).status).toBe(200);
  },
);

test.each([
  ["another audience", { claims: (claims: object) => ({ ...claims, aud: "another" }) }],
  ["another issuer", { claims: (claims: object) => ({ ...claims, iss: "https://other.example" }) }],
  ["another nonce", { claims: (claims: object) => ({ ...claims, nonce: "another" }) }],
  ["an old time", { claims: (claims: object) => ({ ...claims, exp: 1000 }) }],
  ["no algorithm", { algorithm: "none" }],
  ["a foreign key", { isKeyForeign: true }],
] as const)("CONNECT-1 an identity token with %s signs no one in", async (_name, hostility) => {
  const colleague = await makeAdmin(app.db, "editor");
  peer.departs(hostility);
  const one = browser();
  expect(await one.signIn(peer, known(colleague.email), company)).toMatchObject({ reason: "issuer-failed" });
  expect(await one.token()).toBeNull();
});

test("CONNECT-1 a fresh sign-in at the issuer confirms a grave act, once and for its own session", async () => {
  const colleague = await makeAdmin(app.db, "owner");
  const subject = known(colleague.email);
  const one = browser();
  await one.signIn(peer, subject, company);
  const token = await one.requireToken();
  const invite = (proof?: string): Given<typeof inviteAdmin> => ({
    token,
    headers: { ...(proof !== undefined && { [STEP_UP]: encodeURIComponent(proof) }) },
    body: { email: `${unique("new")}@example.test`, adminRole: "viewer" as const },
  });
  expect(await app.refusal(inviteAdmin, invite())).toMatchObject({
    status: 403,
    details: { reason: "step-up", way: "single-sign-on" },
  });
  const { body } = await one.signIn(peer, subject, {});
  expect(body.outcome).toBe("confirmed");

  const other = browser();
  await other.signIn(peer, subject, company);
  const elsewhere = { ...invite(body.proof), token: await other.requireToken() };
  expect(await app.refusal(inviteAdmin, elsewhere)).toMatchObject({ status: 403 });
  await app.request(inviteAdmin, invite(body.proof));
});

test("CONNECT-1 a grave act in an issuer's session can be confirmed by password, too", async () => {
  const colleague = await makeAdmin(app.db, "owner");
  const one = browser();
  await one.signIn(peer, known(colleague.email), company);
  const token = await one.requireToken();
  const body = { email: `${unique("new")}@example.test`, adminRole: "viewer" as const };
  expect(await app.refusal(inviteAdmin, { token, body, headers: {} })).toMatchObject({
    status: 403,
    details: { reason: "step-up", way: "single-sign-on", otherWay: "password" },
  });
  await app.request(inviteAdmin, { token, body, ...PROVED });
});

test("CONNECT-1 a person with only single sign-on is asked to set a password first, where one is needed", async () => {
  const email = `${unique("new")}@example.test`;
  await app.request(inviteAdmin, { as: owner, body: { email, adminRole: "owner" } });
  const one = browser();
  await one.signIn(peer, known(email), company);
  const token = await one.requireToken();
  const needed = { status: 409, details: { reason: "no-password" } };
  const [linked] = await app.request(listLinkedIdentities, { token });
  const params = { id: linked?.linkedIdentityId ?? "" };
  expect(await app.refusal(unlinkIdentity, { token, params })).toMatchObject(needed);
  const { setup, secret } = await app.request(prepareSecondFactor, { token });
  const code = totpOf(secret, stepAt(app.deps.clock()));
  expect(
    await app.refusal(addSecondFactor, { token, body: { password: PASSWORD, setup, code } }),
  ).toMatchObject(needed);
  const body = { email: `${unique("new")}@example.test`, adminRole: "viewer" as const };
  expect(await app.refusal(inviteAdmin, { token, body, headers: {} })).toMatchObject({
    details: { way: "single-sign-on", otherWay: null },
  });
});

test("CONNECT-1 a fresh sign-in as another person confirms nothing", async () => {
  const [colleague, other] = [await makeAdmin(app.db, "owner"), await makeAdmin(app.db, "owner")];
  const one = browser();
  await one.signIn(peer, known(colleague.email), company);
  peer.connect(app.baseUrl);
  expect(await one.signIn(peer, known(other.email), {})).toMatchObject({
    status: 403,
    reason: "other-person",
  });
});

test("CONNECT-1 a fresh sign-in at the issuer adds no passkey, which would open the other side", async () => {
  const { organizationId, issuer } = await makeClient();
  const member = await makePerson(app.db, { organization: { organizationId } });
  const subject = known(member.email);
  const one = browser();
  await one.signIn(peer, subject, issuer);
  const token = await one.requireToken();
  const { body } = await one.signIn(peer, subject, {});
  const setup = await app.request(preparePasskey, { as: member });
  const passkey = new PasskeyDevice().create(setup);
  const headers = { [STEP_UP]: encodeURIComponent(body.proof ?? "") };
  expect(await app.refusal(addPasskey, { token, headers, body: { passkey } })).toMatchObject({ status: 400 });
});

test("CONNECT-1 an issuer that the company added for a client signs no one in for a day", async () => {
  const { organizationId, issuer } = await makeClient({ effectiveFrom: new Date(Date.now() + 3_600_000) });
  await makePerson(app.db, { organization: { organizationId } });
  expect(await browser().post("/issuer/begin", issuer)).toMatchObject({
    status: 409,
    reason: "not-effective",
  });
});

test("CONNECT-1 the sign-in page names the company's issuers and no client's", async () => {
  const { issuer } = await makeClient();
  const shown = await app.request(listSignInIssuers, {});
  expect(shown).toContainEqual({ ...company, name: "Keycloak" });
  expect(shown.map(({ issuerId }) => issuerId)).not.toContain(issuer.issuerId);
});

test("CONNECT-1 an unknown organization has no issuers, and no request leaves the portal for one", async () => {
  const params = { id: "no-such" };
  const missing = { status: 404, message: "There is no such organization." };
  expect(await app.refusal(listIssuersOf, { as: owner, params })).toMatchObject(missing);
  const sent = peer.asked.length;
  expect(await app.refusal(addIssuerFor, { as: owner, params, body: OF_PEER, ...PROVED })).toMatchObject(
    missing,
  );
  expect(peer.asked.length).toBe(sent);
});

test("CONNECT-1 a browser that an issuer signed in has no password attempts of its own, and is not new the next time", async () => {
  const colleague = await makeAdmin(app.db, "editor");
  const subject = known(colleague.email);
  const { action, subjectId } = auditEvents;
  const isNotice = and(eq(action, "sign-in.new-browser"), eq(subjectId, colleague.userProfileId));
  const one = browser();
  await one.signIn(peer, subject, company);
  await one.signIn(peer, subject, company);
  expect(await app.db.$count(auditEvents, isNotice)).toBe(0);
  await browser().signIn(peer, subject, company);
  expect(await app.db.$count(auditEvents, isNotice)).toBe(1);
  const body = { email: colleague.email, password: "not their password" };
  for (let attempt = 0; attempt < 10; attempt += 1)
    await app.rawRequest("POST /api/auth/sign-in/email", { body });
  expect(await one.post("/sign-in/email", body)).toMatchObject({ status: 429 });
});
