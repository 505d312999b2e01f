import { type Encoding, guessEncoding } from "./guess-encoding.ts";

/** The text of a file. `encoding` is set if it was guessed: then a person checks the samples. */
export type TextFile = { text: string; encoding: Encoding | null; samples: string[] };

/** A file that is no text, with the cure as its message. */
export class UnreadableFile extends Error {}

const SAVE_AS_UTF8 = "Please save it as CSV UTF-8 in the program that it comes from, and choose it again.";

/** Reads a file of any program: Unicode by its byte order mark, others in the selected or likeliest encoding. */
export async function readTextFile(file: Blob, chosen: Encoding | null = null): Promise<TextFile> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const kind = nameFileKind(bytes);
  if (kind !== null) throw new UnreadableFile(kind);
  const { decoded, encoding } = decodeText(bytes, chosen);
  // Programs of MS-DOS end a file with Ctrl-Z.
  const text = decoded.endsWith("\u001a") ? decoded.slice(0, -1) : decoded;
  const refusal = nameMarkup(text) ?? refuseNul(text) ?? (encoding === null ? refuseDamaged(text) : null);
  if (refusal !== null) throw new UnreadableFile(refusal);
  return { text, encoding, samples: encoding === null ? [] : samplesOf(text) };
}

/** `encoding` is null for Unicode. */
function decodeText(bytes: Uint8Array, chosen: Encoding | null) {
  const unicode = readUnicode(bytes) ?? readDamagedUtf8(bytes);
  if (unicode !== null) return { decoded: unicode, encoding: null };
  // Only UTF-16 has zero bytes, and one that cannot be read was cut off.
  const encoding = bytes.includes(0) ? null : (chosen ?? guessEncoding(bytes));
  if (encoding === null)
    throw new UnreadableFile(`The characters in this file couldn't be read. ${SAVE_AS_UTF8}`);
  return { decoded: new TextDecoder(encoding).decode(bytes), encoding };
}

