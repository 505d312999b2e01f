import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import PostalMime, { type Email } from "postal-mime";
import { vi } from "vitest";
import type { TestApp } from "./make-app.ts";

/** Mails go out within a second unless the machine is busy. */
const MAILED_WITHIN_MS = 60_000;

/** The code in the newest mail to this address, once it is sent. */
export function mailedCode(app: TestApp, email: string): Promise<string> {
  return mailedCodeIn(app.deps.env.dataDir, email);
}

/** mailedCode for a portal in another process, by its data directory. */
export function mailedCodeIn(dataDir: string, email: string): Promise<string> {
  return vi.waitFor(() => readCode(join(dataDir, "mails"), email), {
    timeout: MAILED_WITHIN_MS,
    interval: 50,
  });
}

/** The text of the newest mail to this address, once it is sent. */
export function mailedText(app: TestApp, email: string): Promise<string> {
  const read = () => readFromMail(join(app.deps.env.dataDir, "mails"), email, /^([\s\S]+)$/);
  return vi.waitFor(read, { timeout: MAILED_WITHIN_MS, interval: 50 });
}

/** The link of the button in the newest mail to this address. */
export function mailedLinkIn(dataDir: string, email: string): Promise<string> {
  const read = () => readFromMail(join(dataDir, "mails"), email, /^[^\n:]+: (https?:\/\/\S+)$/m);
  return vi.waitFor(read, { timeout: MAILED_WITHIN_MS, interval: 50 });
}

/** The token in the newest link with one that was mailed to this address, whatever else is mailed to it. */
export function mailedToken(app: TestApp, email: string): Promise<string> {
  const read = async () => {
    const all = await readMails(join(app.deps.env.dataDir, "mails"), email);
    const tokens = all.flatMap(({ text = "" }) => /^[^\n:]+: https?:\/\/\S+?#(\S+)$/m.exec(text)?.[1] ?? []);
    const newest = tokens.at(-1);
    if (newest === undefined) throw new Error(`No link with a token has been sent to ${email}.`);
    return newest;
  };
  return vi.waitFor(read, { timeout: MAILED_WITHIN_MS, interval: 50 });
}

/** The time in the newest mail to this address. */
export function mailedMomentIn(dataDir: string, email: string): Promise<string> {
  const moment = /\bon (\d{1,2} \w+ \d{4}, [\d:]+ [ap]m \w+)/i;
  const read = () => readFromMail(join(dataDir, "mails"), email, moment);
  return vi.waitFor(read, { timeout: MAILED_WITHIN_MS, interval: 50 });
}

function readCode(folder: string, email: string): Promise<string> {
  return readFromMail(folder, email, /^(\d{8}|[a-z2-9]{4}(?:-[a-z2-9]{4}){3})$/m);
}

/** The newest mail to this address with such a subject, whatever else is mailed to it. */
export function readMailTo(dataDir: string, email: string, subject: RegExp): Promise<Email> {
  const read = async () => {
    const found = (await readMails(join(dataDir, "mails"), email)).findLast((mail) =>
      subject.test(mail.subject ?? ""),
    );
    if (!found) throw new Error(`No email like ${subject} has been sent to ${email}.`);
    return found;
  };
  return vi.waitFor(read, { timeout: MAILED_WITHIN_MS, interval: 50 });
}

async function readFromMail(folder: string, email: string, wanted: RegExp): Promise<string> {
  const { text = "" } = await readNewestMail(folder, email);
  const found = wanted.exec(text)?.[1];
  if (!found) throw new Error(`The mail to ${email} does not have it: ${text}`);
  return found;
}

async function readNewestMail(folder: string, email: string): Promise<Email> {
  const newest = (await readMails(folder, email)).at(-1);
  if (!newest) throw new Error(`No email has been sent to ${email}.`);
  return newest;
}

/** The mails to this address, oldest first. */
async function readMails(folder: string, email: string): Promise<Email[]> {
  const recipient = email.replaceAll(/[^\w.@+-]/g, "_");
  const names = (await readdir(folder)).filter((name) => name.includes(recipient) && name.endsWith(".eml"));
  return Promise.all(names.sort().map(async (name) => PostalMime.parse(await readFile(join(folder, name)))));
}
