/** What people type and paste around and inside a code: blanks, dashes, and marks that no one sees. */
const SEPARATORS = /[\s\p{Pd}\p{Cf}]/gu;

/** A code as people type and paste it: in any case, in the digits of any script, with blanks and dashes or without. */
export function readCode(typed: string): string {
  return typed
    .normalize("NFKC")
    .replace(SEPARATORS, "")
    .replace(/\p{Nd}/gu, asciiDigit)
    .toLowerCase();
}

/** The ten digits of a script follow each other, and no digit comes before its zero. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  const isDigit = (value: number) => /\p{Nd}/u.test(String.fromCodePoint(code - value));
  let value = 0;
  while (value < 9 && isDigit(value + 1)) value += 1;
  return String(value);
}
