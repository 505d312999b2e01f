import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import { inviteAdmin } from "#contract/admin/people.ts";
import { STEP_UP } from "#contract/call.ts";
import { approveDocument, getDocument } from "#contract/documents.ts";
import { addSecondFactor, endSessions, listSessions, prepareSecondFactor } from "#contract/security.ts";
import { addOwnIssuer } from "#contract/single-sign-on.ts";
import { countAttempt } from "#server/http/rate-limit.ts";
import { documentDecisions } from "#server/schema/document-versions.ts";
import { issuers } from "#server/schema/identity.ts";
import {
  makeAdmin,
  makeOrganization,
  makePerson,
  makeQuote,
  PASSWORD,
  unique,
} from "#tests/support/factories.ts";
import { IssuerBrowser } from "#tests/support/issuer-browser.ts";
import { createTestApp, startTestApp } from "#tests/support/make-app.ts";
import { linkIdentity, makeIssuer } from "#tests/support/make-issuer.ts";
import { openOidcPeer } from "#tests/support/oidc-peer.ts";
import { PROVED } from "#tests/support/proved.ts";
import { stepAt, totpOf } from "#tests/support/totp.ts";

const peer = await openOidcPeer();
afterAll(peer.close);
const app = await startTestApp({ INTERNAL_ISSUERS: peer.issuer });
const { clientId, clientSecret } = peer.client();
const OF_PEER = { name: "Keycloak", issuer: peer.issuer, clientId, clientSecret };
const { issuerId } = await makeIssuer(app.deps, OF_PEER);
const { clock } = app.deps;

beforeEach(() => {
  peer.departs({});
  peer.connect(app.baseUrl);
});
afterEach(() => {
  app.deps.clock = clock;
});

const known = (email: string) => peer.add({ subject: unique("subject"), email }).subject;

function waitMinutes(minutes: number): void {
  const at = clock().getTime() + minutes * 60_000;
  app.deps.clock = () => new Date(at);
}

async function logOut(claims: Parameters<typeof peer.mintLogout>[0]): Promise<void> {
  const answer = await app.rawRequest("POST /api/auth/issuer/logout", {
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: `logout_token=${await peer.mintLogout(claims)}`,
  });
  expect(answer.status).toBe(200);
}

/** A colleague with an authenticator app, whom the issuer has signed in before. */
async function makeWithApp() {
  const colleague = await makeAdmin(app.db, "editor");
  const { setup, secret, backupCodes } = await app.request(prepareSecondFactor, { as: colleague });
  const body = { password: PASSWORD, setup, code: totpOf(secret, stepAt(app.deps.clock())) };
  await app.request(addSecondFactor, { as: colleague, body });
  const subject = known(colleague.email);
  await linkIdentity(app.deps, issuerId, colleague, subject);
  return { subject, codes: backupCodes };
}

/** A browser whose sign-in waits for the code of the second factor. */
async function arrive(subject: string, sid = unique("session")) {
  peer.departs({ claims: (honest) => ({ ...honest, sid }) });
  const browser = new IssuerBrowser(app);
  const { search } = await peer.signIn(await browser.begin({ issuerId }), subject);
  expect(await browser.finish(search)).toMatchObject({ reason: "second-factor" });
  peer.departs({});
  return { browser, enter: (code = "") => browser.finish(search, code) };
}

test.each(["sub", "sid"] as const)(
  "CONNECT-1 a logout that names the %s ends a sign-in that waits for its second factor, and the next one works",
  async (name) => {
    const { subject, codes } = await makeWithApp();
    const sid = unique("session");
    const { browser, enter } = await arrive(subject, sid);
    await logOut(name === "sub" ? { sub: subject } : { sid });
    expect(await enter(codes[0])).toMatchObject({ status: 409, reason: "flow-over" });
    expect(await browser.token()).toBeNull();
    const next = await arrive(subject);
    await logOut({ sid: unique("session") });
    expect(await next.enter(codes[1])).toMatchObject({ status: 200 });
  },
);

test("CONNECT-1 a logout ends a sign-in that began before it and has not come back yet, and the next one works", async () => {
  const colleague = await makeAdmin(app.db, "editor");
  const subject = known(colleague.email);
  await linkIdentity(app.deps, issuerId, colleague, subject);
  const browser = new IssuerBrowser(app);
  const { search } = await peer.signIn(await browser.begin({ issuerId }), subject);
  await logOut({ sub: subject });
  const refused = await browser.finish(search);
  expect(refused).toMatchObject({ status: 409, reason: "flow-over" });
  expect(refused.message).toBe("You were signed out while you signed in. Please sign in again.");
  expect(await browser.token()).toBeNull();
  await browser.signIn(peer, subject, { issuerId });
  expect(await browser.token()).not.toBeNull();
});

