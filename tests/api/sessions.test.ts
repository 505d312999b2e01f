import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { changePassword, endSessions, listSessions } from "#contract/security.ts";
import { hashPassword } from "#server/identity/hash-password.ts";
import { auditEvents } from "#server/schema/audit.ts";
import { authAccounts, authSessions } from "#server/schema/identity.ts";
import { mails } from "#server/schema/mail.ts";
import { runCommand } from "#server/start/run-command.ts";
import { makePerson, PASSWORD } from "#tests/support/factories.ts";
import { openLive } from "#tests/support/live-stream.ts";
import { mailedCode } from "#tests/support/mailed-code.ts";
import { startTestApp } from "#tests/support/make-app.ts";
import { pausedBefore } from "#tests/support/paused-before.ts";
import { PROVED } from "#tests/support/proved.ts";
import { untilWaiting } from "#tests/support/until-waiting.ts";

const app = await startTestApp();

const CHROME =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36";

/** Signs in like a browser. Returns its identity token, and the cookies that it keeps. */
async function signIn(email: string, password: string, cookie = "") {
  const answer = await app.rawRequest("POST /api/auth/sign-in/email", {
    body: { email, password },
    headers: { "user-agent": CHROME, ...(cookie && { cookie, origin: app.baseUrl }) },
  });
  if (!answer.ok) return { status: answer.status, token: "", cookie: "" };
  const { token: session } = (await answer.json()) as { token: string };
  const told = await app.rawRequest("GET /api/auth/token", { token: session });
  const { token } = (await told.json()) as { token: string };
  const kept = answer.headers.getSetCookie().map((line) => line.split(";")[0]);
  return { status: answer.status, token, cookie: kept.join("; ") };
}

const actionsOn = async (subjectId: string) =>
  (
    await app.db
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.subjectId, subjectId))
      .orderBy(auditEvents.auditEventId)
  ).map(({ action }) => action);
const subjectsTo = async (email: string) =>
  (await app.db.select().from(mails).where(eq(mails.recipient, email))).map(({ subject }) => subject);

