import { and, eq, inArray } from "drizzle-orm";
import { v7 } from "uuid";
import { afterAll, beforeEach, expect, test } from "vitest";
import { exportOwnData, getProfile, updateProfile } from "#contract/account.ts";
import { signGeneralDocument } from "#contract/agreements.ts";
import { STEP_UP } from "#contract/call.ts";
import { listDocuments } from "#contract/documents.ts";
import { listOrganizations } from "#contract/permissions.ts";
import { addSecondFactor, endSessions, listSessions, prepareSecondFactor } from "#contract/security.ts";
import { listLinkedIdentities, unlinkIdentity } from "#contract/single-sign-on.ts";
import { countAttempt } from "#server/http/rate-limit.ts";
import { auditEvents } from "#server/schema/audit.ts";
import { authSessions, issuers, linkedIdentities } from "#server/schema/identity.ts";
import {
  makeAdmin,
  makeGeneralDocument,
  makeOrganization,
  makePermission,
  makePerson,
  PASSWORD,
  unique,
} from "#tests/support/factories.ts";
import { IssuerBrowser } from "#tests/support/issuer-browser.ts";
import { startTestApp } from "#tests/support/make-app.ts";
import { linkIdentity, makeIssuer } from "#tests/support/make-issuer.ts";
import { openOidcPeer } from "#tests/support/oidc-peer.ts";
import { pausedBefore } from "#tests/support/paused-before.ts";
import { PROVED } from "#tests/support/proved.ts";
import { stepAt, totpOf } from "#tests/support/totp.ts";
import { untilWaiting } from "#tests/support/until-waiting.ts";

const peer = await openOidcPeer();
afterAll(peer.close);
const app = await startTestApp({ INTERNAL_ISSUERS: peer.issuer });
beforeEach(() => {
  peer.departs({});
  peer.connect(app.baseUrl, "/api/auth/issuer/logout");
});

const { clientId, clientSecret } = peer.client();

const OF_PEER = { name: "Keycloak", issuer: peer.issuer, clientId, clientSecret };
const { issuerId } = await makeIssuer(app.deps, OF_PEER);

function join({ organizationId }: { organizationId: string }, { userProfileId }: { userProfileId: string }) {
  return makePermission(app.db, { userId: userProfileId, organizationId, permissionType: "write" });
}

/** A member of an organization whose issuer has signed them in before. */
async function makeLinked(given: Partial<typeof issuers.$inferInsert> = {}) {
  const organization = await makeOrganization(app.db);
  const person = await makePerson(app.db);
  await join(organization, person);
  const { organizationId } = organization;
  const { issuerId } = await makeIssuer(app.deps, { ...OF_PEER, organizationId, ...given });
  const { subject, linkedIdentityId } = await linkIdentity(app.deps, issuerId, person);
  return { organization, person, issuerId, subject, linkedIdentityId };
}

const seconds = () => Math.floor(Date.now() / 1000);
/** What a call with this token is answered. */
async function statusOf(token: string): Promise<number> {
  const authorization = `Bearer ${token}`;
  return (await app.rawRequest("GET /api/user-profile/user", { headers: { authorization } })).status;
}
/** Identity tokens of this moment are newer, by any clock, than what ended the sessions of before. */
async function backdateTokensFrom(subject: string): Promise<void> {
  await app.db
    .update(linkedIdentities)
    .set({ tokensFrom: new Date(Date.now() - 120_000) })
    .where(eq(linkedIdentities.subject, subject));
}
async function logOut(token: string) {
  return app.rawRequest("POST /api/auth/issuer/logout", {
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: `logout_token=${token}`,
  });
}

test("CONNECT-1 the API accepts an identity token of an issuer as its person, for the issuer's organization alone", async () => {
  const { person, subject, organization } = await makeLinked();
  const other = await makeOrganization(app.db);
  await join(other, person);
  const token = await peer.mint({ sub: subject });
  const profiles = await Promise.all([1, 2, 3].map(() => app.request(getProfile, { token })));
  for (const profile of profiles) expect(profile).toMatchObject({ userProfileId: person.userProfileId });
  const organizations = await app.request(listOrganizations, { token });
  expect(organizations.map(({ organizationId }) => organizationId)).toEqual([organization.organizationId]);
  expect(await app.request(listDocuments, { token })).toEqual([]);
});

