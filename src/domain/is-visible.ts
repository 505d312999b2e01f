/** Characters without a shape, and letters that only fill a space. */
const INVISIBLE = /[\s\p{C}\p{Z}\u115f\u1160\u2800\u3164\uffa0]|\u034f/gu;

/** Whether there is anything to read in a text. */
export function isVisible(text: string): boolean {
  return text.replaceAll(INVISIBLE, "") !== "";
}