describe("TRUST-5 where a person is signed in", () => {
  test("is listed without tokens, and ended one by one or everywhere else; of others nothing is seen or ended", async () => {
    const [ada, eve] = [await makePerson(app.db), await makePerson(app.db)];
    const [first, second, third] = [
      await signIn(ada.email, PASSWORD),
      await signIn(ada.email, PASSWORD),
      await signIn(ada.email, PASSWORD),
    ];
    const hers = await signIn(eve.email, PASSWORD);

    const listed = await app.request(listSessions, { token: first.token });
    expect(listed).toHaveLength(3);
    expect(listed.filter(({ isCurrent }) => isCurrent)).toHaveLength(1);
    expect(listed[0]).toMatchObject({ browser: "Chrome on Windows", ipAddress: "127.0.0.1" });
    const stored = await app.db.select().from(authSessions);
    const text = JSON.stringify(listed);
    for (const { token } of stored) expect(text).not.toContain(token);

    const [own] = await app
      .request(listSessions, { token: second.token })
      .then((all) => all.filter((one) => one.isCurrent));
    const body = { only: own?.sessionId ?? "" };
    expect(await app.request(endSessions, { ...PROVED, token: hers.token, body })).toEqual({ ended: 0 });
    expect(await app.request(endSessions, { ...PROVED, token: first.token, body })).toEqual({ ended: 1 });
    expect(await app.request(endSessions, { ...PROVED, token: first.token, body })).toEqual({ ended: 0 });
    expect(await app.refusal(listSessions, { token: second.token })).toMatchObject({ status: 401 });

    expect(await app.request(endSessions, { ...PROVED, token: first.token, body: {} })).toEqual({ ended: 1 });
    expect(await app.refusal(listSessions, { token: third.token })).toMatchObject({ status: 401 });
    expect(await app.request(listSessions, { token: first.token })).toHaveLength(1);
    expect(await app.request(listSessions, { token: hers.token })).toHaveLength(1);
    const ended = (await actionsOn(ada.userProfileId)).filter((action) => action === "session.end");
    expect(ended).toHaveLength(2);
  });

  test("ends after seven days without use, and each use extends it", async () => {
    const ada = await makePerson(app.db);
    const { cookie } = await signIn(ada.email, PASSWORD);
    const use = async () => (await app.rawRequest("GET /api/auth/token", { headers: { cookie } })).status;
    const passes = (hours: number) =>
      app.db
        .update(authSessions)
        .set({ expiresAt: sql`${authSessions.expiresAt} - make_interval(hours => ${hours})` })
        .where(eq(authSessions.userId, ada.authUserId));
    for (const _week of [1, 2]) {
      await passes(167);
      expect(await use()).toBe(200);
    }
    await passes(169);
    expect(await use()).toBe(401);
  });

  test("a sign-in makes another one and ends the one that this browser had, not those elsewhere", async () => {
    const { email, authUserId } = await makePerson(app.db);
    const [here, elsewhere] = [await signIn(email, PASSWORD), await signIn(email, PASSWORD)];
    const again = await signIn(email, PASSWORD, here.cookie);
    const use = async (cookie: string) =>
      (await app.rawRequest("GET /api/auth/token", { headers: { cookie } })).status;
    expect(again.cookie.split("; ")[0]).not.toBe(here.cookie.split("; ")[0]);
    expect(await use(here.cookie)).toBe(401);
    expect(await app.refusal(listSessions, { token: here.token })).toMatchObject({ status: 401 });
    expect(await use(again.cookie)).toBe(200);
    expect(await use(elsewhere.cookie)).toBe(200);
    await signIn(email, "not-the-password", again.cookie);
    expect(await use(again.cookie), "a wrong password ends nothing").toBe(200);
    expect(await app.db.$count(authSessions, eq(authSessions.userId, authUserId))).toBe(2);
  });

  test("is ended from two browsers of one person at once: one of them stays", async () => {
    const { email } = await makePerson(app.db);
    const tokens = [await signIn(email, PASSWORD), await signIn(email, PASSWORD)].map(({ token }) => token);
    // Both have shown that they are signed in before either ends a session.
    const end = () =>
      tokens.map((token) =>
        app.rawRequest("POST /api/user-profile/user/session/end", { ...PROVED, token, body: {} }),
      );
    const answers = await pausedBefore(app, "session", 2, end, undefined, "share");
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401]);
  });

  test("FIRST-10 ends its live stream at once, which says why; the stream of the other browser goes on", async () => {
    const ada = await makePerson(app.db);
    const [here, there] = [await signIn(ada.email, PASSWORD), await signIn(ada.email, PASSWORD)];
    const [stream, ended] = [await openLive(app, here), await openLive(app, there)];
    await app.request(endSessions, { ...PROVED, token: here.token, body: {} });
    await expect.poll(() => [ended.isEnded(), ended.isSignedOut()]).toEqual([true, true]);
    await expect.poll(() => stream.events).toEqual([{ kind: "session", id: ada.userProfileId }]);
    stream.close();
  });

  test("ends when an operator signs the person out, and other people's sessions do not", async () => {
    const [ada, eve] = [await makePerson(app.db), await makePerson(app.db)];
    const [here, there] = [await signIn(ada.email, PASSWORD), await signIn(ada.email, PASSWORD)];
    const hers = await signIn(eve.email, PASSWORD);
    const run = (email: string) =>
      runCommand(app.deps, app.baseUrl)({ command: "sign-out", email }, () => undefined);
    expect((await run("unknown@example.test")).message).toMatch(/^No person signs in with/);
    expect((await run(ada.email.toUpperCase())).message).toMatch(/is signed out everywhere\.$/);
    for (const { token } of [here, there])
      expect(await app.refusal(listSessions, { token })).toMatchObject({ status: 401 });
    expect(await app.request(listSessions, { token: hers.token })).toHaveLength(1);
    expect(await actionsOn(ada.userProfileId)).toContain("session.end-all");
  });

  test("ends after thirty days, however often it is used", async () => {
    const ada = await makePerson(app.db);
    await signIn(ada.email, PASSWORD);
    const ofAda = eq(authSessions.userId, ada.authUserId);
    await app.db.update(authSessions).set({ createdAt: sql`now() - interval '29 days'` }).where(ofAda);
    const [renewed] = await app.db
      .update(authSessions)
      .set({ expiresAt: sql`now() + interval '7 days'` })
      .where(ofAda)
      .returning();
    const left = (renewed?.expiresAt.getTime() ?? 0) - Date.now();
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThanOrEqual(86_400_000);
  });
});

