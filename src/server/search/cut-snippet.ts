import { hasWords, isUnspaced } from "#domain/search/typed-words.ts";

const BEFORE = 40;
const LONGEST = 140;

/** The text around the first of the words. */
export function cutSnippet(text: string, words: readonly string[]): string {
  const at = placeOf(text, words);
  const start = at <= BEFORE ? 0 : startOfWord(text, at - BEFORE);
  const rest = text.slice(start);
  const end = rest.length <= LONGEST ? rest.length : endOfWord(rest, LONGEST);
  return `${start > 0 ? "… " : ""}${rest.slice(0, end)}${end < rest.length ? " …" : ""}`;
}

function placeOf(text: string, words: readonly string[]): number {
  const unspaced = words.find((word) => isUnspaced(word) && text.includes(word));
  if (unspaced) return text.indexOf(unspaced);
  for (const { 0: piece, index } of text.matchAll(/\S+/g)) {
    if (words.some((word) => hasWords(piece, [word]))) return index;
  }
  return 0;
}

function startOfWord(text: string, at: number): number {
  const space = text.indexOf(" ", at);
  return space === -1 || space > at + BEFORE ? at : space + 1;
}

function endOfWord(text: string, at: number): number {
  const space = text.lastIndexOf(" ", at);
  return space <= 0 ? at : space;
}
