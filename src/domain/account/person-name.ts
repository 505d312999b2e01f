import { z } from "zod";

/** A line break, or what a mail would make a link of. */
const NOT_OF_A_NAME = /[\p{Cc}\u2028\u2029]|:\/\/|\bwww\./iu;

/** A name on one line as somebody types it, which is mailed to others: it brings no web address with it. */
export function isPlainName(name: string): boolean {
  return !NOT_OF_A_NAME.test(name);
}

export const PLAIN_NAME_MESSAGE = "Please use a name on one line, without a web address";

/** One of a person's names. `message` is said where there is none. */
export function personName(message = "Expected a name") {
  return z.string({ error: message }).trim().min(1, message).max(100).refine(isPlainName, PLAIN_NAME_MESSAGE);
}
