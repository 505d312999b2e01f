/** Windows and macOS take 255 units of a name; a folder of downloads and an ending need some of them. */
const MAX_LENGTH = 180;

const EACH_LETTER = new Intl.Segmenter("en", { granularity: "grapheme" });

/**
 * A file name that every file system accepts and that shows its true ending: without control and path characters, marks
 * of direction and others without a shape. A long one is cut between letters, before its ending.
 */
export function plainFileName(name: string): string {
  // Joiners between letters belong to the spelling of Persian and Indic names.
  const shown = name.replaceAll(/(?<!\p{L}\p{M}*)[\u200c\u200d]|(?![\u200c\u200d])\p{Cf}|\p{Cs}/gu, "");
  const plain = shown.replaceAll(/[\p{Cc}\s/\\:*?"<>|]+/gu, " ").trim();
  if (plain.length <= MAX_LENGTH) return plain;
  const ending = /\.[a-z0-9]{1,5}$/i.exec(plain)?.[0] ?? "";
  const room = MAX_LENGTH - ending.length;
  let start = "";
  for (const { segment } of EACH_LETTER.segment(plain.slice(0, -ending.length || undefined))) {
    if (start.length + segment.length > room) break;
    start += segment;
  }
  return start.trimEnd() + ending;
}
