import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { changePassword, prepareSecondFactor } from "#contract/security.ts";
import { authAccounts, authUsers } from "#server/schema/identity.ts";
import { makePerson, PASSWORD, type TestPerson } from "#tests/support/factories.ts";
import { mailedCode } from "#tests/support/mailed-code.ts";
import { startTestApp } from "#tests/support/make-app.ts";

// What a password may be, and that nothing secret is guessed from a generator that is not made for secrets.

const app = await startTestApp({ PRODUCT_NAME: "Quillmere", COMPANY_NAME: "Ember & Oak Digital" });
const ada = await makePerson(app.db);

async function signIn(password: string, { email }: TestPerson = ada) {
  const answer = await app.rawRequest("POST /api/auth/sign-in/email", { body: { email, password } });
  const { token = "" } = (await answer.json()) as { token?: string };
  return { status: answer.status, token };
}

const set = (newPassword: string, currentPassword: string) => ({
  as: ada,
  body: { currentPassword, newPassword },
});

test("TRUST-5 a password has any characters and up to 128 of them, and nothing of it is cut or changed in case", async () => {
  const wanted = [" only letters and spaces ", "ПАРОЛЬ для всех 🦉", `${"An owl a day. ".repeat(9)}Y!`];
  expect(wanted[2]).toHaveLength(128);
  let current = PASSWORD;
  for (const password of wanted) {
    await app.request(changePassword, set(password, current));
    current = password;
    expect((await signIn(password)).status).toBe(200);
    const shorter = [...password].slice(0, -1).join("");
    const near = [shorter, password.toLowerCase(), password.toUpperCase(), password.trim()];
    for (const other of near.filter((one) => one !== password))
      expect((await signIn(other)).status, other).toBe(401);
  }
  expect(await app.refusal(changePassword, set(`${current}!`, current))).toMatchObject({ status: 400 });
  await app.request(changePassword, set(PASSWORD, current));
});

test("TRUST-5 a password does not expire", async () => {
  const old = new Date("2001-01-01T00:00:00Z");
  const ofAda = eq(authAccounts.userId, ada.authUserId);
  await app.db.update(authAccounts).set({ createdAt: old, updatedAt: old }).where(ofAda);
  await app.db
    .update(authUsers)
    .set({ createdAt: old, updatedAt: old })
    .where(eq(authUsers.id, ada.authUserId));
  expect((await signIn(PASSWORD)).status).toBe(200);
});

test("TRUST-5 the names of this portal and its company are no passwords", async () => {
  for (const name of ["Quillmere2026!", "ember & oak digital"]) {
    expect(await app.refusal(changePassword, set(name, PASSWORD))).toMatchObject({
      message: expect.stringContaining("company's name"),
      details: { reason: "common-password" },
    });
    const body = { email: ada.email, otp: "00000000", password: name };
    const reset = await app.rawRequest("POST /api/auth/email-otp/reset-password", { body });
    expect(await reset.text()).toContain("company's name");
  }
});

test("TRUST-5 sessions, mailed codes and backup codes do not come from a predictable generator", async () => {
  const [bob, eve] = [await makePerson(app.db), await makePerson(app.db)];
  vi.spyOn(Math, "random").mockReturnValue(0.5);
  try {
    const tokens = [(await signIn(PASSWORD)).token, (await signIn(PASSWORD)).token];
    expect(new Set(tokens).size).toBe(2);
    // 32 of 62 characters are 190 bits.
    for (const token of tokens) expect(token).toMatch(/^[A-Za-z0-9]{32}$/);

    const codes = await Promise.all(
      [bob, eve].map(async ({ email }) => {
        await app.rawRequest("POST /api/auth/email-otp/request-password-reset", { body: { email } });
        return mailedCode(app, email);
      }),
    );
    expect(new Set(codes).size).toBe(2);

    const setups = [bob, eve].map((as) => app.request(prepareSecondFactor, { as }));
    const factors = await Promise.all(setups);
    expect(new Set(factors.flatMap(({ backupCodes }) => backupCodes)).size).toBe(20);
    expect(new Set(factors.map(({ secret }) => secret)).size).toBe(2);
  } finally {
    vi.restoreAllMocks();
  }
});
