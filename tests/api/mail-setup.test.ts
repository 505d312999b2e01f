import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { getMailSetup, sendTestMail } from "#contract/admin/settings.ts";
import { mails } from "#server/schema/mail.ts";
import { makeAdmin, unique } from "#tests/support/factories.ts";
import { startMailServer } from "#tests/support/mail-server.ts";
import { createTestApp } from "#tests/support/make-app.ts";

test("FIRST-2 a test email shows its result, and that emails work once the mail server has taken one", async () => {
  const unknown = new Set<string>();
  const server = await startMailServer({ unknown });
  const app = await createTestApp({ MAIL_URL: `smtp://127.0.0.1:${server.port}` });
  const as = await makeAdmin(app.db, "editor");
  const setup = () => app.request(getMailSetup, { as });
  const name = `127.0.0.1:${server.port}`;
  const fresh = { server: name, isDemo: false, lastSentAt: null, lastFailure: null, test: null };
  expect(await setup()).toEqual(fresh);
  // A mail of before the server was configured says nothing about it.
  const stored = { recipient: as.email, subject: "s", text: "t", html: "h", sentAt: new Date() };
  await app.db.insert(mails).values({ mailId: "of-before", ...stored });
  expect(await setup()).toEqual(fresh);

  unknown.add(as.email);
  const queued = await app.request(sendTestMail, { as, body: { testId: unique("test") } });
  expect(queued.test).toMatchObject({ email: as.email, sentAt: null, refusedAt: null });
  await expect.poll(async () => (await setup()).test?.refusedAt).toEqual(expect.any(String));
  const failure = expect.stringContaining("550 5.1.1");
  expect(await setup()).toMatchObject({ lastSentAt: null, lastFailure: failure, test: { failure } });

  unknown.delete(as.email);
  await app.request(sendTestMail, { as, body: { testId: unique("test") } });
  await expect.poll(async () => (await setup()).test?.sentAt).toEqual(expect.any(String));
  expect(await setup()).toMatchObject({
    lastSentAt: expect.any(String),
    lastFailure: null,
    test: { failure: null },
  });
  const [received] = await server.received();
  expect(received?.subject).toBe("A test email from Ember & Oak Digital");
  // Another person's test is theirs alone.
  const viewer = await makeAdmin(app.db, "viewer");
  expect(await app.request(getMailSetup, { as: viewer })).toMatchObject({ server: name, test: null });
  expect(await app.refusal(sendTestMail, { as: viewer, body: { testId: unique("test") } })).toMatchObject({
    status: 403,
  });
  await app.close();
  await server.close();
});

test("FIRST-2 without a mail server a test email is stored as a file, and too many an hour are refused", async () => {
  const app = await createTestApp();
  const as = await makeAdmin(app.db, "editor");
  for (let sent = 0; sent < 10; sent += 1)
    await app.request(sendTestMail, { as, body: { testId: unique("test") } });
  expect(await app.refusal(sendTestMail, { as, body: { testId: unique("test") } })).toMatchObject({
    code: "rate-limited",
  });
  const ofPerson = eq(mails.recipient, as.email);
  await expect
    .poll(async () =>
      (await app.db.select().from(mails).where(ofPerson)).every(({ sentAt }) => sentAt !== null),
    )
    .toBe(true);
  expect(await app.request(getMailSetup, { as })).toMatchObject({
    server: null,
    isDemo: false,
    lastSentAt: null,
    test: { sentAt: expect.any(String) },
  });
  await app.close();
});
