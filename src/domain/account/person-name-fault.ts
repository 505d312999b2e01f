import { isVisible, trimEdges } from "../typed-text.ts";

/** A line break, a control that turns the direction of other text, or the sign of an email or web address. */
const NOT_OF_A_NAME = /[\p{Cc}\u2028\u2029\p{Bidi_Control}@＠]|:\/\/|\bwww\./iu;
/** Text that mail programs turn into a link: letters on both sides of a dot, whatever script writes the dot. */
const DOMAIN = /[\p{L}\p{N}-][.。．｡]\p{L}{2,}|\d+(?:\.\d+){3}/u;
/** Marks that no one sees and that no spelling needs. Persian and Indic names need joiners. */
const HIDDEN = /[\p{Bidi_Control}\u00ad\u180e\u200b\u2060-\u2064\ufeff]/u;
/** The ends of web addresses as they are written: other than in "S.Kumar", "St.John" and "M.Sc", small letters. */
const ADDRESS =
  /[\p{L}\p{N}-][.。．｡](?:(?:com|net|org|info|biz|edu|gov|example|test|xyz|app|dev|shop|online|site|store|club|live|link|click|page|[a-z]{2})(?![\p{L}\p{N}])|(?![a-z])\p{Ll}{2})|[.。．｡](?:COM|NET|ORG|Com|Net|Org)(?![\p{L}\p{N}])|\d+(?:\.\d+){3}/u;

/** Whether a name is one line without an address. Names typed by strangers are mailed to others. */
export function isPlainName(name: string): boolean {
  return !NOT_OF_A_NAME.test(name);
}

/** Whether a mail program may turn a part of a name into a link: "Booking.com". */
export function hasDomain(name: string): boolean {
  return DOMAIN.test(name);
}

/** A name as mails show it: a space after each dot, so that no mail program makes a link of "Md.Rahim". */
export function unlinkedName(name: string): string {
  return name.replaceAll(/(?<=[\p{L}\p{N}])([.。．｡])(?=[\p{L}\p{N}])/gu, "$1 ");
}

export const PLAIN_NAME_MESSAGE = "Please use a name on one line, without an email or web address";
const DOTTED_NAME_MESSAGE =
  "This reads like a web address. If it is a name, please type a space after the dot, such as “Md. Ab”";

/** Why a text is no name of a person; null if it is one. `missing` is the answer to a text without a letter. */
export function findNameFault(typed: string, missing: string): string | null {
  const name = trimEdges(typed);
  if (!isVisible(name) || !/\p{L}/u.test(name)) return missing;
  if (name.length > 100) return "Please use at most 100 characters";
  if (HIDDEN.test(name))
    return "Please type this name again: a mark in it that can't be seen may turn the direction of other text";
  if (!isPlainName(name)) return PLAIN_NAME_MESSAGE;
  return ADDRESS.test(name) ? DOTTED_NAME_MESSAGE : null;
}
