import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import PostalMime from "postal-mime";
import { vi } from "vitest";
import type { TestApp } from "./make-app.ts";

/** The code in the mail to this address, read as the person reads it, once it is sent. */
export function mailedCode(app: TestApp, email: string): Promise<string> {
  return mailedCodeIn(app.deps.env.dataDir, email);
}

/** The same, of a portal in a process of its own on this data directory. */
export function mailedCodeIn(dataDir: string, email: string): Promise<string> {
  return vi.waitFor(() => readCode(join(dataDir, "mails"), email), { timeout: 10_000, interval: 50 });
}

async function readCode(folder: string, email: string): Promise<string> {
  const recipient = email.replaceAll(/[^\w.@+-]/g, "_");
  const names = (await readdir(folder)).filter((name) => name.includes(recipient) && name.endsWith(".eml"));
  const newest = names.sort().at(-1);
  if (!newest) throw new Error(`No mail has been sent to ${email}.`);
  const { text = "" } = await PostalMime.parse(await readFile(join(folder, newest)));
  const code = /^\d{6}$/m.exec(text)?.[0];
  if (!code) throw new Error(`The mail to ${email} has no code: ${text}`);
  return code;
}
