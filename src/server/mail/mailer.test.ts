import { type AddressInfo, createServer } from "node:net";
import { createInterface } from "node:readline";
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { startMailServer } from "#tests/support/mail-server.ts";
import { casesFor, SEED } from "#tests/support/suite-cases.ts";
import type { OutgoingMail } from "../deps.ts";
import { readEnv } from "../env/read-env.ts";
import { createLog } from "../log.ts";
import { createMailer, MailNotSent } from "./mailer.ts";

const log = createLog("silent");
const SETTINGS = { companyName: "Ember & Oak", replyTo: null };
const NO_LOGO = async () => null;
const LETTER: OutgoingMail = {
  mailId: "0191a000-0000-7000-8000-000000000001",
  to: "ada@example.test",
  subject: "A subject",
  text: "The text",
  html: "<p>The text</p>",
  attachments: [],
};

async function setUp(offersTls: boolean, variables: Record<string, string> = {}) {
  const server = await startMailServer({ offersTls });
  onTestFinished(() => server.close());
  const env = readEnv({ MAIL_URL: `smtp://127.0.0.1:${server.port}`, ...variables });
  return { server, mailer: createMailer(env, () => SETTINGS, log, NO_LOGO) };
}

test("a mail server that offers TLS gets mails through TLS, also with a certificate of its own making", async () => {
  const { server, mailer } = await setUp(true);
  await mailer.send(LETTER);
  expect(server.encrypted).toEqual([true]);
});

test("a mail server without TLS gets mails, unless TLS is required", async () => {
  const open = await setUp(false);
  await open.mailer.send(LETTER);
  expect(open.server.encrypted).toEqual([false]);

  const strict = await setUp(false, { MAIL_TLS: "required" });
  await expect(strict.mailer.send(LETTER)).rejects.toThrow(/STARTTLS/);
  expect(strict.server.encrypted).toEqual([]);
});

test("a mail that must go through TLS goes through TLS", async () => {
  const { server, mailer } = await setUp(true, { MAIL_TLS: "required" });
  await mailer.send(LETTER);
  expect(server.encrypted).toEqual([true]);
});

test("FIELD-11 mails have the sender of MAIL_FROM", async () => {
  const { server, mailer } = await setUp(false, { MAIL_FROM: "Ember & Oak, Ltd <portal@ember.example>" });
  await mailer.send(LETTER);
  const [mail] = await server.received();
  expect(mail?.from).toEqual({ name: "Ember & Oak, Ltd", address: "portal@ember.example" });
});

/** A mail server that answers one command, by its first word, in its own way. */
async function startOddServer(refused: string, reply: string): Promise<number> {
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    let isMessage = false;
    const answer = (command: string, usual: string) => socket.write(command === refused ? reply : usual);
    answer("GREETING", "220 mail.test\r\n");
    createInterface({ input: socket }).on("line", (line) => {
      if (isMessage && line !== ".") return;
      const command = isMessage ? "MESSAGE" : (line.split(/[ :]/)[0] ?? "");
      isMessage = !isMessage && command === "DATA" && refused !== "DATA";
      answer(command, isMessage ? "354 go on\r\n" : "250 ok\r\n");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

test("FIELD-11 whatever a mail server answers, no recipient reaches the log, and the mail's row gets its words", async () => {
  const words = fc.constantFrom(
    "<ada@example.test>: user unknown",
    "ada at example.test is unknown",
    "RCPT TO:<ada@example.test> ORCPT=rfc822;ada+40example.test",
    "ada%example.test@relay.test, also Ada (ada@example.test)",
    "\u0000\u00e9\u001b[2J ada @ example.test",
    "=?utf-8?q?ada=40example.test?=",
  );
  const code = fc.constantFrom("550 5.1.1 ", "450-4.7.1 wait\r\n450 4.7.1 ", "554 ", "5.1.1 ", "");
  const command = fc.constantFrom("GREETING", "EHLO", "MAIL", "RCPT", "DATA", "MESSAGE");
  await fc.assert(
    fc.asyncProperty(command, code, words, async (refused, begins, serverReply) => {
      const isEhlo = refused === "EHLO";
      const port = await startOddServer(refused, `${begins}${serverReply}\r\n`);
      const lines: string[] = [];
      const recorder = createLog("debug", { write: (line: string) => lines.push(line) });
      const env = readEnv({ MAIL_URL: `smtp://127.0.0.1:${port}` });
      const failure = await createMailer(env, () => SETTINGS, recorder, NO_LOGO)
        .send(LETTER)
        .catch((error: unknown) => error);
      if (isEhlo && failure === undefined) return;
      expect(failure).toBeInstanceOf(MailNotSent);
      recorder.warn({ err: failure }, "Job failed; it will be tried again");
      expect(lines.join("")).not.toMatch(/ada|example\.test/i);
      if (refused === "RCPT" && begins.startsWith("550")) {
        expect(lines.join("")).toContain("The mail server answered 550 5.1.1 during RCPT TO");
        expect((failure as MailNotSent).words()).toContain("550 5.1.1");
      }
    }),
    { seed: SEED, numRuns: casesFor(40, 300) },
  );
});

test.each([
  ["RCPT", "550 5.1.1 no such mailbox", true],
  ["MAIL", "553 5.7.1 not a sender of yours", true],
  ["MESSAGE", "554 5.7.1 this looks like spam", true],
  ["DATA", "552 5.2.2 the mailbox is full", true],
  ["RCPT", "450 4.2.0 try again later", false],
  ["MAIL", "530 5.7.0 sign in first", false],
  ["GREETING", "554 5.3.2 no service here", false],
  ["MESSAGE", "451 4.3.0 try again later", false],
])("FIRST-2 whether an answer to %s refuses a mail for good: %s", async (refused, reply, isFinal) => {
  const port = await startOddServer(refused, `${reply}\r\n`);
  const mailer = createMailer(
    readEnv({ MAIL_URL: `smtp://127.0.0.1:${port}` }),
    () => SETTINGS,
    log,
    NO_LOGO,
  );
  await expect(mailer.send(LETTER)).rejects.toMatchObject({ isFinal });
});

test("FIRST-2 a mail server that does not answer refuses nothing for good", async () => {
  const mailer = createMailer(readEnv({ MAIL_URL: "smtp://127.0.0.1:9" }), () => SETTINGS, log, NO_LOGO);
  await expect(mailer.send(LETTER)).rejects.toMatchObject({ isFinal: false });
});