test("CONNECT-1 a session of an issuer does not rename the person, and chooses an organization of its side", async () => {
  const { person, subject, organization } = await makeLinked();
  const token = await peer.mint({ sub: subject });
  const refused = await app.refusal(updateProfile, { token, body: { firstName: "Program" } });
  expect(refused).toMatchObject({ status: 403, details: { reason: "limited-sign-in" } });
  const body = { activeOrganizationId: organization.organizationId };
  expect(await app.request(updateProfile, { token, body })).toMatchObject(body);
  const renamed = { firstName: "Program" };
  expect(await app.request(updateProfile, { as: person, body: renamed })).toMatchObject(renamed);
});

test("CONNECT-1 a session of an issuer lists sign-ins and sessions of its own side alone", async () => {
  const { person, subject, linkedIdentityId } = await makeLinked();
  const other = await makeOrganization(app.db);
  await join(other, person);
  const { organizationId } = other;
  const { issuerId: otherId } = await makeIssuer(app.deps, { ...OF_PEER, organizationId });
  await linkIdentity(app.deps, otherId, person);
  const token = await peer.mint({ sub: subject });
  const linked = await app.request(listLinkedIdentities, { token });
  expect(linked.map((one) => one.linkedIdentityId)).toEqual([linkedIdentityId]);
  expect((await app.request(listSessions, { token })).map(({ isCurrent }) => isCurrent)).toEqual([true]);
  expect(await app.request(listLinkedIdentities, { as: person })).toHaveLength(2);
  expect(await app.request(listSessions, { as: person })).toHaveLength(2);
});

test("CONNECT-1 a session of an issuer ends and unlinks nothing of another side, which answers like a missing id", async () => {
  const { person, subject } = await makeLinked();
  const token = await peer.mint({ sub: subject });
  await app.request(listSessions, { token });
  const { linkedIdentityId: other } = await linkIdentity(app.deps, issuerId, person);
  const sessions = await app.request(listSessions, { as: person });
  const own = sessions.find(({ isCurrent }) => isCurrent)?.sessionId ?? "";
  const missing = v7();
  for (const only of [own, missing, undefined])
    expect(await app.request(endSessions, { token, body: { ...(only && { only }) }, ...PROVED })).toEqual({
      ended: 0,
    });
  for (const id of [other, missing])
    expect(await app.refusal(unlinkIdentity, { token, params: { id }, ...PROVED })).toMatchObject({
      status: 404,
      message: "There is no such sign-in of yours. Nothing was changed.",
    });
  expect(await app.request(listSessions, { as: person })).toEqual(sessions);
  expect(await app.request(listLinkedIdentities, { as: person })).toHaveLength(2);
});

/** A wrong password for an act that no sign-in at an issuer confirms. */
const GUESSED = { body: {}, headers: { [STEP_UP]: "not their password" } };

async function signInByPassword({ email }: { email: string }) {
  const answer = await app.rawRequest("POST /api/auth/sign-in/email", {
    body: { email, password: PASSWORD },
  });
  return answer.status;
}

test("CONNECT-1 wrong passwords in an issuer's session are recorded as at the sign-in page, and use up no attempts of the person", async () => {
  const { person, subject } = await makeLinked();
  const token = await peer.mint({ sub: subject });
  for (let attempt = 0; attempt < 10; attempt += 1)
    expect(await app.refusal(endSessions, { token, ...GUESSED })).toMatchObject({
      details: { reason: "wrong-password" },
    });
  expect(await app.refusal(endSessions, { token, ...GUESSED })).toMatchObject({ status: 429 });
  const { action, subjectId } = auditEvents;
  const isFailure = and(eq(action, "sign-in.fail"), eq(subjectId, person.userProfileId));
  expect(await app.db.$count(auditEvents, isFailure)).toBe(10);
  expect(await app.request(endSessions, { as: person, body: {}, ...PROVED })).toEqual({ ended: 1 });
  expect(await signInByPassword(person)).toBe(200);
});

