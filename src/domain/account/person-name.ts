import { z } from "zod";

/** A line break, or text that a mail program would turn into a link. */
const NOT_OF_A_NAME = /[\p{Cc}\u2028\u2029]|:\/\/|\bwww\./iu;

/** Whether a name is one line without a web address. Names typed by strangers are mailed to others. */
export function isPlainName(name: string): boolean {
  return !NOT_OF_A_NAME.test(name);
}

export const PLAIN_NAME_MESSAGE = "Please use a name on one line, without a web address";

/** The schema of a first or last name. `message` is the error for an empty one. */
export function personName(message = "Expected a name") {
  return z.string({ error: message }).trim().min(1, message).max(100).refine(isPlainName, PLAIN_NAME_MESSAGE);
}
