import { escapeText } from "../escape-html.ts";
import { comparableText } from "../lists/comparable-text.ts";
import { htmlTokens } from "./html-tokens.ts";
import { VARIABLE_IN_TEXT } from "./variables.ts";

/** A character as people see it, its place in the stored text, and what it is compared by; null ends a line. */
type Character = { start: number; end: number; text: string; folded: string | null };

/** The characters of a match, by their place in the text's characters. */
type Range = { first: number; last: number };

const GRAPHEMES = new Intl.Segmenter("en", { granularity: "grapheme" });
const BREAK = "\0";
const FOLDED = new Map<string, string>();

function folded(character: string): string {
  const known = FOLDED.get(character);
  if (known !== undefined) return known;
  const made = comparableText(character).replaceAll(BREAK, "");
  FOLDED.set(character, made);
  return made;
}

function charactersIn(text: string, start: number): Character[] {
  const isPlain = /^[\n\x20-\x7e]*$/.test(text);
  const parts = isPlain ? [...text] : [...GRAPHEMES.segment(text)].map(({ segment }) => segment);
  let at = start;
  return parts.map((part) => {
    at += part.length;
    return { start: at - part.length, end: at, text: part, folded: folded(part) };
  });
}

function charactersOf(value: string, isHtml: boolean): Character[] {
  if (!isHtml) return charactersIn(value, 0);
  let at = 0;
  return htmlTokens(value).flatMap((token): Character[] => {
    const start = at;
    at += token.written.length;
    if (token.kind === "tag" && token.isInline) return [];
    if (token.kind !== "text") return [{ start, end: at, text: BREAK, folded: null }];
    if (token.text === token.written) return charactersIn(token.text, start);
    return [{ start, end: at, text: token.text, folded: folded(token.text) }];
  });
}

/** The matches of a sought text, which is in its comparable form. None begins or ends within a variable. */
function rangesOf(characters: readonly Character[], needle: string): Range[] {
  if (needle === "") return [];
  let compared = "";
  /** The place of the character that begins, and of the one that ends, at a position of the compared text. */
  const begins = new Map<number, number>();
  const ends = new Map<number, number>();
  for (const [place, character] of characters.entries()) {
    const next = character.folded ?? BREAK;
    if (next === "" || (next === " " && compared.endsWith(" "))) continue;
    begins.set(compared.length, place);
    compared += next;
    ends.set(compared.length, place);
  }
  const variables = variablesIn(characters);
  const found: Range[] = [];
  for (let at = compared.indexOf(needle); at !== -1; ) {
    const [first, last] = [begins.get(at), ends.get(at + needle.length)];
    const range = first === undefined || last === undefined ? null : { first, last };
    const isWhole = range !== null && !variables.some((variable) => cutsInto(range, variable));
    if (isWhole) found.push(range);
    at = compared.indexOf(needle, at + (isWhole ? needle.length : 1));
  }
  return found;
}

function variablesIn(characters: readonly Character[]): Range[] {
  const places = characters.flatMap(({ text }, place) => Array.from({ length: text.length }, () => place));
  const text = characters.map((character) => character.text).join("");
  return [...text.matchAll(VARIABLE_IN_TEXT)].map(({ index, 0: written }) => ({
    first: places[index] ?? 0,
    last: places[index + written.length - 1] ?? 0,
  }));
}

function cutsInto(range: Range, variable: Range): boolean {
  const isApart = range.last < variable.first || range.first > variable.last;
  return !isApart && (range.first > variable.first || range.last < variable.last);
}

/** How often a text holds what is sought, without case and accents. */
export function countIn(value: string, isHtml: boolean, query: string): number {
  return rangesOf(charactersOf(value, isHtml), comparableText(query)).length;
}

/** The places of what is sought in a text without HTML, from a character to before another. */
export function placesIn(text: string, query: string): { start: number; end: number }[] {
  const characters = charactersOf(text, false);
  return rangesOf(characters, comparableText(query)).map(({ first, last }) => ({
    start: characters[first]?.start ?? 0,
    end: characters[last]?.end ?? 0,
  }));
}

/** The text with the chosen matches replaced, counted from 0. Tags and everything else remain byte for byte. */
export function replaceIn(
  value: string,
  isHtml: boolean,
  { query, replacement }: { query: string; replacement: string },
  isChosen: (match: number) => boolean,
): string {
  const characters = charactersOf(value, isHtml);
  const written = isHtml ? escapeText(replacement) : replacement;
  let result = "";
  let at = 0;
  for (const [match, { first, last }] of rangesOf(characters, comparableText(query)).entries()) {
    if (!isChosen(match)) continue;
    for (const [place, { start, end }] of characters.slice(first, last + 1).entries()) {
      result += value.slice(at, start) + (place === 0 ? written : "");
      at = end;
    }
  }
  return result + value.slice(at);
}
