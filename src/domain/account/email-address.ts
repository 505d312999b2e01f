import { trimEdges } from "../typed-text.ts";

/** The part before the @: a dot-atom of RFC 5321, which may also hold "&", "/" and "=". */
const LOCAL = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i;
const HOST = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})$/i;
/** What no name of a host has. An address of the web would drop some of it in silence. */
const NOT_OF_A_HOST = /[\s\p{C}]|(?![.-])[!-/:-@[-`{-~]/u;

const MAX_LENGTH = 254;
const MAX_LOCAL_LENGTH = 64;

/** An address as the portal stores it: trimmed, its domain in punycode, so that both forms are one address. */
export function canonicalEmail(typed: string): string {
  const text = trimEdges(typed);
  const at = text.lastIndexOf("@");
  const domain = text.slice(at + 1);
  if (at === -1 || /^[!-~]*$/.test(domain) || NOT_OF_A_HOST.test(domain)) return text;
  const host = `http://${domain}`;
  return URL.canParse(host) ? `${text.slice(0, at)}@${new URL(host).hostname}` : text;
}

/** Why a text is no address of a mailbox, in a sentence with the cure; null if it is one. */
export function findEmailFault(typed: string, message = "Please enter a valid email"): string | null {
  const email = canonicalEmail(typed);
  const at = email.lastIndexOf("@");
  const [local, domain] = [email.slice(0, at), email.slice(at + 1)];
  const named = /^[^<>]*<([^<>@]+@[^<>@]+)>$/.exec(email)?.[1];
  if (named !== undefined && findEmailFault(named) === null)
    return `Please enter the address alone, without a name: ${named}`;
  if (/^mailto:/i.test(email)) return "Please enter the address alone, without “mailto:”";
  if (at > 0 && local.startsWith('"'))
    return "An address with quotation marks can't be used here. Please enter another one";
  if (at > 0 && LOCAL.test(local.replaceAll(/[\p{L}\p{M}\p{N}]/gu, "x")) && !LOCAL.test(local))
    return "Please use an address with only English letters before the @";
  const isFound = at > 0 && LOCAL.test(local) && isHost(domain);
  return isFound && email.length <= MAX_LENGTH && local.length <= MAX_LOCAL_LENGTH ? null : message;
}

/** What the portal took as addresses before: also long parts before the @, and hosts that nothing can resolve. */
const TAKEN_BEFORE = /^(?!\.)(?!.*\.\.)[a-z0-9_'+.-]*[a-z0-9_+-]@(?:[a-z0-9][a-z0-9-]*\.)+[a-z]{2,}$/i;

/** Why a text cannot be the email of an account that exists. */
export function findAccountEmailFault(typed: string, message?: string): string | null {
  const email = canonicalEmail(typed);
  return TAKEN_BEFORE.test(email) && email.length <= MAX_LENGTH ? null : findEmailFault(typed, message);
}

/** Punycode that decodes to nothing is no domain. */
function isHost(domain: string): boolean {
  return HOST.test(domain) && (!/xn--/i.test(domain) || URL.canParse(`http://${domain}`));
}
