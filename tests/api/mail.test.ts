import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import PostalMime from "postal-mime";
import { v7 } from "uuid";
import { describe, expect, test } from "vitest";
import { createSecrets } from "#server/identity/create-secrets.ts";
import { composeMail } from "#server/mail/compose-mail.ts";
import { type MailToQueue, queueMail } from "#server/mail/queue-mail.ts";
import { sendMail } from "#server/mail/send-mail.job.ts";
import { auditEvents } from "#server/schema/audit.ts";
import { files } from "#server/schema/files.ts";
import { mails } from "#server/schema/mail.ts";
import { unique } from "#tests/support/factories.ts";
import { freePort } from "#tests/support/free-port.ts";
import { startMailServer } from "#tests/support/mail-server.ts";
import { createTestApp, startTestApp, type TestApp } from "#tests/support/make-app.ts";

const app = await startTestApp();

function letter(given: Partial<MailToQueue> = {}): MailToQueue {
  const to = `${unique("ada")}@example.test`;
  return { to, subject: "A – subject", text: "The text", html: "<p>The text</p>", ...given };
}

const queue = (on: TestApp, mail: MailToQueue, event: string | null = null) =>
  on.db.transaction((tx) => queueMail(tx, on.deps, mail, event));

const rowsTo = (on: TestApp, to: string) => on.db.select().from(mails).where(eq(mails.recipient, to));

async function untilSent(on: TestApp, to: string) {
  await expect.poll(async () => (await rowsTo(on, to)).every((row) => row.sentAt !== null)).toBe(true);
  return rowsTo(on, to);
}

/** A mail's rows in the activity, in order. */
async function actionsOf(on: TestApp, to: string): Promise<string[]> {
  const [row] = await rowsTo(on, to);
  const isAbout = eq(auditEvents.subjectId, row?.mailId ?? "");
  const events = await on.db.select().from(auditEvents).where(isAbout).orderBy(auditEvents.at);
  return events.map(({ action }) => action);
}

async function storedMailsTo(on: TestApp, to: string): Promise<string[]> {
  const folder = join(on.deps.env.dataDir, "mails");
  return (await readdir(folder)).filter((name) => name.includes(to)).map((name) => join(folder, name));
}

