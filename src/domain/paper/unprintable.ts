/** A text of paper by the words that name it ("your name"), and its letters for which the portal ships no font. */
export type UnprintablePart = { what: string; letters: readonly string[] };

const MAX_SHOWN = 12;

/** Private and unassigned characters show nothing to point at, so their numbers do. */
function showLetter(letter: string): string {
  if (!/\p{C}/u.test(letter)) return letter;
  return `U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}

/** "Ꭰ Ꮳ U+F0B7 …" */
export function listLetters(letters: readonly string[]): string {
  return letters.slice(0, MAX_SHOWN).map(showLetter).join(" ") + (letters.length > MAX_SHOWN ? " …" : "");
}

const LIST = new Intl.ListFormat("en-AU");

/** What a person is told before they accept or sign a document whose PDF will have boxes; null: it has none. */
export function unprintableWarning(parts: readonly UnprintablePart[]): string | null {
  const missing = parts.filter(({ letters }) => letters.length > 0);
  if (missing.length === 0) return null;
  const letters = listLetters([...new Set(missing.flatMap((part) => part.letters))]);
  const where = LIST.format(missing.map(({ what }) => what));
  const advice = missing.some(({ what }) => what.includes("name"))
    ? " To make the name readable there, add it in Latin letters."
    : "";
  return `The PDF will show empty boxes for these letters in ${where}: ${letters}.${advice} The portal's record keeps every letter. Press Accept again to go on as it is.`;
}
