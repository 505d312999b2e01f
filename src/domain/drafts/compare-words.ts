import { compareTexts, joinParts, type TextPart } from "../compare-texts.ts";

/**
 * What differs between two texts, word by word. The parts without those that were added are the text before, and
 * without those that were removed the text after.
 */
export function compareWords(before: string, after: string): TextPart[] {
  return joinParts(compareTexts(wordsOf(before), wordsOf(after)));
}

/** Words with the space after them, and the ends of lines. */
function wordsOf(text: string): string[] {
  return text.match(/\S+[^\S\n]*|\n|[^\S\n]+/g) ?? [];
}
