/** Scripts without spaces between words are counted by their words too. */
const WORDS = new Intl.Segmenter(undefined, { granularity: "word" });

/** How many words a text has. Numbers count, punctuation does not. */
export function countWords(text: string): number {
  return [...WORDS.segment(text)].filter(({ isWordLike }) => isWordLike).length;
}