describe("mails without a mail server", () => {
  test("are stored as files readable by their owner alone, and listed in the log", async () => {
    const mail = letter();
    await queue(app, mail);
    const [row] = await untilSent(app, mail.to);
    const [path = "", ...more] = await storedMailsTo(app, mail.to);
    expect(more).toEqual([]);
    expect(path).toMatch(new RegExp(`/\\d{8}-\\d{6}-${mail.to}-${row?.mailId}\\.eml$`));
    expect((await stat(path)).mode & 0o077).toBe(0);
    const read = await PostalMime.parse(await readFile(path));
    expect(read).toMatchObject({
      messageId: `<${row?.mailId}@127.0.0.1>`,
      subject: "A – subject",
      to: [{ address: mail.to }],
      from: { name: "Ember & Oak Digital", address: "portal@localhost" },
    });
    expect(read.text?.trim()).toBe("The text");
    expect(read.html?.trim()).toBe("<p>The text</p>");
    const logged = app.log.records.map((record) => JSON.stringify(record));
    const kept = logged.filter((line) => line.includes("kept as a file"));
    expect(kept.filter((line) => line.includes(row?.mailId ?? "none"))).toHaveLength(1);
    expect(logged.filter((line) => line.includes(mail.to))).toEqual([]);
  });

  test("a mail that is sent again, because its sending was not recorded, arrives once", async () => {
    const mail = letter();
    await queue(app, mail);
    const [row] = await untilSent(app, mail.to);
    await app.db.update(mails).set({ sentAt: null }).where(eq(mails.recipient, mail.to));
    await sendMail.run(app.deps, { mailId: row?.mailId ?? "" });
    expect(await storedMailsTo(app, mail.to)).toHaveLength(1);
    expect((await rowsTo(app, mail.to))[0]?.sentAt).not.toBeNull();
  });

  test("one event mails a person once; without an event each mail is its own", async () => {
    const mail = letter();
    const event = unique("document.approved:");
    await Promise.all([queue(app, mail, event), queue(app, mail, event)]);
    await queue(app, { ...letter(), to: letter().to }, event);
    expect(await untilSent(app, mail.to)).toHaveLength(1);
    const code = letter();
    await queue(app, code);
    await queue(app, code);
    expect(await untilSent(app, code.to)).toHaveLength(2);
  });

  test("the words of a mail with a code are forgotten once it is sent", async () => {
    const mail = letter({ text: "123456", html: "<p>123456</p>", carriesCode: true });
    await queue(app, mail);
    expect(await untilSent(app, mail.to)).toMatchObject([{ text: "", html: "", subject: "A – subject" }]);
    const [path = ""] = await storedMailsTo(app, mail.to);
    expect(await readFile(path, "utf8")).toContain("123456");
  });

  test("a mail whose code was encrypted under a lost secret is given up, and the log names the mail", async () => {
    const { to, subject } = letter();
    const mailId = v7();
    const sealed = createSecrets("the secret of a lost data directory").seal("{}");
    await app.db.insert(mails).values({ mailId, recipient: to, subject, text: "", html: "", sealed });
    app.log.allowErrors(/A mail is given up/);
    await sendMail.run(app.deps, { mailId });
    expect(await rowsTo(app, to)).toMatchObject([
      { sentAt: null, givenUpAt: expect.any(Date), failure: "Its code or link can no longer be read." },
    ]);
    const lines = app.log.records.filter((one) => JSON.stringify(one).includes(mailId));
    expect(lines).toMatchObject([
      { level: 50, msg: expect.stringContaining("The person has to ask for another one") },
    ]);
    expect(JSON.stringify(lines)).not.toContain(to);
  });

  test("SIGN-8 a stored file is attached to the mail", async () => {
    const fileId = unique("file");
    const stored = await app.deps.files.put(Buffer.from("%PDF signed"));
    const file = { fileId, ...stored, contentType: "application/pdf", fileName: "Terms – signed.pdf" };
    await app.db.insert(files).values(file);
    const mail = letter({ attachmentFileId: fileId });
    await queue(app, mail);
    await untilSent(app, mail.to);
    const [path = ""] = await storedMailsTo(app, mail.to);
    const [attached] = (await PostalMime.parse(await readFile(path))).attachments;
    expect(attached).toMatchObject({ filename: "Terms – signed.pdf", mimeType: "application/pdf" });
    expect(Buffer.from(attached?.content as ArrayBuffer).toString()).toBe("%PDF signed");
  });

  test("FIELD-6 SIGN-8 a mail whose file is missing is sent with a note, and one whose file was changed is not sent", async () => {
    const fileId = unique("file");
    const stored = await app.deps.files.put(Buffer.from("%PDF of a person"));
    await app.db
      .insert(files)
      .values({ fileId, ...stored, contentType: "application/pdf", fileName: "a.pdf" });
    await app.deps.files.remove(stored.sha256);
    for (const attachmentFileId of [fileId, "a-file-that-was-erased"]) {
      const brand = app.deps.settings.now();
      const words = composeMail(brand, {
        subject: "s",
        heading: "Your copy",
        paragraphs: ["It is attached."],
      });
      const mail = letter({ ...words, attachmentFileId });
      await queue(app, mail);
      await untilSent(app, mail.to);
      const [path = ""] = await storedMailsTo(app, mail.to);
      const sent = await PostalMime.parse(await readFile(path));
      expect(sent.attachments).toEqual([]);
      expect(sent.text).toContain("The PDF isn't attached");
    }
    const changed = unique("file");
    const file = { fileId: changed, contentType: "application/pdf", fileName: "b.pdf" };
    const put = await app.deps.files.put(Buffer.from("%PDF changed"));
    const path = join(
      app.variables.DATA_DIR ?? "",
      "files",
      put.sha256.slice(0, 2),
      put.sha256.slice(2, 4),
      put.sha256,
    );
    await app.db.insert(files).values({ ...file, ...put });
    await writeFile(path, "%PDF CHANGED");
    const mailId = v7();
    const { to, subject } = letter();
    const row = { mailId, recipient: to, subject, text: "", html: "", attachmentFileId: changed };
    await app.db.insert(mails).values(row);
    await expect(sendMail.run(app.deps, { mailId })).rejects.toThrow("was changed");
    expect(await storedMailsTo(app, to)).toEqual([]);
  });

  test("a mail whose change was rolled back is never sent", async () => {
    const mail = letter();
    await app.db
      .transaction(async (tx) => {
        await queueMail(tx, app.deps, mail, null);
        throw new Error("taken back");
      })
      .catch(() => undefined);
    const later = letter();
    await queue(app, later);
    await untilSent(app, later.to);
    expect(await rowsTo(app, mail.to)).toEqual([]);
    expect(await storedMailsTo(app, mail.to)).toEqual([]);
  });

  test("an address cannot lead out of the folder", async () => {
    const mail = letter({ to: "../../../escape@example.test" });
    await queue(app, mail);
    await untilSent(app, mail.to);
    expect(await storedMailsTo(app, "escape@example.test")).toHaveLength(1);
  });
});