/** UTF-8, or UTF-16 in either order, with or without a mark; null if a file is neither. */
function readUnicode(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return decode("utf-16le", bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return decode("utf-16be", bytes);
  return (bytes.includes(0) ? readUnmarkedUtf16(bytes) : null) ?? decode("utf-8", bytes);
}

/** In UTF-16 the separators and line ends of a table have a zero byte on the same side each. */
function readUnmarkedUtf16(bytes: Uint8Array): string | null {
  const read = (["utf-16le", "utf-16be"] as const)
    .map((label) => decode(label, bytes))
    .filter((text) => text !== null)
    .map((text) => ({ text, share: (text.match(/[,;\t\r\n]/g) ?? []).length / text.length }));
  const best = read.reduce((most, one) => (one.share > most.share ? one : most), { text: "", share: 0.01 });
  return best.text === "" || best.text.includes("\0") ? null : best.text;
}

function decode(label: string, bytes: Uint8Array): string | null {
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** UTF-8 in which some bytes are wrong, as in a file that was cut off; null if no more letters are sound than damaged. */
function readDamagedUtf8(bytes: Uint8Array): string | null {
  const text = new TextDecoder().decode(bytes);
  const beyondAscii = text.match(/\P{ASCII}/gu)?.length ?? 0;
  const damaged = text.match(/\ufffd/g)?.length ?? 0;
  return beyondAscii > 2 * damaged ? text : null;
}

function refuseNul(text: string): string | null {
  const line = lineOf("\0", text);
  if (line === null) return null;
  return `Line ${line} has an unreadable character (NUL), so the file may be damaged. ${SAVE_AS_UTF8}`;
}

/** The sign is in the place of a letter that this program or another one could not read. */
function refuseDamaged(text: string): string | null {
  const line = lineOf("\ufffd", text);
  return line === null ? null : `Line ${line} has a damaged character (“\ufffd”). ${SAVE_AS_UTF8}`;
}

function lineOf(sign: string, text: string): number | null {
  const at = text.indexOf(sign);
  return at === -1 ? null : text.slice(0, at).split(/\r\n|\r|\n/).length;
}

const MAX_SAMPLES = 5;
const MAX_SAMPLE_LENGTH = 60;

/** The first texts of cells by which a person sees whether the letters are right. */
function samplesOf(text: string): string[] {
  const samples = new Set<string>();
  for (const [cell] of text.matchAll(/[^,;\t\r\n"]*\P{ASCII}[^,;\t\r\n"]*/gu)) {
    samples.add(cell.trim().slice(0, MAX_SAMPLE_LENGTH));
    if (samples.size === MAX_SAMPLES) break;
  }
  return [...samples];
}

const SAVE_IN_EXCEL =
  "In Excel choose File, Save As, “CSV UTF-8 (Comma delimited)”, and choose that file here.";

type Kind = { starts: readonly number[]; has?: string; sentence: string };

const ZIP = [0x50, 0x4b, 0x03, 0x04];

/** Files that are no CSV, whatever their names end with. Of those with the same start the first that fits. */
const KINDS: readonly Kind[] = [
  { starts: ZIP, has: "word/", sentence: tableOf("a Word document") },
  { starts: ZIP, has: "ppt/", sentence: tableOf("a presentation") },
  // The list that each Office file begins with; what is left of them are workbooks.
  {
    starts: ZIP,
    has: "[Content_Types].xml",
    sentence: `This is an Excel workbook, not a CSV file. ${SAVE_IN_EXCEL}`,
  },
  {
    starts: ZIP,
    has: "Index/",
    sentence:
      "This is a Numbers spreadsheet, not a CSV file. In Numbers choose File, Export To, CSV, and choose that file here.",
  },
  {
    starts: ZIP,
    has: "opendocument.spreadsheet",
    sentence:
      "This is an OpenDocument spreadsheet, not a CSV file. Choose Save As, Text CSV with the character set UTF-8, and choose that file here.",
  },
  {
    starts: ZIP,
    sentence: `This is a ZIP file, as Excel workbooks are, not a CSV file. ${SAVE_IN_EXCEL} From an archive, choose the CSV file in it.`,
  },
  {
    starts: [0x1f, 0x8b],
    sentence: "This is a compressed file. Please open it, and choose the CSV file in it.",
  },
  {
    starts: [0xd0, 0xcf, 0x11, 0xe0],
    sentence: `This is an Excel workbook (.xls), not a CSV file. ${SAVE_IN_EXCEL}`,
  },
  { starts: [0x25, 0x50, 0x44, 0x46], sentence: tableOf("a PDF") },
  { starts: [0x7b, 0x5c, 0x72, 0x74, 0x66], sentence: tableOf("a formatted text (RTF)") },
  { starts: [0x89, 0x50, 0x4e, 0x47], sentence: tableOf("a picture") },
  { starts: [0xff, 0xd8, 0xff], sentence: tableOf("a picture") },
];

/** What a file is that is no text, with the cure; null for one that may be CSV. */
function nameFileKind(bytes: Uint8Array): string | null {
  const kinds = KINDS.filter(({ starts }) => starts.every((byte, at) => bytes[at] === byte));
  if (kinds.length === 0) return null;
  const names = new TextDecoder("windows-1252").decode(bytes);
  return kinds.find(({ has }) => has === undefined || names.includes(has))?.sentence ?? null;
}

/** What a text is that is no CSV, with the cure: some programs save web pages as if they were spreadsheets. */
function nameMarkup(text: string): string | null {
  return /^[\s\p{Cf}]*<(?:!doctype|html|head|meta|body|style|table|div|\?xml)\b/iu.test(text)
    ? `This is a web page or XML, not a CSV file. Open it in Excel first. ${SAVE_IN_EXCEL}`
    : null;
}

function tableOf(what: string): string {
  return `This is ${what}, not a CSV file. Please export the list as CSV from the program that it comes from.`;
}
