import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { desc, eq, like } from "drizzle-orm";
import PostalMime from "postal-mime";
import { expect, test } from "vitest";
import { authVerifications } from "#server/schema/identity.ts";
import { mails } from "#server/schema/mail.ts";
import { rateLimits } from "#server/schema/requests.ts";
import { makePerson, PASSWORD, unique } from "#tests/support/factories.ts";
import { mailedCode } from "#tests/support/mailed-code.ts";
import { startTestApp } from "#tests/support/make-app.ts";
import { casesFor } from "#tests/support/suite-cases.ts";

const SIGN_IN = "POST /api/auth/sign-in/email";
const RESET_CALL = "POST /api/auth/email-otp/request-password-reset";
const VERIFY_CALL = "POST /api/auth/email-otp/send-verification-otp";
const RESET = "POST /api/auth/email-otp/reset-password";
const VERIFY = "POST /api/auth/email-otp/verify-email";
const NEW_PASSWORD = "three-brown-owls";
const OWNER = "198.51.100.2";
const LONG = /^[a-z2-9]{4}(-[a-z2-9]{4}){3}$/m;

const app = await startTestApp({ TRUSTED_PROXIES: "1" });

/** A request as it comes from a network, and from a browser that the account knows with its cookie. */
function send(call: string, body: object, address: string, cookie = ""): Promise<Response> {
  const headers = { "x-forwarded-for": address, ...(cookie && { cookie, origin: app.baseUrl }) };
  return app.rawRequest(call, { body, headers });
}

async function knownBrowser(email: string): Promise<string> {
  const response = await send(SIGN_IN, { email, password: PASSWORD }, "192.0.2.1");
  const device = response.headers.getSetCookie().find((one) => one.startsWith("counterpart.device="));
  return device?.split(";")[0] ?? "";
}

/** Half of them networks of IPv6, many in one provider's 48 bits. */
const NETWORKS = casesFor([120], [1000]).flatMap((count) =>
  Array.from({ length: count }, (_, index) =>
    index % 2 === 0
      ? `203.0.${index >> 8}.${index & 255}`
      : `2001:db8:${index >> 6}:${index.toString(16)}::1`,
  ),
);

/** Sends from all these networks, a hundred at a time. Returns each answer that came, once. */
async function fromAllNetworks(call: string, body: object): Promise<string[]> {
  const answers = new Set<string>();
  for (let first = 0; first < NETWORKS.length; first += 100) {
    const part = NETWORKS.slice(first, first + 100).map(async (address) => {
      const response = await send(call, body, address);
      answers.add(`${response.status} ${await response.text()}`);
    });
    await Promise.all(part);
  }
  return [...answers];
}

const countMails = (email: string) => app.db.$count(mails, eq(mails.recipient, email));

/** All long codes that were mailed to this address, once as many mails were sent. */
async function longCodes(email: string, sent: number): Promise<string[]> {
  const folder = join(app.deps.env.dataDir, "mails");
  const recipient = email.replaceAll(/[^\w.@+-]/g, "_");
  const names = async () => (await readdir(folder)).filter((name) => name.includes(recipient));
  await expect.poll(async () => (await names()).length).toBe(sent);
  const texts = (await names()).map(
    async (name) => (await PostalMime.parse(await readFile(join(folder, name)))).text,
  );
  return (await Promise.all(texts)).flatMap((text) => LONG.exec(text ?? "")?.[0] ?? []);
}

async function seed(key: string, attempts: number): Promise<void> {
  const counted = { attempts, windowEndsAt: new Date(Date.now() + 3_590_000) };
  await app.db.insert(rateLimits).values({ key, ...counted });
}

test("FIELD-3 codes requested from a thousand networks: few mails, and the owner signs in with the newest", async () => {
  const { email } = await makePerson(app.db);
  const known = await knownBrowser(email);
  const stranger = `${unique("unknown")}@example.test`;
  const asked = await fromAllNetworks(RESET_CALL, { email });
  expect(asked).toEqual(['200 {"success":true}']);
  expect(await fromAllNetworks(RESET_CALL, { email: stranger })).toEqual(asked);
  expect([await countMails(email), await countMails(stranger)]).toEqual([9, 0]);

  const guess = { otp: "12345678", password: NEW_PASSWORD };
  const guessed = await fromAllNetworks(RESET, { email, ...guess });
  expect(guessed).toEqual([expect.stringMatching(/^400 .*"wrong-code"/)]);
  expect(await fromAllNetworks(RESET, { email: stranger, ...guess })).toEqual(guessed);

  // The owner in another new browser is answered alike, gets no mail, and uses one that came.
  expect(await (await send(RESET_CALL, { email }, OWNER)).text()).toBe('{"success":true}');
  const codes = await longCodes(email, 9);
  expect(codes).toHaveLength(1);
  // A browser that the account knows gets its own.
  expect((await send(RESET_CALL, { email }, OWNER, known)).status).toBe(200);
  await expect.poll(() => countMails(email)).toBe(10);

  const otp = ` ${codes.at(-1)?.toUpperCase().replaceAll("-", " ")}`;
  const reset = await send(RESET, { email, otp, password: NEW_PASSWORD }, OWNER);
  expect(reset.status).toBe(200);
  expect((await send(SIGN_IN, { email, password: NEW_PASSWORD }, OWNER)).status).toBe(200);
  const again = { email, otp, password: "another-three-owls" };
  expect((await send(RESET, again, OWNER)).status, "each code works once").toBe(400);
});