test("CONNECT-1 all issuers together guess a password a hundred times an hour", async () => {
  const { person, subject } = await makeLinked();
  const token = await peer.mint({ sub: subject });
  const ofIssuers = { key: `own password ${person.authUserId} by issuers`, windowSeconds: 3600 };
  for (let attempt = 0; attempt < 99; attempt += 1) await countAttempt(app.deps, ofIssuers);
  expect(await app.request(endSessions, { token, body: {}, ...PROVED })).toEqual({ ended: 0 });
  expect(await app.refusal(endSessions, { token, ...GUESSED })).toMatchObject({
    details: { reason: "wrong-password" },
  });
  expect(await app.refusal(endSessions, { token, ...GUESSED })).toMatchObject({ status: 429 });
  expect(await signInByPassword(person)).toBe(200);
});

test("CONNECT-1 a session of an issuer downloads no data of the person, which is of all sides", async () => {
  const { person, subject } = await makeLinked();
  const token = await peer.mint({ sub: subject });
  const body = { requestId: v7() };
  const refused = await app.refusal(exportOwnData, { token, body });
  expect(refused).toMatchObject({ status: 403, details: { reason: "limited-sign-in" } });
  expect((await app.request(exportOwnData, { as: person, body })).uri).toContain(person.userProfileId);
});

test("CONNECT-1 a session of an issuer signs for no organization whose name is typed", async () => {
  const colleague = await makeAdmin(app.db, "editor");
  await join(await makeOrganization(app.db), colleague);
  const { subject } = await linkIdentity(app.deps, issuerId, colleague);
  const token = await peer.mint({ sub: subject });
  const { generalDocumentId: documentId } = await makeGeneralDocument(app.db);
  const own = { userId: colleague.userProfileId, organizationId: null, documentId };
  const refused = await app.refusal(signGeneralDocument, {
    token,
    body: { ...own, organizationName: "Another Company" },
  });
  expect(refused).toMatchObject({
    status: 403,
    details: { reason: "only-for-self" },
    message: expect.stringContaining("sign in with your password or passkey"),
  });
  expect(await app.request(signGeneralDocument, { token, body: own })).toMatchObject({
    organizationName: null,
  });
});

test("CONNECT-1 a bearer token is refused unless issuer, audience, subject, time and signature are right", async () => {
  const { subject } = await makeLinked();
  const { subject: later } = await makeLinked({ effectiveFrom: new Date(Date.now() + 3_600_000) });
  const { subject: foreign } = await makeLinked({
    clientId: "another",
    issuer: "https://accounts.other.test",
  });
  const claims = [
    { sub: unique("unknown") },
    { sub: subject, aud: "another" },
    { sub: subject, aud: [clientId, "another"] },
    { sub: subject, iss: "https://accounts.other.test" },
    { sub: subject, iat: seconds() - 900, exp: seconds() - 300 },
    { sub: subject, iat: seconds() + 300 },
    { sub: subject, iat: seconds() - 24 * 3600, exp: seconds() + 900 },
    { sub: subject, scope: "openid" },
    { sub: later },
    { sub: foreign },
  ];
  for (const one of claims) expect([one, await statusOf(await peer.mint(one))]).toEqual([one, 401]);
  for (const hostility of [{ algorithm: "none" }, { algorithm: "HS256" }, { isKeyForeign: true }] as const) {
    peer.departs(hostility);
    expect([hostility, await statusOf(await peer.mint({ sub: subject }))]).toEqual([hostility, 401]);
  }
  peer.departs({});
  expect(await statusOf(await peer.mintLogout({ sub: subject }))).toBe(401);
  expect(await statusOf(await peer.mint({ sub: subject }))).toBe(200);
});

test("CONNECT-1 a token with a false signature is refused without a query for its person", async () => {
  const { subject } = await makeLinked();
  peer.departs({ isKeyForeign: true });
  const token = await peer.mint({ sub: subject });
  const status = await app.deps.database.asOwner(async (owner) => {
    await owner.query("begin; lock table linked_identities, session in access exclusive mode");
    const answered = await statusOf(token);
    await owner.query("rollback");
    return answered;
  });
  expect(status).toBe(401);
});

