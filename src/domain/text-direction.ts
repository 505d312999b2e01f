export type Direction = "ltr" | "rtl";

/** The blocks of Unicode that hold scripts written from right to left. Most texts have no letter of them. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const FIRST_LETTER = /\p{L}/u;
/** Addresses, which are written from left to right in every language. */
const ADDRESS = /^\S*(?:@|:\/\/|www\.)\S*$/u;

/** Whether a browser may have to reorder the text. */
export function hasRightToLeft(text: string): boolean {
  return RIGHT_TO_LEFT.test(text);
}

/** The direction of most words. The first letter alone would turn an Arabic sentence that begins with a brand. */
export function directionOf(text: string): Direction | null {
  if (!RIGHT_TO_LEFT.test(text)) return FIRST_LETTER.test(text) ? "ltr" : null;
  const words = text.split(/\s+/u);
  return mostOf(words.filter((word) => !ADDRESS.test(word))) ?? mostOf(words);
}

function mostOf(words: readonly string[]): Direction | null {
  const directions = words.flatMap((word) => {
    const [letter] = FIRST_LETTER.exec(word) ?? [];
    return letter === undefined ? [] : ([RIGHT_TO_LEFT.test(letter) ? "rtl" : "ltr"] as const);
  });
  const fromRight = directions.filter((direction) => direction === "rtl").length;
  const fromLeft = directions.length - fromRight;
  if (fromRight === fromLeft) return directions[0] ?? null;
  return fromRight > fromLeft ? "rtl" : "ltr";
}