test("FIELD-3 after 100 wrong codes of unknown browsers, new ones have 16 characters and no guess voids them", async () => {
  const { email } = await makePerson(app.db);
  const known = await knownBrowser(email);
  await send(RESET_CALL, { email }, OWNER, known);
  const ofKnown = await mailedCode(app, email);
  await send(RESET_CALL, { email }, OWNER);
  await expect.poll(() => mailedCode(app, email)).not.toBe(ofKnown);
  const short = await mailedCode(app, email);
  expect(short).toMatch(/^\d{8}$/);

  await seed(`code-use account ${email}`, 99);
  const guess = (otp: string) => send(RESET, { email, otp, password: NEW_PASSWORD }, "203.0.113.9");
  expect((await guess("12345678")).status).toBe(400);
  const useShort = await send(RESET, { email, otp: short, password: NEW_PASSWORD }, OWNER);
  expect([useShort.status, await useShort.json()]).toMatchObject([
    400,
    { error: { details: { reason: "wrong-code" } } },
  ]);

  await send(RESET_CALL, { email }, OWNER);
  const [long = ""] = await longCodes(email, 3);
  expect(long).toMatch(LONG);
  for (let turn = 0; turn < 5; turn += 1) expect((await guess("abcd-efgh-jkmn-pqrs")).status).toBe(400);
  const ofAnother = { email: (await makePerson(app.db)).email, otp: long, password: NEW_PASSWORD };
  expect((await send(RESET, ofAnother, OWNER)).status, "it is of one email").toBe(400);
  const rows = await app.db
    .select()
    .from(rateLimits)
    .where(like(rateLimits.key, `long-codes account ${email}`));
  expect(rows[0]?.windowEndsAt.getTime(), "longer than a short code lives").toBeGreaterThan(
    Date.now() + 3_000_000,
  );

  expect((await send(RESET, { email, otp: ofKnown, password: NEW_PASSWORD }, OWNER, known)).status).toBe(200);
  const byLong = { email, otp: long.replaceAll("-", ""), password: "another-three-owls" };
  expect((await send(RESET, byLong, OWNER)).status).toBe(200);
});

test("FIELD-3 a long code that was mailed for one purpose works for the other, so one purpose cannot use up the mails", async () => {
  const { email } = await makePerson(app.db);
  await seed(`code-request account ${email}`, 8);
  await send(VERIFY_CALL, { email, type: "email-verification" }, "203.0.113.9");
  const [otp = ""] = await longCodes(email, 1);
  expect((await send(RESET_CALL, { email }, OWNER)).status).toBe(200);
  expect((await send(RESET, { email, otp, password: NEW_PASSWORD }, OWNER)).status).toBe(200);
  expect((await send(VERIFY, { email, otp }, OWNER)).status).toBe(400);
  expect(await countMails(email)).toBe(2);
});

test("FIELD-3 while many codes are requested, an email gets one in five minutes, which works for ten", async () => {
  const { email } = await makePerson(app.db);
  await seed(`code-request account ${email}`, 8);
  const ask = () => send(RESET_CALL, { email }, "203.0.113.9");
  const later = eq(rateLimits.key, `code-request later ${email} `);
  for (const sent of [1, 2]) {
    await ask();
    await ask();
    expect(await countMails(email)).toBe(sent);
    const [interval] = await app.db.select().from(rateLimits).where(later);
    const [code] = await app.db
      .select()
      .from(authVerifications)
      .orderBy(desc(authVerifications.createdAt))
      .limit(1);
    const [next = 0, ends = 0] = [interval?.windowEndsAt.getTime(), code?.expiresAt.getTime()];
    expect(ends - next).toBeGreaterThan(290_000);
    expect(next).toBeGreaterThan(Date.now() + 290_000);
    await app.db
      .update(rateLimits)
      .set({ windowEndsAt: new Date(Date.now() - 1) })
      .where(later);
  }
});

test("FIELD-3 CARE-9 one network that continues after its refusals does not use up the limits of others", async () => {
  const { email } = await makePerson(app.db);
  const attack = (call: string, body: object) =>
    Promise.all(Array.from({ length: 120 }, () => send(call, { email, ...body }, "203.0.113.7")));
  await attack(SIGN_IN, { password: "wrong-password" });
  expect((await send(SIGN_IN, { email, password: PASSWORD }, OWNER)).status).toBe(200);
  await attack(RESET_CALL, {});
  await attack(RESET, { otp: "12345678", password: NEW_PASSWORD });
  expect(await countMails(email)).toBe(5);
  await send(RESET_CALL, { email }, OWNER);
  await expect.poll(() => countMails(email)).toBe(6);
  const counted = await app.db
    .select()
    .from(rateLimits)
    .where(like(rateLimits.key, `% account ${email}`));
  expect(Object.fromEntries(counted.map(({ key, attempts }) => [key.split(" ")[0], attempts]))).toEqual({
    "sign-in": 10,
    "code-request": 6,
    "code-use": 10,
  });
});
