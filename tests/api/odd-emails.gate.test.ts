import { expect, test } from "vitest";
import { makePerson, PASSWORD, unique } from "#tests/support/factories.ts";
import { mailedCode } from "#tests/support/mailed-code.ts";
import { startTestApp } from "#tests/support/make-app.ts";

const app = await startTestApp();

const post = (path: string, body: object) => app.rawRequest(`POST /api/auth/${path}`, { body });

test.each([
  ["r&d", "client.example", "client.example"],
  ["info", "xn--grn-bau-o2a.xn--p1ai", "grün-bau.рф"],
])(
  "FIELD-10 %s@%s signs in and chooses a new password, also typed as @%s",
  async (start, domain, typedDomain) => {
    const local = unique(start);
    const { email } = await makePerson(app.db, { profile: { email: `${local}@${domain}` } });
    const typed = ` ${local}@${typedDomain}\u200b`;
    expect((await post("sign-in/email", { email: typed, password: PASSWORD })).status).toBe(200);
    expect((await post("sign-in/email", { email: typed, password: "wrong-password" })).status).toBe(401);
    expect((await post("email-otp/request-password-reset", { email: typed })).status).toBe(200);
    const otp = await mailedCode(app, email);
    const password = "three-brown-owls";
    expect((await post("email-otp/reset-password", { email: typed, otp, password })).status).toBe(200);
    expect((await post("sign-in/email", { email, password })).status).toBe(200);
  },
);

test("FIELD-10 an account whose address is longer than a new one may be signs in", async () => {
  const { email } = await makePerson(app.db, {
    profile: { email: `${unique("a".repeat(65))}@client.example` },
  });
  expect((await post("sign-in/email", { email, password: PASSWORD })).status).toBe(200);
});
