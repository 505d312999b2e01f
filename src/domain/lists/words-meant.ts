import { comparableText, containing } from "./comparable-text.ts";

/** The word of a closed set that a text spells whole, whatever its case: "in progress" is IN_PROGRESS. */
export function wholeWord(words: readonly string[], text: string): string | undefined {
  const sought = comparableText(text);
  return words.find((word) => comparableText(word) === sought);
}

/**
 * The words of a closed set that a filter finds. A whole word finds only itself, so PAID does not find UNPAID; any
 * other text finds the words that contain it.
 */
export function wordsMeant(words: readonly string[], wanted: string): string[] {
  const whole = wholeWord(words, wanted);
  return whole === undefined ? words.filter(containing(wanted)) : [whole];
}
