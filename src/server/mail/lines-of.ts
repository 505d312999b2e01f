/** The lines of a person's text that are not empty: a paragraph of a mail each. */
export function linesOf(text: string): string[] {
  return text.split("\n").flatMap((line) => line.trim() || []);
}
