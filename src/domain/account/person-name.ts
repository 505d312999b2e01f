import { z } from "zod";
import { isVisible } from "../is-visible.ts";

/** A line break, a control that turns the direction of other text, or the sign of an email or web address. */
const NOT_OF_A_NAME = /[\p{Cc}\u2028\u2029\p{Bidi_Control}@＠]|:\/\/|\bwww\./iu;
/** Text that mail programs turn into a link: letters on both sides of a dot, whatever script writes the dot. */
const DOMAIN = /[\p{L}\p{N}-][.。．｡]\p{L}{2,}|\d+(?:\.\d+){3}/u;

/** Whether a name is one line without an address. Names typed by strangers are mailed to others. */
export function isPlainName(name: string): boolean {
  return !NOT_OF_A_NAME.test(name);
}

/** Whether a mail program may turn a part of a name into a link: "Booking.com". */
export function hasDomain(name: string): boolean {
  return DOMAIN.test(name);
}

export const PLAIN_NAME_MESSAGE = "Please use a name on one line, without an email or web address";

/** The schema of a first or last name. `message` is the error for an empty one. */
export function personName(message = "Expected a name") {
  return z
    .string({ error: message })
    .trim()
    .min(1, message)
    .max(100)
    .refine((name) => name === "" || isVisible(name), message)
    .refine((name) => isPlainName(name) && !hasDomain(name), PLAIN_NAME_MESSAGE);
}
