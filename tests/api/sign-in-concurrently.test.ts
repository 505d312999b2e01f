import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { getProfile } from "#contract/account.ts";
import { resetFactor } from "#contract/admin/people.ts";
import { STEP_UP } from "#contract/call.ts";
import {
  addPasskey,
  addSecondFactor,
  changePassword,
  listSessions,
  preparePasskey,
  prepareSecondFactor,
  requestPasskeyChallenge,
} from "#contract/security.ts";
import type { PasskeyRequest } from "#domain/account/passkey.ts";
import { linkedIdentities, secondFactors } from "#server/schema/identity.ts";
import { addTestPasskey } from "#tests/support/add-test-passkey.ts";
import { makeAdmin, makePerson, PASSWORD, type TestPerson } from "#tests/support/factories.ts";
import { IssuerBrowser } from "#tests/support/issuer-browser.ts";
import { startTestApp } from "#tests/support/make-app.ts";
import { linkIdentity, makeIssuer } from "#tests/support/make-issuer.ts";
import { openOidcPeer } from "#tests/support/oidc-peer.ts";
import { PasskeyDevice } from "#tests/support/passkey-device.ts";
import { pausedBefore } from "#tests/support/paused-before.ts";
import { PROVED } from "#tests/support/proved.ts";
import { stepAt, totpOf } from "#tests/support/totp.ts";
import { untilWaiting } from "#tests/support/until-waiting.ts";

// A person signs in with credentials at the moment when the account's owner changes them.

const peer = await openOidcPeer();
afterAll(peer.close);
const app = await startTestApp({ INTERNAL_ISSUERS: peer.issuer });
peer.connect(app.baseUrl);
const { clientId, clientSecret } = peer.client();
const { issuerId } = await makeIssuer(app.deps, { issuer: peer.issuer, clientId, clientSecret });
// Mails are not sent, or a worker would wait for their table as well when a test locks it.
await app.deps.queue.stop();
await app.alterTables(
  `create function wait_for_test() returns trigger language plpgsql as $$
   begin perform pg_advisory_xact_lock_shared(1); return new; end $$;
   create trigger wait_for_test before insert on session for each row execute function wait_for_test()`,
);

/** Begins `work`, which waits for what `hold` locks, runs `in the meantime`, and releases the lock. */
async function held<Done>(hold: string, work: () => Promise<Done>, concurrently: () => Promise<unknown>) {
  return app.deps.database.asOwner(async (owner) => {
    await owner.query(`begin; ${hold}`);
    const under = work();
    await untilWaiting(app, 1);
    await concurrently();
    await owner.query("commit");
    return under;
  });
}
const NEW_SESSIONS = "select pg_advisory_xact_lock(1)";

const byPassword = ({ email }: TestPerson) =>
  app.rawRequest("POST /api/auth/sign-in/email", { body: { email, password: PASSWORD } });

async function byPasskey(device: PasskeyDevice) {
  const ask = (await (await app.rawRequest("GET /api/auth/passkey/ask")).json()) as PasskeyRequest;
  return app.rawRequest("POST /api/auth/sign-in/passkey", { body: device.use(ask) });
}

const newPassword = (as: TestPerson) => ({
  as,
  body: { currentPassword: PASSWORD, newPassword: "another one by far" },
});

async function addOwnPasskey(as: TestPerson) {
  const passkey = new PasskeyDevice().create(await app.request(preparePasskey, { as }));
  await app.request(addPasskey, { as, body: { passkey }, headers: { [STEP_UP]: PASSWORD } });
}

async function addApp(as: TestPerson) {
  const { setup, secret } = await app.request(prepareSecondFactor, { as });
  const code = totpOf(secret, stepAt(app.deps.clock()));
  await app.request(addSecondFactor, { as, body: { password: PASSWORD, setup, code } });
}

async function expectSignedOut(answer: Response) {
  expect(answer.status).toBe(401);
  expect(await answer.json()).toMatchObject({ error: { details: { reason: "sign-in-changed" } } });
  expect(answer.headers.getSetCookie()).toEqual([]);
}

test.each<[string, (as: TestPerson) => Promise<unknown>]>([
  ["another password", (as) => app.request(changePassword, newPassword(as))],
  ["a first passkey", addOwnPasskey],
  ["an authenticator app", addApp],
])("TRUST-5 a sign-in with a password while its owner gets %s is refused", async (_what, change) => {
  const ada = await makePerson(app.db);
  await app.signInAs(ada);
  const answer = await held(
    NEW_SESSIONS,
    () => byPassword(ada),
    () => change(ada),
  );
  await expectSignedOut(answer);
  expect(await app.request(listSessions, { as: ada })).toHaveLength(1);
});

test("CONNECT-1 TRUST-5 a sign-in by an issuer while its owner gets an authenticator app is refused", async () => {
  const ada = await makeAdmin(app.db, "editor");
  await app.signInAs(ada);
  const { subject } = peer.add({ subject: ada.email, email: ada.email });
  const browser = new IssuerBrowser(app);
  const { search } = await peer.signIn(await browser.begin({ issuerId }), subject);
  const answer = await held(
    NEW_SESSIONS,
    () => browser.finish(search),
    () => addApp(ada),
  );
  expect(answer).toMatchObject({ status: 401, reason: "sign-in-changed" });
  expect(await browser.token()).toBeNull();
  expect(await app.request(listSessions, { as: ada })).toHaveLength(1);
});