test("CONNECT-1 unlinking and the removal of the issuer end a bearer token at once", async () => {
  const unlinked = await makeLinked();
  const removed = await makeLinked();
  const [one, two] = [await peer.mint({ sub: unlinked.subject }), await peer.mint({ sub: removed.subject })];
  expect([await statusOf(one), await statusOf(two)]).toEqual([200, 200]);
  const { linkedIdentityId } = linkedIdentities;
  await app.db.delete(linkedIdentities).where(eq(linkedIdentityId, unlinked.linkedIdentityId));
  await app.db.delete(issuers).where(eq(issuers.issuerId, removed.issuerId));
  expect([await statusOf(one), await statusOf(two)]).toEqual([401, 401]);
});

test("CONNECT-1 an ended session never comes back with its identity token, and older tokens end with it", async () => {
  const { subject, linkedIdentityId, person } = await makeLinked();
  const used = await peer.mint({ sub: subject });
  const unused = await peer.mint({ sub: subject, jti: "unused" });
  expect(await statusOf(used)).toBe(200);
  await app.db.delete(authSessions).where(eq(authSessions.linkedIdentityId, linkedIdentityId));
  expect([await statusOf(used), await statusOf(unused)]).toEqual([401, 401]);
  // The issuer's clock may be a minute ahead of ours.
  expect(await statusOf(await peer.mint({ sub: subject, iat: seconds() + 30 }))).toBe(401);
  await backdateTokensFrom(subject);
  const later = await peer.mint({ sub: subject, jti: "later" });
  const profile = await app.request(getProfile, { token: later });
  expect(profile).toMatchObject({ userProfileId: person.userProfileId });
});

test("CONNECT-1 tokens of before an unlinking stay refused when the next sign-in links the person again", async () => {
  const colleague = await makeAdmin(app.db, "editor");
  const { subject } = peer.add({ subject: unique("subject"), email: colleague.email });
  await linkIdentity(app.deps, issuerId, colleague, subject);
  const [used, unused] = [
    await peer.mint({ sub: subject }),
    await peer.mint({ sub: subject, jti: "unused" }),
  ];
  expect(await statusOf(used)).toBe(200);
  await app.db.delete(linkedIdentities).where(eq(linkedIdentities.subject, subject));
  await new IssuerBrowser(app).signIn(peer, subject, { issuerId });
  expect([await statusOf(used), await statusOf(unused)]).toEqual([401, 401]);
  await backdateTokensFrom(subject);
  expect(await statusOf(await peer.mint({ sub: subject, jti: "later" }))).toBe(200);
});

/** The same token: the last letter of an RS256 signature has four bits that say nothing. */
function respell(token: string): string {
  return token.slice(0, -1) + String.fromCharCode(token.charCodeAt(token.length - 1) + 1);
}

test("CONNECT-1 a used token stays used, however its signature is spelled", async () => {
  const { subject } = await makeLinked();
  expect(await statusOf(respell(await peer.mint({ sub: subject, jti: "respelled" })))).toBe(200);
  const token = await peer.mint({ sub: subject });
  expect(await statusOf(token)).toBe(200);
  expect(await statusOf(`${token.slice(0, token.lastIndexOf("."))}.AAAA`)).toBe(401);
  const ofSubject = app.db.select({ id: linkedIdentities.linkedIdentityId }).from(linkedIdentities);
  const isTheirs = inArray(
    authSessions.linkedIdentityId,
    ofSubject.where(eq(linkedIdentities.subject, subject)),
  );
  await app.db.delete(authSessions).where(isTheirs);
  await backdateTokensFrom(subject);
  expect(await statusOf(respell(token))).toBe(401);
});

test("CONNECT-1 an identity token alone is no second step", async () => {
  const { subject, person } = await makeLinked();
  const { setup, secret } = await app.request(prepareSecondFactor, { as: person });
  const body = { password: PASSWORD, setup, code: totpOf(secret, stepAt(app.deps.clock())) };
  await app.request(addSecondFactor, { as: person, body });
  expect(await statusOf(await peer.mint({ sub: subject }))).toBe(403);
});

test("CONNECT-1 a key that changes and an issuer that is down refuse in a sentence, and our own tokens go on", async () => {
  const { subject, person } = await makeLinked();
  await peer.rotateKey();
  const token = await peer.mint({ sub: subject });
  expect(await statusOf(token)).toBe(200);
  peer.departs({ answers: "nothing" });
  expect(await statusOf(token)).toBe(200);
  expect(await app.request(getProfile, { as: person })).toMatchObject({
    userProfileId: person.userProfileId,
  });
});

