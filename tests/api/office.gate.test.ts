import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makePerson, PASSWORD } from "#tests/support/factories.ts";
import { mailedCode } from "#tests/support/mailed-code.ts";
import { startTestApp } from "#tests/support/make-app.ts";
import { makeSigning, visitorBody } from "#tests/support/signing.ts";

const app = await startTestApp();

const statusOf = async (call: string, body: object) =>
  (await app.rawRequest(`POST /api/${call}`, { body })).status;
const forAll = <Row>(rows: readonly Row[], act: (row: Row) => Promise<number>) => Promise.all(rows.map(act));
const FORTY = Array.from({ length: 40 }, () => 200);

test("CARE-9 forty people behind one address request codes, mistype, sign in and sign as visitors at nine", async () => {
  const people = await Promise.all(FORTY.map(() => makePerson(app.db)));
  const ask = ({ email }: { email: string }) => statusOf("auth/email-otp/request-password-reset", { email });
  expect(await forAll(people, ask)).toEqual(FORTY);
  const mailed = async () => (await readdir(join(app.deps.env.dataDir, "mails"))).length;
  await expect.poll(mailed, { interval: 200 }).toBe(40);
  // From here on no mail is read; forty signed copies would be printed.
  await app.deps.queue.stop();
  const choose = async ({ email }: { email: string }) => {
    const otp = await mailedCode(app, email);
    return statusOf("auth/email-otp/reset-password", { email, otp, password: "three-brown-owls" });
  };
  // Hashing passwords is slow by design, so ten choose a new one and ten mistype theirs.
  const [new10, old30] = [people.slice(0, 10), people.slice(10)];
  expect(new Set(await forAll(new10, choose))).toEqual(new Set([200]));
  const signIn =
    (password: string) =>
    ({ email }: { email: string }) =>
      statusOf("auth/sign-in/email", { email, password });
  expect(new Set(await forAll(new10, signIn(PASSWORD)))).toEqual(new Set([401]));
  const signedIn = [
    ...(await forAll(new10, signIn("three-brown-owls"))),
    ...(await forAll(old30, signIn(PASSWORD))),
  ];
  expect(signedIn).toEqual(FORTY);

  const { documentId } = await makeSigning(app);
  const visitors = FORTY.map(() => visitorBody(documentId));
  expect(await forAll(visitors, (body) => statusOf("signed-general-document/public", body))).toEqual(FORTY);
});