describe("TRUST-5 a password", () => {
  test("can be changed with the current one: other browsers are signed out, and its owner is mailed", async () => {
    const ada = await makePerson(app.db);
    const [here, there] = [await signIn(ada.email, PASSWORD), await signIn(ada.email, PASSWORD)];
    const body = { currentPassword: PASSWORD, newPassword: "three-brown-owls" };
    expect(await app.request(changePassword, { token: here.token, body })).toEqual({ ended: 1 });

    expect(await app.refusal(listSessions, { token: there.token })).toMatchObject({ status: 401 });
    expect(await app.request(listSessions, { token: here.token })).toHaveLength(1);
    expect((await signIn(ada.email, PASSWORD)).status).toBe(401);
    expect((await signIn(ada.email, "three-brown-owls")).status).toBe(200);
    expect(await subjectsTo(ada.email)).toContainEqual(expect.stringMatching(/^Your password was changed/));
    expect(await actionsOn(ada.userProfileId)).toContain("password.change");
  });

  /** Asks for a new password while this is done to the present one. */
  async function changeDuring(authUserId: string, set: Partial<typeof authAccounts.$inferInsert>) {
    const body = { currentPassword: PASSWORD, newPassword: "three-brown-owls" };
    const matching: Promise<Response>[] = [];
    await app.db.transaction(async (tx) => {
      await tx.update(authAccounts).set(set).where(eq(authAccounts.userId, authUserId));
      matching.push(app.rawRequest("POST /api/user-profile/user/password", { as: { authUserId }, body }));
      await untilWaiting(app, 1);
    });
    const [answer] = await Promise.all(matching);
    return { status: answer?.status, message: await answer?.text() };
  }

  test("that was changed in another session is not overwritten, and the second of two changes is refused", async () => {
    const { authUserId, email } = await makePerson(app.db);
    const other = { password: await hashPassword("four-grey-owls"), updatedAt: new Date() };
    expect(await changeDuring(authUserId, other)).toEqual({
      status: 409,
      message: expect.stringContaining("Your password was changed elsewhere"),
    });
    expect((await signIn(email, "three-brown-owls")).status).toBe(401);
    expect((await signIn(email, "four-grey-owls")).status).toBe(200);
  });

  test("that a sign-in only hashes again at the same time is changed", async () => {
    const { authUserId, email } = await makePerson(app.db);
    const renewed = { password: await hashPassword(PASSWORD) };
    expect(await changeDuring(authUserId, renewed)).toMatchObject({ status: 200 });
    expect((await signIn(email, PASSWORD)).status).toBe(401);
    expect((await signIn(email, "three-brown-owls")).status).toBe(200);
  });

  test("does not change without the current one, which may be guessed ten times, or to a common one", async () => {
    const ada = await makePerson(app.db);
    const { token } = await signIn(ada.email, PASSWORD);
    const change = (currentPassword: string, newPassword: string) =>
      app.refusal(changePassword, { token, body: { currentPassword, newPassword } });
    expect(await change(PASSWORD, "sunshine")).toMatchObject({ details: { reason: "common-password" } });
    for (let guess = 0; guess < 10; guess += 1) {
      expect(await change("not-the-password", "three-brown-owls")).toMatchObject({
        status: 400,
        details: { reason: "wrong-password" },
      });
    }
    expect(await change(PASSWORD, "three-brown-owls")).toMatchObject({ status: 429 });
    expect((await signIn(ada.email, PASSWORD)).status).toBe(200);
  });

  test("that was set by a mailed code is mailed to its owner, and ends only the owner's sessions", async () => {
    const { email, userProfileId } = await makePerson(app.db);
    const other = await signIn((await makePerson(app.db)).email, PASSWORD);
    await app.rawRequest("POST /api/auth/email-otp/request-password-reset", { body: { email } });
    const otp = await mailedCode(app, email);
    const body = { email, otp, password: "three-brown-owls" };
    await app.rawRequest("POST /api/auth/email-otp/reset-password", { body });
    expect(await subjectsTo(email)).toContainEqual(expect.stringMatching(/^Your password was changed/));
    expect(await actionsOn(userProfileId)).toContain("password.reset");
    expect(await app.request(listSessions, { token: other.token })).toHaveLength(1);
  });
});

test("TRUST-5 a new browser is mailed to its owner, the first and a known one are not; wrong passwords are recorded", async () => {
  const { email, userProfileId } = await makePerson(app.db);
  const NEW = expect.stringMatching(/^A new browser signed in as you/);
  // Another person's new browser, of which a killed server has not sent the mail yet.
  const other = await makePerson(app.db);
  await signIn(other.email, PASSWORD);
  await app.db
    .update(authSessions)
    .set({ isNoticeDue: true })
    .where(eq(authSessions.userId, other.authUserId));
  const { cookie } = await signIn(email, PASSWORD);
  await signIn(email, PASSWORD, cookie);
  expect(await subjectsTo(email)).toEqual([]);
  await signIn(email, "not-the-password");
  await signIn(email, PASSWORD);
  expect(await subjectsTo(email)).toEqual([NEW]);
  const told = await actionsOn(userProfileId);
  expect(told.filter((action) => action.startsWith("sign-in."))).toEqual([
    "sign-in.fail",
    "sign-in.new-browser",
  ]);
});
