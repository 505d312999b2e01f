/** Encodings of files that are not Unicode, by their labels of the Encoding Standard. */
export const ENCODING_NAMES = {
  "windows-1252": "Western (Windows)",
  macintosh: "Western (Mac)",
  "windows-1250": "Central European",
  "windows-1251": "Cyrillic (Windows)",
  "koi8-r": "Cyrillic (KOI8-R)",
  "windows-1253": "Greek",
  "windows-1254": "Turkish",
  "windows-1255": "Hebrew",
  "windows-1256": "Arabic",
  shift_jis: "Japanese (Shift-JIS)",
  "euc-jp": "Japanese (EUC-JP)",
  gb18030: "Chinese, simplified",
  big5: "Chinese, traditional",
  "euc-kr": "Korean",
} as const;
export type Encoding = keyof typeof ENCODING_NAMES;

/** Encodings that can be detected by their letters, the likelier first. A person selects the others. */
const GUESSED: readonly Encoding[] = [
  "windows-1252",
  "macintosh",
  "windows-1251",
  "koi8-r",
  "windows-1250",
  "windows-1253",
  "shift_jis",
  "euc-kr",
  "gb18030",
  "big5",
];

/** The pairs of bytes that everyday texts of an encoding use: the first byte, and the least second one. */
const EVERYDAY_PAIRS: Partial<Record<Encoding, { isFirst: (byte: number) => boolean; second: number }>> = {
  shift_jis: { isFirst: (byte) => byte >= 0x81 && byte <= 0x98, second: 0x40 },
  "euc-kr": {
    isFirst: (byte) => (byte >= 0xa1 && byte <= 0xac) || (byte >= 0xb0 && byte <= 0xc8),
    second: 0xa1,
  },
  gb18030: {
    isFirst: (byte) => (byte >= 0xa1 && byte <= 0xa9) || (byte >= 0xb0 && byte <= 0xd7),
    second: 0xa1,
  },
  big5: { isFirst: (byte) => byte >= 0xa1 && byte <= 0xc6, second: 0x40 },
};

/** More than this share of odd letters is no text of any encoding. */
const MAX_ODD_SHARE = 0.5;
const MAX_SCORED_BYTES = 20_000;

/** The encoding in which the letters of a file make the most sense; null if they do in none. */
export function guessEncoding(bytes: Uint8Array): Encoding | null {
  const lines = linesWithLetters(bytes);
  const letters = lines.filter((byte) => byte >= 0x80).length;
  // Excel for Mac ended lines so while it wrote the letters of the Mac.
  const isOfMac = bytes.includes(0x0d) && !bytes.includes(0x0a);
  const order = isOfMac ? (["macintosh", ...GUESSED] as const) : GUESSED;
  const scored = order.map((encoding) => ({ encoding, odd: oddLetters(lines, encoding) }));
  const best = scored.reduce((least, one) => (one.odd < least.odd ? one : least));
  return best.odd <= letters * MAX_ODD_SHARE ? best.encoding : null;
}

/** The lines with bytes beyond ASCII, up to some limit. */
function linesWithLetters(bytes: Uint8Array): Uint8Array {
  const found: number[] = [];
  let from = 0;
  let hasLetters = false;
  for (const [at, byte] of bytes.entries()) {
    hasLetters ||= byte >= 0x80;
    if (byte !== 0x0a && byte !== 0x0d && at < bytes.length - 1) continue;
    if (hasLetters) found.push(...bytes.subarray(from, Math.min(at + 1, from + MAX_SCORED_BYTES)));
    if (found.length > MAX_SCORED_BYTES) break;
    from = at + 1;
    hasLetters = false;
  }
  return new Uint8Array(found);
}

/** How many letters would be odd if the bytes were of this encoding. */
function oddLetters(bytes: Uint8Array, encoding: Encoding): number {
  let text: string;
  try {
    text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
  const words = text.match(/[\p{L}\p{M}\p{N}\p{S}\p{Co}\x80-\xbf–—†‡‰]+/gu) ?? [];
  return oddPairs(bytes, encoding) + words.reduce((sum, word) => sum + oddInWord(word), 0);
}

function oddPairs(bytes: Uint8Array, encoding: Encoding): number {
  const everyday = EVERYDAY_PAIRS[encoding];
  if (!everyday) return 0;
  let odd = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte < 0x80) continue;
    const isHalfWidth = encoding === "shift_jis" && byte >= 0xa1 && byte <= 0xdf;
    if (isHalfWidth || !everyday.isFirst(byte) || (bytes[at + 1] ?? 0) < everyday.second) odd += 2;
    if (!isHalfWidth) at += 1;
  }
  return odd;
}

const SCRIPTS = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u];
const PLAIN_SIGN = /[£€$¥©®™°²³½¼¾×±§•–—|+<>=~^`]/u;

function oddInWord(word: string): number {
  if (!/\P{ASCII}/u.test(word)) return 0;
  let odd = 0;
  const scripts = SCRIPTS.filter((script) => script.test(word)).length;
  if (scripts > 1) odd += 2;
  // Western words have a letter with an accent here and there, never one after the other.
  odd +=
    2 *
    (word.match(/(?:(?![a-z])\p{Script=Latin}){3,}/giu) ?? []).filter((run) => /\P{ASCII}{3}/u.test(run))
      .length;
  const isUpper = word === word.toUpperCase();
  const letters = [...word];
  for (const [at, letter] of letters.entries()) odd += oddOfLetter(letter, letters, at, isUpper);
  return odd;
}

function oddOfLetter(letter: string, letters: readonly string[], at: number, isUpper: boolean): number {
  const before = letters[at - 1] ?? "";
  const isBeyond = /\P{ASCII}/u.test(letter);
  if (/[\x80-\x9f\p{Co}\ufffd]/u.test(letter)) return 5;
  if (isBeyond && /[\p{S}\p{Lm}\p{P}\p{No}]/u.test(letter)) {
    if (isAmongLetters(letters, at)) return 1;
    return PLAIN_SIGN.test(letter) ? 0 : 0.5;
  }
  // An upper-case letter inside a word, as in "CafŽ".
  const isInside = !isUpper && at > 0 && /\p{Lu}/u.test(letter) && /\p{L}/u.test(before);
  return isInside && (isBeyond || /\P{ASCII}/u.test(before)) ? 1 : 0;
}

function isAmongLetters(letters: readonly string[], at: number): boolean {
  return /\p{L}/u.test(letters[at - 1] ?? "") || /\p{L}/u.test(letters[at + 1] ?? "");
}