describe("mails through a mail server", () => {
  test("while it is down nothing is lost, and when it is back each mail arrives once", async () => {
    const port = await freePort();
    const down = await createTestApp({
      MAIL_URL: `smtp://127.0.0.1:${port}`,
      MAIL_FROM: "Studio <s@studio.test>",
    });
    const [one, two] = [letter(), letter({ subject: "The second" })];
    await queue(down, one);
    await queue(down, two);
    await expect
      .poll(() => down.log.records.filter((record) => record.msg?.startsWith("Job failed")).length)
      .toBeGreaterThanOrEqual(2);
    expect(await rowsTo(down, one.to)).toMatchObject([{ sentAt: null, text: "The text" }]);
    expect((await down.rawRequest("GET /healthz")).status).toBe(200);

    const server = await startMailServer({ port });
    const [row] = await untilSent(down, one.to);
    await untilSent(down, two.to);
    const received = await server.received();
    expect(received.map((mail) => mail.subject).toSorted()).toEqual(["A – subject", "The second"]);
    expect(received.map((mail) => mail.messageId)).toContain(`<${row?.mailId}@127.0.0.1>`);
    expect(received[0]?.from).toMatchObject({ name: "Studio", address: "s@studio.test" });
    await down.close();
    await server.close();
  });

  test("COMPANY-2 a mail whose last try fails is marked as given up, with the answer of the server", async () => {
    const busy = await startMailServer({ refuse: true });
    const on = await createTestApp({ MAIL_URL: `smtp://127.0.0.1:${busy.port}` });
    on.log.allowErrors(/Job given up/);
    await on.alterTables("update pgboss.queue set retry_limit = 0 where name = 'send-mail'");
    const mail = letter();
    await queue(on, mail);
    const read = async () => (await rowsTo(on, mail.to))[0];
    await expect.poll(async () => (await read())?.givenUpAt).toBeInstanceOf(Date);
    expect((await read())?.failure).toContain("451 Try again later");
    expect(await actionsOf(on, mail.to)).toEqual(["mail.refuse", "mail.give-up"]);
    await on.close();
    await busy.close();
  });

  test("COMPANY-9 a mail that the server defers is retried later", async () => {
    const busy = await startMailServer({ refuse: true });
    const on = await createTestApp({ MAIL_URL: `smtp://127.0.0.1:${busy.port}` });
    const mail = letter();
    await queue(on, mail);
    await expect.poll(() => JSON.stringify(on.log.records)).toContain("answered 450 during DATA");
    expect(await rowsTo(on, mail.to)).toMatchObject([
      { sentAt: null, failure: expect.stringContaining("Try again later") },
    ]);
    await busy.close();
    const server = await startMailServer({ port: busy.port });
    await untilSent(on, mail.to);
    expect(await server.received()).toHaveLength(1);
    // The first refusal is told, and that the server took the mail in the end.
    expect(await actionsOf(on, mail.to)).toEqual(["mail.refuse", "mail.send"]);
    await on.close();
    await server.close();
  });

  test("FIRST-2 a mail that the server refuses for good is given up at its first try, and others are sent", async () => {
    const [refused, taken] = [letter(), letter()];
    const server = await startMailServer({ unknown: new Set([refused.to]) });
    const on = await createTestApp({ MAIL_URL: `smtp://127.0.0.1:${server.port}` });
    await queue(on, refused);
    await queue(on, taken);
    const read = async () => (await rowsTo(on, refused.to))[0];
    await expect.poll(async () => (await read())?.givenUpAt).toBeInstanceOf(Date);
    expect(await read()).toMatchObject({
      sentAt: null,
      failure: expect.stringContaining("550 5.1.1 There is no such mailbox"),
    });
    await untilSent(on, taken.to);
    // A job that runs again, such as that of a killed process, finds nothing to do.
    const before = await read();
    await sendMail.run(on.deps, { mailId: before?.mailId ?? "" });
    expect(await read()).toEqual(before);
    expect(await actionsOf(on, refused.to)).toEqual(["mail.give-up"]);
    expect(JSON.stringify(on.log.records)).not.toContain(refused.to);
    await on.close();
    await server.close();
  });
});
