import { z } from "zod";
import { trimEdges } from "../trim-edges.ts";

/** "in.xero.com/abc": an address without its scheme, or with the slashes of one. */
const WITHOUT_SCHEME = /^(?:\/\/)?([^\s/:@]+\.[^\s/:@]+(?:[:/?#].*)?)$/;

/** The link to an invoice in Xero as people type it. A missing "https://" is added. */
export const TypedXeroLink = z
  .string()
  .transform(withScheme)
  .pipe(z.url({ protocol: /^https$/, error: "Please enter an address that begins with https://" }).max(2000));

/** Where the company works in Xero: others are asked for a login there. */
const HOSTS_WITH_LOGIN = ["go.xero.com", "login.xero.com"];

export function asksForLogin(typed: string): boolean {
  const address = withScheme(typed);
  return URL.canParse(address) && HOSTS_WITH_LOGIN.includes(new URL(address).hostname);
}

function withScheme(typed: string): string {
  const text = trimEdges(typed);
  const address = WITHOUT_SCHEME.exec(text)?.[1];
  return address === undefined ? text : `https://${address}`;
}
