/**
 * White space and signs that cannot be seen, such as a zero-width space or a direction mark, at both edges of a text.
 * Without the lookbehind the time would be quadratic in the white space inside of the text.
 */
export const NO_EDGES = /^[\s\p{Cf}]+|(?<![\s\p{Cf}])[\s\p{Cf}]+$/gu;

export function trimEdges(text: string): string {
  return text.replace(NO_EDGES, "");
}

/** Characters without a shape, and letters that only fill a space. */
const INVISIBLE = /[\s\p{C}\p{Z}\u115f\u1160\u2800\u3164\uffa0]|\u034f/gu;

/** Whether there is anything to read in a text. */
export function isVisible(text: string): boolean {
  return text.replaceAll(INVISIBLE, "") !== "";
}