test("CONNECT-1 the issuer's back-channel logout ends the sessions that it made, once", async () => {
  const colleague = await makeAdmin(app.db, "editor");
  const { subject } = peer.add({ subject: unique("subject"), email: colleague.email });
  const browser = new IssuerBrowser(app);
  await browser.signIn(peer, subject, { issuerId });
  await backdateTokensFrom(subject);
  const session = await browser.requireToken();
  const token = await peer.mint({ sub: subject });
  expect([await statusOf(session), await statusOf(token)]).toEqual([200, 200]);
  const logout = await peer.mintLogout({ sub: subject });
  expect((await logOut(logout)).status).toBe(200);
  expect([await statusOf(session), await statusOf(token)]).toEqual([401, 401]);
  expect(await browser.token()).toBeNull();
  expect((await logOut(logout)).status).toBe(400);
});

test("CONNECT-1 a logout that names a session ends no other one", async () => {
  const { subject } = await makeLinked();
  const [one, two] = [
    await peer.mint({ sub: subject, sid: "one" }),
    await peer.mint({ sub: subject, sid: "two" }),
  ];
  expect([await statusOf(one), await statusOf(two)]).toEqual([200, 200]);
  expect((await logOut(await peer.mintLogout({ sid: "one" }))).status).toBe(200);
  expect([await statusOf(one), await statusOf(two)]).toEqual([401, 200]);
});

test("CONNECT-1 a logout that names a session alone ends its unused identity tokens too", async () => {
  const { subject } = await makeLinked();
  const [sid, other] = [unique("session"), unique("session")];
  const [unused, elsewhere] = [
    await peer.mint({ sub: subject, sid }),
    await peer.mint({ sub: subject, sid: other }),
  ];
  expect((await logOut(await peer.mintLogout({ sid }))).status).toBe(200);
  expect([await statusOf(unused), await statusOf(elsewhere)]).toEqual([401, 200]);
});

test("CONNECT-1 a token that is first used while its session ends opens none", async () => {
  const { subject } = await makeLinked();
  const sid = unique("session");
  const token = await peer.mint({ sub: subject, sid });
  const logout = await peer.mintLogout({ sid });
  const used: Promise<number>[] = [];
  await pausedBefore(
    app,
    "session",
    1,
    () => [logOut(logout)],
    async () => {
      used.push(statusOf(token));
      await untilWaiting(app, 2);
    },
    "share",
  );
  expect(await Promise.all(used)).toEqual([401]);
});

test("CONNECT-1 an issuer that is removed while it signs someone in for the first time refuses them in a sentence", async () => {
  const organization = await makeOrganization(app.db);
  const { organizationId } = organization;
  const person = await makePerson(app.db, { organization });
  const made = await makeIssuer(app.deps, { ...OF_PEER, organizationId });
  const { subject } = peer.add({ subject: unique("subject"), email: person.email });
  const browser = new IssuerBrowser(app);
  const { search } = await peer.signIn(await browser.begin({ issuerId: made.issuerId }), subject);
  const [refused] = await pausedBefore(
    app,
    "linked_identities",
    1,
    () => [browser.finish(search)],
    (holder) => holder.query("delete from issuers where issuer_id = $1", [made.issuerId]),
    "share",
  );
  expect(refused).toMatchObject({ status: 403, reason: "not-linked" });
});

test("CONNECT-1 a logout ends sessions although the client secret can no longer be read", async () => {
  const { subject } = await makeLinked();
  const token = await peer.mint({ sub: subject });
  expect(await statusOf(token)).toBe(200);
  const stored = await app.db.select().from(issuers);
  await app.db.update(issuers).set({ sealedClientSecret: "lost" });
  expect((await logOut(await peer.mintLogout({ sub: subject }))).status).toBe(200);
  for (const { issuerId: id, sealedClientSecret } of stored)
    await app.db.update(issuers).set({ sealedClientSecret }).where(eq(issuers.issuerId, id));
  expect(await statusOf(token)).toBe(401);
});

