import { rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { hashPassword as hashFormerly } from "better-auth/crypto";
import { eq } from "drizzle-orm";
import type { Client } from "pg";
import { describe, expect, test } from "vitest";
import { createSignIns } from "#server/identity/create-sign-ins.ts";
import { hashPassword } from "#server/identity/hash-password.ts";
import { adoptDataDir } from "#server/installation/adopt-data-dir.ts";
import { authAccounts, authSessions, authUsers, authVerifications } from "#server/schema/identity.ts";
import { mails } from "#server/schema/mail.ts";
import { RLS } from "#server/start/nouns.ts";
import { makePerson, PASSWORD, unique } from "#tests/support/factories.ts";
import { mailedCode } from "#tests/support/mailed-code.ts";
import { createTestApp, startTestApp } from "#tests/support/make-app.ts";
import { pausedBefore } from "#tests/support/paused-before.ts";

const app = await startTestApp();

type Answer = { status: number; body: Record<string, unknown> };

async function post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
  const response = await app.rawRequest(`POST /api/auth/${path}`, { body, headers });
  return { status: response.status, body: await response.json() };
}

const signIn = (email: string, password: string) => post("sign-in/email", { email, password });
const requestReset = (email: string) => post("email-otp/request-password-reset", { email });
const reset = (email: string, otp: string, password: string) =>
  post("email-otp/reset-password", { email, otp, password });

async function statusWith(token: string): Promise<number> {
  return (await app.rawRequest("GET /api/user-profile/user", { token })).status;
}

test("API-3 a program gets an identity token in two calls", async () => {
  const person = await makePerson(app.db);

  const signedIn = await fetch(`${app.baseUrl}/api/auth/sign-in/email`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: person.email.toUpperCase(), password: PASSWORD }),
  });
  const session = (await signedIn.json()) as { token: string };
  const told = await fetch(`${app.baseUrl}/api/auth/token`, {
    headers: { authorization: `Bearer ${session.token}` },
  });
  const { token } = (await told.json()) as { token: string };

  const profile = await fetch(`${app.baseUrl}/api/user-profile/user`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(profile.status).toBe(200);
  expect(await profile.json()).toMatchObject({ data: { userProfileId: person.userProfileId } });
  expect(told.headers.get("cache-control")).toBe("no-store");
});

test("API-3 a browser keeps its session in a cookie that no script reads, and gets tokens with it", async () => {
  const person = await makePerson(app.db);
  const body = { email: person.email, password: PASSWORD };
  const signedIn = await app.rawRequest("POST /api/auth/sign-in/email", {
    body,
    headers: { origin: app.baseUrl },
  });
  expect(await signedIn.json(), "no script of the page gets it in another way").not.toHaveProperty("token");
  const [cookie = ""] = signedIn.headers.getSetCookie();
  expect(cookie).toMatch(/^counterpart\.session_token=.+; Path=\/; HttpOnly; SameSite=Lax$/);

  const headers = { cookie: cookie.split(";")[0] ?? "" };
  const told = await app.rawRequest("GET /api/auth/token", { headers });
  const { token } = (await told.json()) as { token: string };
  expect(await statusWith(token)).toBe(200);

  await app.rawRequest("POST /api/auth/sign-out", { body: {}, headers: { ...headers, origin: app.baseUrl } });
  expect((await app.rawRequest("GET /api/auth/token", { headers })).status).toBe(401);
  expect(await statusWith(token), "the token ends with its session").toBe(401);
});

/** Of this hash, as the portal stores it; others of tests are made with no work. */
async function makePersonOf(password: string) {
  const person = await makePerson(app.db);
  await app.db.update(authAccounts).set({ password }).where(eq(authAccounts.userId, person.authUserId));
  return person;
}