test("CONNECT-1 a sign-in ends ten minutes after it began, also while it waits for its second factor", async () => {
  const colleague = await makeAdmin(app.db, "editor");
  const one = new IssuerBrowser(app);
  const { search } = await peer.signIn(await one.begin({ issuerId }), known(colleague.email));
  const { subject, codes } = await makeWithApp();
  const { enter } = await arrive(subject);
  waitMinutes(11);
  expect(await one.finish(search)).toMatchObject({ status: 409, reason: "flow-over" });
  expect(await enter(codes[0])).toMatchObject({ status: 409, reason: "flow-over" });
});

test("CONNECT-1 a fresh sign-in confirms once, and within five minutes", async () => {
  const colleague = await makeAdmin(app.db, "owner");
  const subject = known(colleague.email);
  const browser = new IssuerBrowser(app);
  await browser.signIn(peer, subject, { issuerId });
  const token = await browser.requireToken();
  const confirm = async () => (await browser.signIn(peer, subject, {})).body.proof ?? "";
  const organization = await makeOrganization(app.db);
  const member = await makePerson(app.db, { organization });
  const ofClient = await makeIssuer(app.deps, { ...OF_PEER, organizationId: organization.organizationId });
  const theirs = new IssuerBrowser(app);
  const theirSubject = known(member.email);
  await theirs.signIn(peer, theirSubject, { issuerId: ofClient.issuerId });
  const theirToken = await theirs.requireToken();
  const body = { ...OF_PEER, clientId: unique("client") };
  const headers = {
    [STEP_UP]: encodeURIComponent((await theirs.signIn(peer, theirSubject, {})).body.proof ?? ""),
  };
  await app.request(addOwnIssuer, { token: theirToken, body, headers });
  const again = { ...body, clientId: unique("client") };
  const used = { status: 403, details: { reason: "step-up", way: "single-sign-on" } };
  expect(await app.refusal(addOwnIssuer, { token: theirToken, body: again, headers })).toMatchObject(used);

  const late = { [STEP_UP]: encodeURIComponent(await confirm()) };
  waitMinutes(6);
  const invited = { email: `${unique("new")}@example.test`, adminRole: "viewer" as const };
  expect(await app.refusal(inviteAdmin, { token, body: invited, headers: late })).toMatchObject(used);
});

test("CONNECT-1 a hundred wrong passwords at the sign-in page block no proof in an issuer's session", async () => {
  const { email } = await makeAdmin(app.db, "editor");
  const browser = new IssuerBrowser(app);
  await browser.signIn(peer, known(email), { issuerId });
  const token = await browser.requireToken();
  const ofAccount = { key: `sign-in account ${email}`, windowSeconds: 3600 };
  for (let attempt = 0; attempt < 100; attempt += 1) await countAttempt(app.deps, ofAccount);
  const body = { email, password: PASSWORD };
  expect((await app.rawRequest("POST /api/auth/sign-in/email", { body })).status).toBe(429);
  expect(await app.request(endSessions, { token, body: {}, ...PROVED })).toEqual({ ended: 0 });
});

test("CONNECT-1 a signatory adds an issuer after a step-up only, and an acceptance in its session names its record", async () => {
  const organization = await makeOrganization(app.db);
  const member = await makePerson(app.db, { organization });
  expect(await app.refusal(addOwnIssuer, { as: member, body: OF_PEER, headers: {} })).toMatchObject({
    status: 403,
    details: { reason: "step-up" },
  });
  const added = await app.request(addOwnIssuer, { as: member, body: OF_PEER, ...PROVED });
  const browser = new IssuerBrowser(app);
  await browser.signIn(peer, known(member.email), { issuerId: added.issuerId });
  const { document } = await makeQuote(app.db, { organizationId: organization.organizationId });
  const { uniqueDocumentId: id } = document;
  const token = await browser.requireToken();
  const { contentHash } = await app.request(getDocument, { token, params: { id } });
  const body = { uniqueDocumentId: id, status: "APPROVED" as const, contentHash: contentHash ?? "" };
  await app.request(approveDocument, { token, params: { id }, body });
  const [row] = await app.db.select().from(issuers).where(eq(issuers.issuerId, added.issuerId));
  const decided = await app.db
    .select()
    .from(documentDecisions)
    .where(eq(documentDecisions.uniqueDocumentId, id));
  expect(decided).toMatchObject([{ identifiedBy: "single-sign-on", issuerRecordId: row?.accessRecordId }]);
});

test("CONNECT-1 a client's issuer within the portal's network is asked neither for a sign-in nor for a token", async () => {
  const closed = await createTestApp();
  const { organizationId } = await makeOrganization(closed.db);
  const person = await makePerson(closed.db, { organization: { organizationId } });
  const { issuerId: ofClient } = await makeIssuer(closed.deps, { ...OF_PEER, organizationId });
  const { subject } = await linkIdentity(closed.deps, ofClient, person);
  const asked = peer.asked.length;
  expect(await new IssuerBrowser(closed).post("/issuer/begin", { issuerId: ofClient })).toMatchObject({
    status: 503,
    reason: "issuer-failed",
  });
  const token = await peer.mint({ sub: subject });
  expect(await closed.refusal(listSessions, { token })).toMatchObject({ status: 503 });
  expect(peer.asked.length).toBe(asked);
  await closed.close();
});
