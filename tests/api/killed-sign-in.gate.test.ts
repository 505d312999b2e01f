import { rm } from "node:fs/promises";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listSessions } from "#contract/security.ts";
import { notifyPending } from "#server/identity/notify-pending.job.ts";
import { mails } from "#server/schema/mail.ts";
import { makePerson, PASSWORD, type TestPerson } from "#tests/support/factories.ts";
import { freePort } from "#tests/support/free-port.ts";
import { buildProgram, makeProgramFolder, startProgram } from "#tests/support/killed-program.ts";
import { mailedCode } from "#tests/support/mailed-code.ts";
import { createTestApp, type TestApp } from "#tests/support/make-app.ts";
import { untilWaiting } from "#tests/support/until-waiting.ts";

let app: TestApp;
let folder: string;
let program: string;
beforeAll(async () => {
  app = await createTestApp();
  folder = await makeProgramFolder();
  program = await buildProgram("killed-server", folder);
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await app?.close();
});

/** Sends a sign-in call to another server, which is killed after the library's part, before its mail is queued. */
async function killAfter(path: string, body: unknown): Promise<void> {
  const PORT = String(await freePort());
  const server = startProgram(program, { ...app.variables, PUBLIC_URL: app.baseUrl, PORT }, "never");
  await server.ready;
  await app.deps.database.asOwner(async (holder) => {
    await holder.query("begin; lock table mails in exclusive mode");
    const asked = fetch(`http://127.0.0.1:${PORT}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    await untilWaiting(app, 1);
    server.end();
    await expect(asked).rejects.toThrow();
    await holder.query("commit");
  });
}

const subjectsTo = async ({ email }: TestPerson) =>
  (await app.db.select().from(mails).where(eq(mails.recipient, email))).map(({ subject }) => subject);

/** The job runs twice, when the sign-in is old enough. */
async function notifyLater(): Promise<void> {
  const deps = { ...app.deps, clock: () => new Date(Date.now() + 60_000) };
  for (const _run of [1, 2]) await notifyPending.run(deps, {});
}

test("TRUST-5 after a sign-in in a new browser on a server that is killed, its owner is mailed later, once", async () => {
  const ada = await makePerson(app.db, { profile: { lastSignedInAt: new Date() } });
  await killAfter("/api/auth/sign-in/email", { email: ada.email, password: PASSWORD });
  expect(await subjectsTo(ada)).toEqual([]);
  await notifyPending.run(app.deps, {});
  expect(await subjectsTo(ada), "the sign-in itself may still tell").toEqual([]);
  await notifyLater();
  expect(await subjectsTo(ada)).toEqual([expect.stringContaining("new browser")]);
});

test("TRUST-5 after a password reset on a server that is killed, its owner is mailed later, once, and old sessions end", async () => {
  const ada = await makePerson(app.db);
  const { email } = ada;
  await app.signInAs(ada);
  await app.rawRequest("POST /api/auth/email-otp/request-password-reset", { body: { email } });
  const body = { email, otp: await mailedCode(app, email), password: "three-brown-owls" };
  const before = await subjectsTo(ada);
  await killAfter("/api/auth/email-otp/reset-password", body);
  expect(await subjectsTo(ada)).toEqual(before);
  await notifyLater();
  const told = (await subjectsTo(ada)).filter((subject) => subject.startsWith("Your password was changed"));
  expect(told).toHaveLength(1);
  expect(await app.refusal(listSessions, { as: ada })).toMatchObject({ status: 401 });
});