test("TRUST-5 a password that was hashed with less work signs in, is hashed again, and ends no other session", async () => {
  const { email, authUserId } = await makePersonOf(await hashFormerly(PASSWORD));
  const token = await app.signInAs({ authUserId });
  const both = await Promise.all([signIn(email, PASSWORD), signIn(email, PASSWORD)]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  const [{ password } = { password: null }] = await app.db
    .select()
    .from(authAccounts)
    .where(eq(authAccounts.userId, authUserId));
  expect(password).toMatch(/^\$scrypt\$/);
  expect((await signIn(email, PASSWORD)).status).toBe(200);
  expect(await statusWith(token)).toBe(200);
});

test("TRUST-5 a password that is changed while the former one is hashed again stays changed", async () => {
  const { email, authUserId } = await makePersonOf(await hashFormerly(PASSWORD));
  const another = "another one by far";
  const changed = await hashPassword(another);
  const change = (holder: Client) =>
    holder.query('update account set password = $1 where "userId" = $2', [changed, authUserId]);
  const [signedIn] = await pausedBefore(app, "account", 1, () => [signIn(email, PASSWORD)], change, "share");
  expect(signedIn?.status).toBe(200);
  expect((await signIn(email, PASSWORD)).status).toBe(401);
  expect((await signIn(email, another)).status).toBe(200);
});

test("a wrong password and an unknown address get the same answer after a similar time, however the password is hashed", async () => {
  const { email } = await makePersonOf(await hashPassword(PASSWORD));
  const { email: former } = await makePersonOf(await hashFormerly(PASSWORD));
  const wrong: number[] = [];
  const unknown: number[] = [];
  for (let round = 0; round < 4; round++) {
    for (const [address, times] of [
      [round % 2 ? email : former, wrong],
      [`${unique("unknown")}@example.test`, unknown],
    ] as const) {
      const start = performance.now();
      expect(await signIn(address, "not-the-password")).toEqual({
        status: 401,
        body: {
          error: {
            code: "unauthenticated",
            message: "That email or password isn't right.",
            details: { reason: "wrong-credentials" },
          },
        },
      });
      times.push(performance.now() - start);
    }
  }
  // Without checking a password an answer takes a hundredth of the time, so a quarter is no noise.
  const ratio = Math.min(...unknown) / Math.min(...wrong);
  expect(ratio).toBeGreaterThan(0.25);
  expect(ratio).toBeLessThan(4);
});

describe("a forgotten password", () => {
  test("GUARD-4 is replaced with a mailed code, and every session of the person ends", async () => {
    const { email, authUserId } = await makePerson(app.db);
    const token = await app.signInAs({ authUserId });

    expect(await requestReset(email)).toEqual({ status: 200, body: { success: true } });
    const code = await mailedCode(app, email);
    expect(await reset(email, code, "a-new-password")).toEqual({ status: 200, body: { success: true } });

    expect((await signIn(email, PASSWORD)).status).toBe(401);
    expect(await statusWith(token)).toBe(401);
    expect(await app.db.$count(authSessions, eq(authSessions.userId, authUserId))).toBe(0);
    expect((await signIn(email, "a-new-password")).status).toBe(200);
    expect((await reset(email, code, "another-password")).status, "a code works once").toBe(400);
  });

  test("GUARD-4 the code is stored as a keyed hash of itself and its person, and dies after ten minutes", async () => {
    const { email } = await makePerson(app.db);
    await requestReset(email);
    const code = await mailedCode(app, email);
    const [stored] = await readCodes(email);
    expect(stored?.value).toBe(`${app.deps.secrets.hash("sign-in code", email, code)}:0`);
    const lifetime = (stored?.expiresAt.getTime() ?? 0) - Date.now();
    expect(lifetime).toBeGreaterThan(9.5 * 60_000);
    expect(lifetime).toBeLessThanOrEqual(10 * 60_000);

    await app.db
      .update(authVerifications)
      .set({ expiresAt: new Date(Date.now() - 1) })
      .where(isCodeOf(email));
    expect(await reset(email, code, "a-new-password")).toMatchObject(WRONG_CODE);
  });

  test("GUARD-4 three wrong guesses spend the code", async () => {
    const { email } = await makePerson(app.db);
    await requestReset(email);
    const code = await mailedCode(app, email);
    const wrong = code === "000000" ? "111111" : "000000";
    for (let guess = 0; guess < 3; guess++) {
      expect(await reset(email, wrong, "a-new-password")).toMatchObject(WRONG_CODE);
    }
    expect(await reset(email, code, "a-new-password")).toMatchObject(WRONG_CODE);
    expect((await signIn(email, PASSWORD)).status).toBe(200);
  });

  test("GUARD-4 only one of many uses of the same code at once succeeds", async () => {
    const { email } = await makePerson(app.db);
    await requestReset(email);
    const code = await mailedCode(app, email);
    const tries = Array.from({ length: 5 }, (_, index) => reset(email, code, `a-new-password-${index}`));
    const statuses = (await Promise.all(tries)).map((answer) => answer.status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  });

  test("GUARD-4 an unknown address gets the same answers after the same time, and no mail", async () => {
    const { email } = await makePerson(app.db);
    const stranger = `${unique("unknown")}@example.test`;
    const asked = {
      known: await timed(() => requestReset(email)),
      unknown: await timed(() => requestReset(stranger)),
    };
    expect(asked.unknown.answer).toEqual(asked.known.answer);
    expect(Math.min(asked.unknown.took, asked.known.took)).toBeGreaterThan(290);
    const wrong = (await mailedCode(app, email)) === "000000" ? "111111" : "000000";
    for (let guess = 0; guess < 5; guess++) {
      const known = await reset(email, wrong, "a-new-password");
      expect(await reset(stranger, wrong, "a-new-password")).toEqual(known);
    }
    expect(await app.db.$count(mails, eq(mails.recipient, stranger))).toBe(0);
    expect(await readCodes(stranger)).toEqual([]);
  });

  test("GUARD-4 a new password has at least eight characters", async () => {
    const { email } = await makePerson(app.db);
    await requestReset(email);
    const code = await mailedCode(app, email);
    expect((await reset(email, code, "seven77")).status).toBe(400);
    expect((await reset(email, code, "x".repeat(129))).status).toBe(400);
    expect((await reset(email, code, "owls-888")).status, "the code is not spent by that").toBe(200);
  });
});

test("CARE-9 a new password is none that many people have, and refusing one spends no code", async () => {
  const { email } = await makePerson(app.db);
  await requestReset(email);
  const code = await mailedCode(app, email);
  for (const common of ["password", "12345678", "Sunshine", "QWERTYUIOP", "iloveyou1"]) {
    expect(await reset(email, code, common), common).toMatchObject({
      status: 400,
      body: { error: { code: "invalid", details: { reason: "common-password" } } },
    });
  }
  expect((await reset(email, code, "three-brown-owls")).status).toBe(200);
});

test("CARE-9 a page that requests a token as a visitor gets none, and no error either", async () => {
  const answer = await app.rawRequest("GET /api/auth/token?optional=1");
  expect([answer.status, await answer.text()]).toEqual([204, ""]);
  const person = await makePerson(app.db);
  const token = await app.signInAs(person);
  expect(token).toBeTruthy();
  expect((await app.rawRequest("GET /api/auth/token")).status).toBe(401);
  expect((await app.rawRequest("GET /api/auth/token?optional=2")).status).toBe(400);
});

test("GUARD-4 an address that is not verified is verified by a mailed code before the first sign-in", async () => {
  const { email, authUserId } = await makePerson(app.db);
  await app.db.update(authUsers).set({ emailVerified: false }).where(eq(authUsers.id, authUserId));

  expect((await signIn(email, "not-the-password")).status).toBe(401);
  expect(await signIn(email, PASSWORD)).toMatchObject({
    status: 403,
    body: { error: { code: "forbidden", details: { reason: "email-not-verified" } } },
  });
  const type = "email-verification";
  expect((await post("email-otp/send-verification-otp", { email, type })).status).toBe(200);
  const otp = await mailedCode(app, email);
  expect((await post("email-otp/verify-email", { email, otp })).status).toBe(200);
  expect((await signIn(email, PASSWORD)).status).toBe(200);
});

const WRONG_CODE = { status: 400, body: { error: { code: "invalid", details: { reason: "wrong-code" } } } };

async function timed(work: () => Promise<Answer>) {
  const start = performance.now();
  const answer = await work();
  return { answer, took: performance.now() - start };
}

function readCodes(email: string) {
  return app.db.select().from(authVerifications).where(isCodeOf(email));
}

function isCodeOf(email: string) {
  const holder = app.deps.secrets.hash(
    "sign-in code's holder",
    `forget-password-otp-${email}`,
    "network 127.0.0.1",
  );
  return eq(authVerifications.identifier, holder);
}

test.each([
  "POST /api/auth/sign-up/email",
  "POST /api/auth/sign-in/social",
  "POST /api/auth/sign-in/email-otp",
  "POST /api/auth/change-email",
  "POST /api/auth/update-user",
  "POST /api/auth/delete-user",
  "GET /api/auth/list-sessions",
  "GET /api/auth/sign-in/email",
  "PUT /api/auth/sign-in/email",
  "GET /api/auth/nothing",
  "GET /api/auth",
])("the portal does not serve %s", async (call) => {
  const response = await app.rawRequest(call);
  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({ error: { code: "not-found" } });
});

test.each([
  ["malformed JSON", '{"email": '],
  ["no body", undefined],
  ["no password", { email: "ada@example.test" }],
  ["a password that is no text", { email: "ada@example.test", password: 12345678 }],
  ["an address that is none", { email: "ada", password: PASSWORD }],
  ["a list", []],
])("API-2 sign-in refuses %s in the shape of every other error", async (_name, body) => {
  const response = await app.rawRequest("POST /api/auth/sign-in/email", { body });
  expect(response.status).toBe(400);
  const answer = await response.json();
  expect(Object.keys(answer)).toEqual(["error"]);
  expect(answer.error).toMatchObject({ code: "invalid", message: expect.stringMatching(/\.$/) });
});

test.each(["https://elsewhere.example", "http://localhost:1", "null", "http://127.0.0.1.elsewhere.example"])(
  "a page from %s cannot sign anybody in or out",
  async (origin) => {
    const { email } = await makePerson(app.db);
    for (const path of ["sign-in/email", "sign-out", "email-otp/request-password-reset"]) {
      const answer = await post(path, { email, password: PASSWORD }, { origin });
      expect(answer).toMatchObject({
        status: 403,
        body: { error: { details: { reason: "foreign-origin" } } },
      });
    }
  },
);

describe("a sign-in that the company makes", () => {
  const make = (password: string, email: string) =>
    app.db.transaction((tx) => createSignIns(tx, [{ email, password, name: "Ada Byron" }]));

  test("is created once; created again, it keeps the current password", async () => {
    const email = `${unique("Person")}@Example.test`;
    const first = await make("the-first-password", email);
    expect(await make("another-password", email.toLowerCase())).toEqual(first);
    expect((await signIn(email, "the-first-password")).status).toBe(200);
    expect((await signIn(email, "another-password")).status).toBe(401);
  });

  test("is not there when the transaction that makes it fails", async () => {
    const email = `${unique("person")}@example.test`;
    const failed = app.db.transaction(async (tx) => {
      await createSignIns(tx, [{ email, password: PASSWORD, name: "Ada Byron" }]);
      throw new Error("The rest of it failed.");
    });
    await expect(failed).rejects.toThrow("The rest of it failed.");
    expect(await app.db.$count(authUsers, eq(authUsers.email, email))).toBe(0);
  });
});

describe("the secret", () => {
  const PUBLIC_URL = "https://portal.example.test";

  test("API-3 outlives a restart, and so do sessions and tokens; its loss is told, and ends sessions, never sign-in", async () => {
    const first = await createTestApp({ PUBLIC_URL });
    const person = await makePerson(first.db);
    const token = await first.signInAs(person);
    const body = { email: person.email, password: PASSWORD };
    const signedIn = await first.rawRequest("POST /api/auth/sign-in/email", { body });
    const [cookie = ""] = signedIn.headers.getSetCookie();
    expect(cookie).toMatch(
      /^__Host-counterpart\.session_token=[^;]+; Max-Age=604800; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    const headers = { cookie: cookie.split(";")[0] ?? "" };
    const path = join(first.deps.env.dataDir, "secret");
    expect(statSync(path).mode & 0o777).toBe(0o600);
    await first.stop();

    const second = await createTestApp({ ...first.variables, PUBLIC_URL });
    expect((await second.rawRequest("GET /api/user-profile/user", { token })).status).toBe(200);
    expect((await second.rawRequest("GET /api/auth/token", { headers })).status).toBe(200);
    await second.close();

    rmSync(path);
    const { databaseUrl, dataDir } = first.deps.env;
    await expect(createTestApp(first.variables)).rejects.toThrow("npm run counterpart -- adopt");
    await adoptDataDir({ databaseUrl, dataDir }, first.log.logger, RLS);
    const third = await createTestApp({ ...first.variables, PUBLIC_URL });
    expect((await third.rawRequest("GET /api/auth/token", { headers })).status).toBe(401);
    const again = await third.rawRequest("POST /api/auth/sign-in/email", { body });
    const session = (await again.json()) as { token: string };
    expect((await third.rawRequest("GET /api/auth/token", { token: session.token })).status).toBe(200);
    await third.close();
    await first.close();
  });
});
