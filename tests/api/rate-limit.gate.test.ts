import { like, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { networkOf, networksOf } from "#server/http/rate-limit.ts";
import { mails } from "#server/schema/mail.ts";
import { rateLimits } from "#server/schema/requests.ts";
import { makePerson, PASSWORD, unique } from "#tests/support/factories.ts";
import { mailedCode } from "#tests/support/mailed-code.ts";
import { createTestApp, startTestApp, type TestApp } from "#tests/support/make-app.ts";

const SIGN_IN = "POST /api/auth/sign-in/email";
const RESET_CALL = "POST /api/auth/email-otp/request-password-reset";
const RESET = "POST /api/auth/email-otp/reset-password";

const app = await startTestApp();

function stranger(): string {
  return `${unique("unknown")}@example.test`;
}

/** Sends all requests at once. Returns how many got each status. */
async function statuses(requests: Promise<Response>[]): Promise<Record<number, number>> {
  const counts: Record<number, number> = {};
  for (const { status } of await Promise.all(requests)) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

function many(count: number, request: (index: number) => Promise<Response>): Promise<Record<number, number>> {
  return statuses(Array.from({ length: count }, (_, index) => request(index)));
}

/** Moves the ends of the windows into the past. */
async function endWindows(words: string): Promise<void> {
  await app.db
    .update(rateLimits)
    .set({ windowEndsAt: new Date(Date.now() - 1000) })
    .where(like(rateLimits.key, `%${words}%`));
}

test("of 50 wrong passwords for an account at once, 10 are looked at", async () => {
  await endWindows("address");
  const { email } = await makePerson(app.db);
  const { clock } = app.deps;
  const at = new Date();
  app.deps.clock = () => at;
  onTestFinished(() => {
    app.deps.clock = clock;
  });
  const tries = await many(50, () =>
    app.rawRequest(SIGN_IN, { body: { email, password: "wrong-password" } }),
  );
  expect(tries).toEqual({ 401: 10, 429: 40 });

  const right = await app.rawRequest(SIGN_IN, { body: { email: email.toUpperCase(), password: PASSWORD } });
  expect(right.status, "nor is the right one, under any spelling").toBe(429);
  const wait = Number(right.headers.get("retry-after"));
  expect(wait).toBe(600);
  expect(await right.json()).toEqual({
    error: {
      code: "rate-limited",
      message: "Too many attempts. Please try again in 10 minutes.",
      details: { retryAfterSeconds: wait },
    },
  });

  app.deps.clock = clock;
  await endWindows(email);
  expect((await app.rawRequest(SIGN_IN, { body: { email, password: PASSWORD } })).status).toBe(200);
});

test("RUN-1 attempts that a clock an hour ahead has counted lock no one out once it is right", async () => {
  await endWindows("address");
  const { email } = await makePerson(app.db);
  const guess = { email, password: "wrong-password" };
  expect(await many(11, () => app.rawRequest(SIGN_IN, { body: guess }))).toEqual({ 401: 10, 429: 1 });
  await app.db
    .update(rateLimits)
    .set({ windowEndsAt: sql`${rateLimits.windowEndsAt} + interval '1 hour'` })
    .where(like(rateLimits.key, `%${email}%`));
  expect(await many(11, () => app.rawRequest(SIGN_IN, { body: guess }))).toEqual({ 401: 10, 429: 1 });
});

test("only wrong attempts count: correct sign-ins are not limited", async () => {
  await endWindows("address");
  const { email } = await makePerson(app.db);
  for (let round = 0; round < 12; round++) {
    const response = await app.rawRequest(SIGN_IN, { body: { email, password: PASSWORD } });
    expect(response.status).toBe(200);
  }
});

/** The shortest window of attempts: a later end would be one of a clock that was put back. */
const WINDOW_MS = 600_000;

/** Counts attempts that were made before. */
async function seed(on: TestApp, key: string, attempts: number): Promise<void> {
  const counted = { attempts, windowEndsAt: new Date(Date.now() + WINDOW_MS) };
  await on.db
    .insert(rateLimits)
    .values({ key, ...counted })
    .onConflictDoUpdate({ target: rateLimits.key, set: counted });
}

test("one address tries 200 accounts", async () => {
  await app.db.delete(rateLimits);
  await seed(app, "sign-in address 127.0.0.1", 196);
  const tries = await many(10, () =>
    app.rawRequest(SIGN_IN, { body: { email: stranger(), password: "wrong-password" } }),
  );
  expect(tries).toEqual({ 401: 4, 429: 6 });
});

test("codes can be requested 5 times an hour, known address or not", async () => {
  await endWindows("address");
  const { email } = await makePerson(app.db);
  for (const address of [email, stranger()]) {
    expect(await many(12, () => app.rawRequest(RESET_CALL, { body: { email: address } }))).toEqual({
      200: 5,
      429: 7,
    });
  }
  expect(await app.db.$count(mails, sql`${mails.recipient} = ${email}`)).toBe(5);
});

test("one address can request 200 codes an hour, whatever its forwarding headers say", async () => {
  await seed(app, "code-request address 127.0.0.1", 180);
  const tries = await many(25, (index) =>
    app.rawRequest(RESET_CALL, {
      body: { email: stranger() },
      headers: {
        "x-forwarded-for": `203.0.113.${index}`,
        "x-real-ip": `203.0.113.${index}`,
        forwarded: `for=203.0.113.${index}`,
      },
    }),
  );
  expect(tries).toEqual({ 200: 20, 429: 5 });
  const told = app.log.records.filter(({ msg }) => msg?.includes("TRUSTED_PROXIES"));
  expect(told, "CARE-9 the log says once which setting is missing").toHaveLength(1);
});

test("codes are guessed 10 times, over any number of codes", async () => {
  await endWindows("address");
  const { email } = await makePerson(app.db);
  const guess = { email, otp: "none", password: "a-new-password" };
  expect(await many(15, () => app.rawRequest(RESET, { body: guess }))).toEqual({ 400: 10, 429: 5 });
});

test("ended windows are cleared away by the attempts that follow", async () => {
  await endWindows("");
  const ended = await app.db.$count(rateLimits);
  for (let cleared = 0; cleared < ended; cleared += 100) {
    await app.rawRequest(RESET_CALL, { body: { email: stranger() } });
  }
  const left = await app.db.select().from(rateLimits);
  expect(left.filter((row) => row.windowEndsAt <= new Date())).toEqual([]);
});

test("behind a trusted proxy, the address is the one that it names", async () => {
  const proxied = await createTestApp({ TRUSTED_PROXIES: "1" });
  for (const address of ["203.0.113.1", "203.0.113.2", "2001:0db8:0000:0001:0000:0000:0000:0000"]) {
    await seed(proxied, `code-request address ${networkOf(address)}`, 180);
  }
  const from = (address: string) =>
    many(25, (index) =>
      proxied.rawRequest(RESET_CALL, {
        body: { email: stranger() },
        headers: { "x-forwarded-for": `198.51.100.${index}, ${address}` },
      }),
    );
  expect(await from("203.0.113.1")).toEqual({ 200: 20, 429: 5 });
  expect(await from("203.0.113.2")).toEqual({ 200: 20, 429: 5 });
  expect(await from("2001:db8:0:1::1"), "a network of IPv6 is one address").toEqual({ 200: 20, 429: 5 });
  expect(await from("2001:db8:0:1::2")).toEqual({ 429: 25 });

  // All visits are of one minute, however long they take here.
  const visitedAt = new Date();
  proxied.deps.clock = () => visitedAt;
  const visit = (address: string, count: number) =>
    many(count, () =>
      proxied.rawRequest("GET /view/no-such-document", { headers: { "x-forwarded-for": address } }),
    );
  expect(await visit("203.0.113.1", 310), "CARE-9 shared documents").toEqual({ 404: 300, 429: 10 });
  expect(await visit("203.0.113.2", 1)).toEqual({ 404: 1 });
  const refused = await proxied.rawRequest("GET /view/some/where", {
    headers: { "x-forwarded-for": "203.0.113.1" },
  });
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(await refused.text()).toContain("Please wait a minute");
  await proxied.close();
});

describe("FIELD-3 every limit by network", () => {
  const ADDRESS = "2001:db8:77:1::1";
  const email = "ada@example.test";
  const token = "t".repeat(43);
  const signature = {
    documentId: "none",
    email,
    firstName: "Ada",
    lastName: "Li",
    contentHash: "0".repeat(64),
  };
  let proxied: TestApp;
  beforeAll(async () => {
    proxied = await createTestApp({ TRUSTED_PROXIES: "1", SIGNING_CODE: "1" });
  });
  afterAll(() => proxied?.close());

  test.each([
    [SIGN_IN, { email, password: "wrong-password" }, "sign-in address", 200],
    [RESET_CALL, { email }, "code-request address", 200],
    [RESET, { email, otp: "none", password: "a-new-password" }, "code-use address", 200],
    [
      "POST /api/invitation/public/accept",
      { token, firstName: "Ada", lastName: "Li", password: PASSWORD },
      "accept invitation",
      100,
    ],
    ["POST /api/user-profile/public/confirm-email", { token }, "confirm email", 100],
    ["POST /api/signed-general-document/public/confirm", { token }, "confirm address", 200],
    ["POST /api/signed-general-document/public", signature, "sign address", 200],
    [
      "POST /api/signed-general-document/public/code",
      { documentId: "none", email },
      "signing-code address",
      200,
    ],
  ])("of %s counts networks of 56 and 48 bits too", async (call, body, key, max) => {
    const ask = (address: string) =>
      proxied.rawRequest(call, { body, headers: { "x-forwarded-for": address } });
    for (const { name, share } of networksOf(ADDRESS).slice(1)) {
      await proxied.db.delete(rateLimits);
      await seed(proxied, `${key} ${name}`, max * share - 1);
      expect((await ask(ADDRESS)).status).not.toBe(429);
      expect((await ask(ADDRESS)).status).toBe(429);
      expect((await ask("2001:db8:78:1::1")).status).not.toBe(429);
    }
  });
});

describe("CARE-9 guessing", () => {
  const GUESSER = "198.51.100.1";
  const OWNER = "198.51.100.2";
  let proxied: TestApp;
  beforeAll(async () => {
    proxied = await createTestApp({ TRUSTED_PROXIES: "1" });
  });
  afterAll(() => proxied?.close());

  const send = (call: string, body: object, address: string, cookie = "") =>
    proxied.rawRequest(call, {
      body,
      headers: { "x-forwarded-for": address, ...(cookie && { cookie, origin: proxied.baseUrl }) },
    });
  const deviceOf = (response: Response) =>
    response.headers
      .getSetCookie()
      .find((one) => one.startsWith("counterpart.device="))
      ?.split(";")[0] ?? "";

  test("locks out only the network of the guesses, and no known browser of the account", async () => {
    const { email } = await makePerson(proxied.db);
    const known = deviceOf(await send(SIGN_IN, { email, password: PASSWORD }, GUESSER));
    const guess = () => send(SIGN_IN, { email, password: "wrong-password" }, GUESSER);
    expect(await many(12, guess)).toEqual({ 401: 10, 429: 2 });

    expect((await send(SIGN_IN, { email, password: PASSWORD }, GUESSER)).status).toBe(429);
    expect((await send(SIGN_IN, { email, password: PASSWORD }, OWNER)).status).toBe(200);
    expect((await send(SIGN_IN, { email, password: PASSWORD }, GUESSER, known)).status).toBe(200);
    const other = await makePerson(proxied.db);
    const stolen = () => send(SIGN_IN, { email: other.email, password: "wrong-password" }, GUESSER, known);
    expect(await many(12, stolen), "the browser is known to one account only").toEqual({ 401: 10, 429: 2 });
  });

  test("from very many networks locks unknown browsers out, and a mailed code lets the owner in", async () => {
    const { email } = await makePerson(proxied.db);
    await seed(proxied, `sign-in account ${email}`, 100);
    expect((await send(SIGN_IN, { email, password: PASSWORD }, OWNER)).status).toBe(429);
    await send(RESET_CALL, { email }, OWNER);
    const otp = await mailedCode(proxied, email);
    const reset = await send(RESET, { email, otp, password: "three-brown-owls" }, OWNER);
    expect(reset.status).toBe(200);
    const signIn = await send(SIGN_IN, { email, password: "three-brown-owls" }, OWNER, deviceOf(reset));
    expect(signIn.status).toBe(200);
  });

  test("codes neither voids nor replaces the code that another person requested", async () => {
    const { email } = await makePerson(proxied.db);
    await send(RESET_CALL, { email }, OWNER);
    const otp = await mailedCode(proxied, email);
    for (let turn = 0; turn < 4; turn += 1) {
      const guess = { email, otp: "none", password: "three-brown-owls" };
      expect((await send(RESET, guess, GUESSER)).status).toBe(400);
    }
    expect((await send(RESET_CALL, { email }, GUESSER)).status).toBe(200);
    expect((await send(RESET, { email, otp, password: "three-brown-owls" }, GUESSER)).status).toBe(400);
    expect((await send(RESET, { email, otp, password: "three-brown-owls" }, OWNER)).status).toBe(200);
  });
});

test("sign-in is refused while attempts cannot be counted", async () => {
  const broken = await createTestApp();
  const { email } = await makePerson(broken.db);
  await broken.alterTables("alter table rate_limits rename to rate_limits_gone");
  const response = await broken.rawRequest(SIGN_IN, { body: { email, password: PASSWORD } });
  expect(response.status).toBe(503);
  expect(await response.json()).toMatchObject({ error: { code: "unavailable" } });
  await broken.alterTables("alter table rate_limits_gone rename to rate_limits");
  expect((await broken.rawRequest(SIGN_IN, { body: { email, password: PASSWORD } })).status).toBe(200);
  await broken.close();
});
