import { Email } from "#domain/account/user-profile.ts";

/** The sender of mails. */
export type MailSender = { name: string; address: string };

const NAMED = /^(.*?)\s*<\s*([^<>\s]+)\s*>$/;
const QUOTED = /^"((?:[^"\\]|\\.)*)"$/;
/** Outside of quotes these signs separate senders or end a name. */
const NOT_IN_NAME = /["<>\\@;]|\p{Cc}/u;

/** Reads `ada@ember.example` or `"Ember & Oak" <ada@ember.example>`. Null for everything but one address. */
export function readMailSender(text: string): MailSender | null {
  if (/\p{Cc}/u.test(text)) return null;
  const [, written = "", address = ""] = NAMED.exec(text.trim()) ?? ["", "", text.trim()];
  const name = readName(written);
  return name !== null && isAddress(address) ? { name, address } : null;
}

function readName(written: string): string | null {
  const quoted = QUOTED.exec(written)?.[1];
  if (quoted !== undefined) return quoted.replaceAll(/\\(.)/g, "$1").trim();
  return NOT_IN_NAME.test(written) ? null : written;
}

/** In an office's own network a host has no dot. */
function isAddress(address: string): boolean {
  const [, host = ""] = address.split("@");
  return Email.safeParse(host.includes(".") ? address : `${address}.local`).success;
}
