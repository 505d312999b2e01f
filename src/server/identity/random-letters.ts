import { randomInt } from "node:crypto";

/** Without those that look alike when they are read from paper or a screen. */
const LETTERS = "abcdefghjkmnpqrstuvwxyz23456789";

/** Letters and digits of a code that a person types. */
export function randomLetters(count: number): string {
  return Array.from({ length: count }, () => LETTERS[randomInt(LETTERS.length)]).join("");
}
