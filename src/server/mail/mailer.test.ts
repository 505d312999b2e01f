import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";
import { startMailServer } from "#tests/support/mail-server.ts";
import { readEnv } from "../env.ts";
import { createMailer, type OutgoingMail } from "./mailer.ts";

const log = pino({ level: "silent" });
const SETTINGS = { companyName: "Ember & Oak", replyTo: null };
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
  return { server, mailer: createMailer(env, () => SETTINGS, log) };
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
