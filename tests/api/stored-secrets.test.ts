import { createHash } from "node:crypto";
import { renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { confirmSignature, requestSigningCode, signGeneralDocumentAsVisitor } from "#contract/agreements.ts";
import { adoptDataDir } from "#server/installation/adopt-data-dir.ts";
import { migrateDatabase } from "#server/installation/migrate.ts";
import { queueMail } from "#server/mail/queue-mail.ts";
import { signatureConfirmations, signingCodes } from "#server/schema/agreements.ts";
import { authSessions, authUsers, authVerifications } from "#server/schema/identity.ts";
import { mails } from "#server/schema/mail.ts";
import { RLS } from "#server/start/nouns.ts";
import { dumpDatabase } from "#tests/support/dump-database.ts";
import { makePerson, PASSWORD, type TestPerson } from "#tests/support/factories.ts";
import { mailedCode, mailedLinkIn } from "#tests/support/mailed-code.ts";
import { createTestApp, startTestApp, type TestApp } from "#tests/support/make-app.ts";
import { makeSigning, visitorBody } from "#tests/support/signing.ts";

// Session tokens, mailed codes and link tokens are stored as keyed hashes only: a copy of the database opens nothing
// without the secret in the data directory.

const app = await startTestApp();

const post = (on: TestApp, path: string, body: unknown, headers: Record<string, string> = {}) =>
  on.rawRequest(`POST /api/auth/${path}`, { body, headers });

async function signIn(on: TestApp, { email }: TestPerson): Promise<{ token: string; cookie: string }> {
  const answer = await post(on, "sign-in/email", { email, password: PASSWORD });
  const { token } = (await answer.json()) as { token: string };
  return { token, cookie: answer.headers.getSetCookie()[0]?.split(";")[0] ?? "" };
}

async function requestReset(on: TestApp, { email }: TestPerson): Promise<string> {
  expect((await post(on, "email-otp/request-password-reset", { email })).status).toBe(200);
  return mailedCode(on, email);
}

async function requestVerification(on: TestApp, { email, authUserId }: TestPerson): Promise<string> {
  await on.db.update(authUsers).set({ emailVerified: false }).where(eq(authUsers.id, authUserId));
  await post(on, "email-otp/send-verification-otp", { email, type: "email-verification" });
  return mailedCode(on, email);
}

async function requestConfirmation(on: TestApp): Promise<string> {
  const visitor = visitorBody((await makeSigning(on)).documentId);
  await on.request(signGeneralDocumentAsVisitor, { body: visitor });
  const link = await mailedLinkIn(on.deps.env.dataDir, visitor.email);
  return link.split("#")[1] ?? "";
}

async function untilAllSent({ db }: TestApp): Promise<void> {
  await expect
    .poll(async () => (await db.select().from(mails)).every((one) => one.sentAt !== null))
    .toBe(true);
}

/** The hashes of a token or code that can be computed without the secret, in common encodings. */
function unkeyedTracesOf(value: string, context: readonly string[]): string[] {
  const words = ["", ...context].flatMap((one) => [
    value,
    ...(one ? [`${one}${value}`, `${one} ${value}`, `${one}:${value}`, `${value}${one}`] : []),
  ]);
  const hashes = words.flatMap((text) =>
    ["md5", "sha1", "sha256", "sha512"].flatMap((algorithm) =>
      (["hex", "base64", "base64url"] as const).map((spelling) =>
        createHash(algorithm).update(text).digest(spelling),
      ),
    ),
  );
  const spelled = (["hex", "base64", "base64url"] as const).map((spelling) =>
    Buffer.from(value).toString(spelling),
  );
  return [...hashes, ...spelled].map((trace) => trace.replace(/=+$/, ""));
}

/** Where the dump contains a value as a whole word, or one of the traces above. */
function findTraces(dump: string, value: string, context: readonly string[]): string[] {
  const isThere = new RegExp(`(?<![\\w-])${value}(?![\\w-])`).test(dump);
  return [
    ...(isThere ? [value] : []),
    ...unkeyedTracesOf(value, context).filter((one) => dump.includes(one)),
  ];
}

test("GUARD-4 no table contains the token of a session, a mailed code, or an unkeyed hash of one", async () => {
  const [person, forgetful, unverified] = [
    await makePerson(app.db),
    await makePerson(app.db),
    await makePerson(app.db),
  ];
  const { token, cookie } = await signIn(app, person);
  const told: [string, readonly string[]][] = [
    [token, [person.email, person.authUserId]],
    [cookie.split("=")[1] ?? "", []],
    [await requestReset(app, forgetful), [forgetful.email, `forget-password-otp-${forgetful.email}`]],
    [
      await requestVerification(app, unverified),
      [unverified.email, `email-verification-otp-${unverified.email}`],
    ],
    [await requestConfirmation(app), ["confirm signature"]],
  ];
  await untilAllSent(app);
  const dump = await dumpDatabase(app.deps.database);
  expect(dump, "the dump is a dump").toContain(person.email);
  expect(await app.db.$count(authVerifications)).toBeGreaterThanOrEqual(2);
  for (const [value, context] of told) expect(findTraces(dump, value, context)).toEqual([]);
});

test("SIGN-8 no table contains a signing code, or an unkeyed hash of one, before or after its use", async () => {
  const asking = await createTestApp({ SIGNING_CODE: "1" });
  const visitor = visitorBody((await makeSigning(asking)).documentId);
  const { documentId, email } = visitor;
  const { signingCodeId } = await asking.request(requestSigningCode, { body: { documentId, email } });
  const code = await mailedCode(asking, email);
  await untilAllSent(asking);
  const dump = await dumpDatabase(asking.deps.database);
  expect(await asking.db.$count(signingCodes)).toBe(1);
  const purpose = `signing code ${signingCodeId} ${documentId} ${email}`;
  expect(findTraces(dump, code, [documentId, email, `${signingCodeId}`, purpose])).toEqual([]);

  const body = { ...visitor, code, signingCodeId };
  const headers = { "idempotency-key": "once" };
  const signed = await asking.rawRequest("POST /api/signed-general-document/public", { body, headers });
  expect(signed.status).toBe(200);
  const after = await dumpDatabase(asking.deps.database);
  expect(after).toContain('"key":"once"');
  const requests = [null, {}].flatMap((params) =>
    [null, {}].map((query) => JSON.stringify([params, query, body])),
  );
  expect(findTraces(after, code, [])).toEqual([]);
  expect(requests.flatMap((one) => unkeyedTracesOf(one, [])).filter((one) => after.includes(one))).toEqual(
    [],
  );
  await asking.close();
});

test("a queued mail does not contain its code", async () => {
  const mail = { to: "ada@example.test", subject: "Your code", text: "27182818", html: "<p>27182818</p>" };
  const waiting = await app.db.transaction(async (tx) => {
    await queueMail(tx, app.deps, { ...mail, carriesCode: true }, null);
    return tx.select().from(mails).where(eq(mails.recipient, mail.to));
  });
  expect(waiting).toMatchObject([{ subject: "Your code", text: "", html: "", sentAt: null }]);
  expect(findTraces(JSON.stringify(waiting), "27182818", [])).toEqual([]);
  expect(await mailedCode(app, mail.to), "it is sent with its words").toBe("27182818");
});

test("API-3 the stored values of a session do not sign in, as a token or as a cookie", async () => {
  const person = await makePerson(app.db);
  const { token, cookie } = await signIn(app, person);
  const [row] = await app.db.select().from(authSessions).where(eq(authSessions.userId, person.authUserId));
  const [name] = cookie.split("=");
  const statusOf = async (headers: Record<string, string>) =>
    (await app.rawRequest("GET /api/auth/token", { headers })).status;
  expect(await statusOf({ authorization: `Bearer ${token}` })).toBe(200);
  expect(await statusOf({ cookie })).toBe(200);
  for (const value of [row?.id, row?.token]) {
    expect(await statusOf({ authorization: `Bearer ${value}` })).toBe(401);
    expect(await statusOf({ cookie: `${name}=${value}` })).toBe(401);
    expect(await statusOf({ cookie: cookie.replace(token, value ?? "") })).toBe(401);
  }
});

test("API-3 a browser's session that is renewed after a day continues with its new cookie", async () => {
  const person = await makePerson(app.db);
  const { token, cookie } = await signIn(app, person);
  const inFiveDays = new Date(Date.now() + 5 * 86_400_000);
  await app.db
    .update(authSessions)
    .set({ expiresAt: inFiveDays })
    .where(eq(authSessions.userId, person.authUserId));
  const renewed = await app.rawRequest("GET /api/auth/token", { headers: { cookie } });
  const fresh = renewed.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  expect(fresh).toContain(`=${token}.`);
  expect((await app.rawRequest("GET /api/auth/token", { headers: { cookie: fresh } })).status).toBe(200);
  const [row] = await app.db.select().from(authSessions).where(eq(authSessions.userId, person.authUserId));
  expect(row?.expiresAt.getTime()).toBeGreaterThan(inFiveDays.getTime());
});

test("API-3 with another secret than they were made with, the rows of sessions, codes and links open nothing", async () => {
  const first = await createTestApp();
  const [person, forgetful] = [await makePerson(first.db), await makePerson(first.db)];
  const { token, cookie } = await signIn(first, person);
  const otp = await requestReset(first, forgetful);
  const link = await requestConfirmation(first);
  await untilAllSent(first);
  await first.stop();
  const secret = join(first.deps.env.dataDir, "secret");
  renameSync(secret, `${secret}.kept`);
  const { databaseUrl, dataDir } = first.deps.env;
  await adoptDataDir({ databaseUrl, dataDir }, first.log.logger, RLS);

  const second = await createTestApp(first.variables);
  expect((await second.rawRequest("GET /api/auth/token", { token })).status).toBe(401);
  expect((await second.rawRequest("GET /api/auth/token", { headers: { cookie } })).status).toBe(401);
  const reset = { email: forgetful.email, otp, password: "a-new-password" };
  expect((await post(second, "email-otp/reset-password", reset)).status).toBe(400);
  expect(await second.refusal(confirmSignature, { body: { token: link } })).toMatchObject({ status: 404 });
  await second.close();

  rmSync(secret);
  renameSync(`${secret}.kept`, secret);
  const third = await createTestApp(first.variables);
  expect((await third.rawRequest("GET /api/auth/token", { token })).status).toBe(200);
  expect((await post(third, "email-otp/reset-password", reset)).status).toBe(200);
  expect(await third.request(confirmSignature, { body: { token: link } })).toMatchObject({
    userEmail: expect.any(String),
  });
  await third.close();
  await first.close();
});

test("GUARD-4 a session of the time before is over, and its person signs in again with its cookie still there", async () => {
  const person = await makePerson(app.db);
  const old =
    "counterpart.session_token=aN0ldT0ken.c2lnbmF0dXJl; __Secure-counterpart.session_token=aN0ldT0ken.c2ln";
  const told = await app.rawRequest("GET /api/auth/token", { headers: { cookie: old } });
  expect(told.status).toBe(401);
  expect(await told.json()).toMatchObject({
    error: { code: "unauthenticated", message: "You aren't signed in, or your sign-in has expired." },
  });
  const body = { email: person.email, password: PASSWORD };
  const again = await post(app, "sign-in/email", body, { cookie: old, origin: app.baseUrl });
  expect(again.status).toBe(200);
});

test("GUARD-4 the sessions, codes and links of the time before end with the migration, and nothing else does", async () => {
  const before = await createTestApp();
  const { db } = before;
  const person = await makePerson(db);
  await signIn(before, person);
  await requestReset(before, person);
  await requestConfirmation(before);
  await untilAllSent(before);
  await before.alterTables("alter table mails drop column sealed");
  await before.alterTables(
    `delete from drizzle.__drizzle_migrations where name like '%keyed-hashes-of-tokens-and-codes'`,
  );

  await migrateDatabase(before.deps.database, RLS);
  for (const table of [authSessions, authVerifications, signatureConfirmations]) {
    expect(await db.$count(table)).toBe(0);
  }
  expect(await db.$count(authUsers)).toBe(2);
  expect((await signIn(before, person)).token).toMatch(/^\w{32}$/);
  await before.close();
});