test("CONNECT-1 a false logout ends nothing", async () => {
  const { subject } = await makeLinked();
  const token = await peer.mint({ sub: subject });
  expect(await statusOf(token)).toBe(200);
  const claims = [
    { sub: subject, aud: "another" },
    { sub: subject, iss: "https://accounts.other.test" },
    { sub: subject, events: {} },
    { sub: subject, iat: seconds() - 900 },
    {},
  ];
  for (const one of claims) expect((await logOut(await peer.mintLogout(one))).status).toBe(400);
  expect((await logOut(token)).status).toBe(400);
  expect((await logOut("")).status).toBe(400);
  expect((await logOut("x".repeat(70_000))).status).toBe(413);
  expect(await statusOf(token)).toBe(200);
});

test("CONNECT-1 a sign-out here leads to the issuer's own, and ends the tokens of its session", async () => {
  const colleague = await makeAdmin(app.db, "editor");
  const { subject } = peer.add({ subject: unique("subject"), email: colleague.email });
  const browser = new IssuerBrowser(app);
  await browser.signIn(peer, subject, { issuerId });
  await backdateTokensFrom(subject);
  const [row] = await app.db.select().from(authSessions).where(eq(authSessions.userId, colleague.authUserId));
  const token = await peer.mint({ sub: subject, sid: row?.issuerSessionId });
  expect(await statusOf(token)).toBe(200);
  const { body } = await browser.post("/sign-out");
  const url = new URL((body as { endSessionUrl?: string }).endSessionUrl ?? "");
  expect(url.origin).toBe(peer.issuer);
  expect(url.searchParams.get("post_logout_redirect_uri")).toBe(app.baseUrl);
  expect(url.searchParams.get("id_token_hint")).toBeTruthy();
  expect(await statusOf(token)).toBe(401);
});

test("CONNECT-1 a sign-out here ends the tokens in use of an issuer that names no sessions", async () => {
  const colleague = await makeAdmin(app.db, "editor");
  const { subject } = peer.add({ subject: unique("subject"), email: colleague.email });
  peer.departs({ claims: ({ sid: _sid, ...claims }) => claims });
  const browser = new IssuerBrowser(app);
  await browser.signIn(peer, subject, { issuerId });
  await backdateTokensFrom(subject);
  const [token, named] = [
    await peer.mint({ sub: subject }),
    await peer.mint({ sub: subject, sid: "elsewhere" }),
  ];
  expect([await statusOf(token), await statusOf(named)]).toEqual([200, 200]);
  await browser.post("/sign-out");
  expect([await statusOf(token), await statusOf(named)]).toEqual([401, 200]);
});

test("CONNECT-1 the identity token of a browser's sign-in is no key to the API", async () => {
  const colleague = await makeAdmin(app.db, "editor");
  const { subject } = peer.add({ subject: unique("subject"), email: colleague.email });
  await new IssuerBrowser(app).signIn(peer, subject, { issuerId });
  const [row] = await app.db.select().from(authSessions).where(eq(authSessions.userId, colleague.authUserId));
  const token = app.deps.secrets.open(row?.sealedIdToken ?? "");
  expect(token.split(".")).toHaveLength(3);
  expect(await statusOf(token)).toBe(401);
});

test("CONNECT-1 a token's session ends 23 hours after the token was issued, and a later one removes it", async () => {
  const { subject, linkedIdentityId } = await makeLinked();
  const isTheirs = eq(authSessions.linkedIdentityId, linkedIdentityId);
  const sessions = () => app.db.select().from(authSessions).where(isTheirs);
  const iat = seconds() - 3600;
  const token = await peer.mint({ sub: subject, iat, exp: iat + 7 * 24 * 3600 });
  expect(await statusOf(token)).toBe(200);
  const [first] = await sessions();
  expect(first?.expiresAt).toEqual(new Date((iat + 23 * 3600) * 1000));
  await app.db
    .update(authSessions)
    .set({ expiresAt: new Date(Date.now() - 1000) })
    .where(isTheirs);
  expect(await statusOf(token)).toBe(401);
  expect(await statusOf(await peer.mint({ sub: subject, jti: "later" }))).toBe(200);
  expect(await sessions()).toHaveLength(1);
});
