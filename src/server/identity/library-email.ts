import { z } from "zod";

// The sign-in library refuses addresses that are valid, such as r&d@client.example and post@client.xn--p1ai, and its rule
// cannot be set. It is given others for them, which hold the address in letters that it knows.

/** No mailbox is below ".invalid" (RFC 2606). */
const ENCODED = "@encoded.invalid";

const KnownToLibrary = z.email();

/** The email by which the library is asked for an account. */
export function libraryEmail(email: string): string {
  if (KnownToLibrary.safeParse(email).success && !email.toLowerCase().endsWith(ENCODED)) return email;
  return `x${Buffer.from(email).toString("hex")}${ENCODED}`;
}

/** The email of the account that the library asks for. */
export function ownEmail(email: string): string {
  if (!email.endsWith(ENCODED)) return email;
  return Buffer.from(email.slice(1, -ENCODED.length), "hex").toString();
}