test("CONNECT-1 a sign-in by an issuer while its person unlinks it is refused in the issuer's words", async () => {
  const ada = await makeAdmin(app.db, "editor");
  const { subject } = peer.add({ subject: ada.email, email: ada.email });
  const browser = new IssuerBrowser(app);
  const { search } = await peer.signIn(await browser.begin({ issuerId }), subject);
  const answer = await held(
    NEW_SESSIONS,
    () => browser.finish(search),
    async () => app.db.delete(linkedIdentities).where(eq(linkedIdentities.userId, ada.authUserId)),
  );
  expect(answer).toMatchObject({ status: 403, reason: "not-linked" });
  expect(await browser.token()).toBeNull();
});

test("CONNECT-1 TRUST-5 an identity token of an issuer is refused while its owner gets an authenticator app", async () => {
  const ada = await makeAdmin(app.db, "editor");
  const { subject } = await linkIdentity(app.deps, issuerId, ada);
  const token = await peer.mint({ sub: subject });
  const sealedSecret = app.deps.secrets.seal("secret");
  const answer = await held(
    `select from "user" where id = '${ada.authUserId}' for no key update`,
    () => app.refusal(getProfile, { token }),
    async () =>
      app.db.insert(secondFactors).values({
        userId: ada.authUserId,
        sealedSecret,
        backupCodes: [],
        lastStep: 0,
        createdAt: new Date(),
      }),
  );
  expect(answer).toMatchObject({ status: 403, details: { reason: "second-factor" } });
});

test("CONNECT-1 an issuer's logout waits for a session before it locks the link, as sign-outs do", async () => {
  const ada = await makeAdmin(app.db, "editor");
  const { subject, linkedIdentityId } = await linkIdentity(app.deps, issuerId, ada);
  const token = await peer.mint({ sub: subject });
  await app.request(getProfile, { token });
  const body = `logout_token=${await peer.mintLogout({ sub: subject })}`;
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const answer = await held(
    `select from session where "linkedIdentityId" = '${linkedIdentityId}' for update`,
    () => app.rawRequest("POST /api/auth/issuer/logout", { headers, body }),
    async () =>
      app.db
        .update(linkedIdentities)
        .set({ lastUsedAt: new Date() })
        .where(eq(linkedIdentities.linkedIdentityId, linkedIdentityId)),
  );
  expect(answer.status).toBe(200);
  expect(await app.refusal(getProfile, { token })).toMatchObject({ status: 401 });
});

test("TRUST-5 a sign-in with a passkey while an owner of the company resets it is refused", async () => {
  const [ada, owner] = [await makePerson(app.db), await makeAdmin(app.db, "owner")];
  const { device } = await addTestPasskey(app, ada);
  await app.signInAs(owner);
  const params = { id: ada.userProfileId };
  const reset = () => app.request(resetFactor, { as: owner, ...PROVED, params });
  await expectSignedOut(await held(NEW_SESSIONS, () => byPasskey(device), reset));
});

test("TRUST-5 a sign-in during a reset is refused, and other people do not wait for it", async () => {
  // Another person exists before: a lock of any person would be theirs.
  const [eve, owner, ada] = [
    await makePerson(app.db),
    await makeAdmin(app.db, "owner"),
    await makePerson(app.db),
  ];
  const { device } = await addTestPasskey(app, ada);
  await app.signInAs(owner);
  const params = { id: ada.userProfileId };
  const asked = await app.deps.database.asOwner(async (holder) => {
    await holder.query(`begin; lock table mails in exclusive mode; ${NEW_SESSIONS.replace("xact_", "")}`);
    const entering = byPasskey(device);
    // The passkey is used up: only the session is to be made.
    await untilWaiting(app, 1);
    const resetting = app.request(resetFactor, { as: owner, ...PROVED, params });
    await untilWaiting(app, 2);
    await holder.query("select pg_advisory_unlock(1)");
    const isBehindReset = async () =>
      (await holder.query("select from pg_stat_activity where wait_event = 'transactionid'")).rows.length > 0;
    const done = new Set<unknown>();
    void entering.then(() => done.add(entering));
    await expect.poll(async () => (await isBehindReset()) || done.has(entering)).toBe(true);
    const others = byPassword(eve);
    void others.then(() => done.add(others));
    try {
      await expect.poll(() => done.has(others), { timeout: 30_000 }).toBe(true);
    } finally {
      await holder.query("commit");
    }
    return { entering, resetting, others };
  });
  await asked.resetting;
  expect((await asked.others).status).toBe(200);
  await expectSignedOut(await asked.entering);
});

/** An owner's request to reset a person's factor, with the proof that the owner's new passkey signed. */
async function resetBy(as: TestPerson, { userProfileId }: TestPerson) {
  const { device } = await addTestPasskey(app, as);
  const proof = JSON.stringify(device.use(await app.request(requestPasskeyChallenge, { as })));
  const headers = { [STEP_UP]: encodeURIComponent(proof) };
  return () =>
    app.rawRequest(`DELETE /api/user-profile/admin/${userProfileId}/second-factor`, { as, headers });
}

test("TRUST-5 when two owners reset each other at once, one succeeds", async () => {
  const [one, two] = [await makeAdmin(app.db, "owner"), await makeAdmin(app.db, "owner")];
  const asked = [await resetBy(one, two), await resetBy(two, one)];
  const answers = await pausedBefore(
    app,
    '"user"',
    2,
    () => asked.map((ask) => ask()),
    undefined,
    "exclusive",
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401]);
});

test("TRUST-5 a sign-in between the end of the other sessions and the new password is refused", async () => {
  const ada = await makePerson(app.db);
  await app.signInAs(ada);
  const entering = Promise.withResolvers<Response>();
  // The mail about it is the last thing that the change writes.
  await held(
    "lock table mails in exclusive mode",
    () => app.request(changePassword, newPassword(ada)),
    async () => {
      entering.resolve(byPassword(ada));
      await untilWaiting(app, 2);
    },
  );
  await expectSignedOut(await entering.promise);
  expect(await app.request(listSessions, { as: ada })).toHaveLength(1);
});
