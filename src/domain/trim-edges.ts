/**
 * White space and signs that cannot be seen, such as a zero-width space or a direction mark, at both edges of a text.
 * Without the lookbehind the time would be quadratic in the white space inside of the text.
 */
export const NO_EDGES = /^[\s\p{Cf}]+|(?<![\s\p{Cf}])[\s\p{Cf}]+$/gu;

export function trimEdges(text: string): string {
  return text.replace(NO_EDGES, "");
}
