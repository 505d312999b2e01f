import { hasWords, isUnspaced, typedWords } from "#domain/search/typed-words.ts";

/** A text with the words in bold that were typed. */
export function MarkedText({ text, typed }: { text: string; typed: string }) {
  const words = typedWords(typed);
  if (words.length === 0) return text;
  return pieces(text).map(({ piece, at }) =>
    words.some((word) => isMeant(piece, word)) ? <b key={at}>{piece}</b> : piece,
  );
}

function pieces(text: string): { piece: string; at: number }[] {
  return [...text.matchAll(EACH_PIECE)].map(({ 0: piece, index: at }) => ({ piece, at }));
}

/** Single characters of scripts without spaces, words, and what is between them. */
const EACH_PIECE =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]|(?:(?![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}])[\p{L}\p{N}\p{M}]|(?<=[\p{L}\p{N}\p{M}])['’‘‛′`՚׳\u00ad\u200b-\u200f\u2060](?=[\p{L}\p{N}\p{M}]))+|[^\p{L}\p{N}\p{M}]+/gu;

function isMeant(piece: string, word: string): boolean {
  return isUnspaced(word) ? piece === word : hasWords(piece, [word]);
}
