import { inflate } from "../bundle/zip-format.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** The seal of a PDF (a CMS signature), the bytes that it covers, and the record that is attached, null if none is. */
export type SealedPdf = {
  cms: Bytes;
  sealedBytes: Bytes;
  /** The bytes behind those that the seal covers; below zero: so many of these are missing. */
  after: number;
  record: string | null;
};

const MAX_RECORD_BYTES = 4 * 1024 * 1024;
const NAME = "evidence.json";
const RANGE = /\/ByteRange ?\[\s*0 +(\d{1,10}) +(\d{1,10}) +(\d{1,10}) *\]/g;

/** Reads the seal of a PDF that begins with its first byte. Null if it has none that covers it from its beginning. */
export async function readSealedPdf(pdf: Bytes): Promise<SealedPdf | null> {
  const text = new TextDecoder("latin1").decode(pdf);
  for (const [, ...range] of text.matchAll(RANGE)) {
    const [first = 0, second = 0, rest = 0] = range.map(Number);
    const end = second + rest;
    const cms = first < second && second <= end ? hexIn(text.slice(first, second)) : null;
    if (!cms) continue;
    const sealedBytes = new Uint8Array(first + Math.max(0, Math.min(end, pdf.length) - second));
    sealedBytes.set(pdf.subarray(0, first));
    sealedBytes.set(pdf.subarray(second, end), first);
    const record = await attachedRecord(pdf.subarray(0, end), text.slice(0, end));
    return { cms, sealedBytes, after: pdf.length - end, record };
  }
  return null;
}

/** The seal stands between "<" and ">", in hex digits of one kind, so that it has one form only. */
function hexIn(hole: string): Bytes | null {
  const [, digits = ""] = /^<([0-9A-F]+|[0-9a-f]+)>$/.exec(hole) ?? [];
  if (digits === "" || digits.length % 2 === 1) return null;
  return Uint8Array.from({ length: digits.length / 2 }, (_, at) =>
    Number.parseInt(digits.slice(2 * at, 2 * at + 2), 16),
  );
}

/** The record is among the objects that the portal added to the printed file; others in it are the printed page's own. */
async function attachedRecord(pdf: Bytes, text: string): Promise<string | null> {
  const added = lastObjects(text);
  for (const at of added.values()) {
    const specification = dictionaryAt(text, at);
    if (!specification?.text.includes("/Type /Filespec") || !specification.text.includes(`/F (${NAME})`))
      continue;
    const [, number] = /\/EF <<\s*\/F (\d+) 0 R/.exec(specification.text) ?? [];
    const file = dictionaryAt(text, added.get(Number(number)) ?? -1);
    return file ? readStream(pdf, text, file) : null;
  }
  return null;
}

/** Where the objects of the newest part of a file are, by their numbers. */
function lastObjects(text: string): Map<number, number> {
  const objects = new Map<number, number>();
  const [, start] = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(text.slice(-100)) ?? [];
  const [first, ...lines] = text.slice(Number(start ?? text.length)).split(/\s*\n/);
  if (first !== "xref") return objects;
  let next = 0;
  for (const line of lines) {
    const [, section] = /^(\d+) \d+$/.exec(line) ?? [];
    const [, at] = /^(\d{10}) \d{5} [nf]$/.exec(line) ?? [];
    if (section !== undefined) next = Number(section);
    else if (at !== undefined) objects.set(next++, Number(at));
    else break;
  }
  return objects;
}

type Dictionary = { text: string; end: number };

function dictionaryAt(text: string, at: number): Dictionary | null {
  const [whole, inside] =
    /^\d+ \d+ obj\s+<<([\s\S]*?)>>\s+(?:endobj|stream\r?\n)/.exec(text.slice(at, at + 4096)) ?? [];
  return at < 0 || whole === undefined || inside === undefined
    ? null
    : { text: inside, end: at + whole.length };
}

async function readStream(
  pdf: Bytes,
  text: string,
  { text: about, end }: Dictionary,
): Promise<string | null> {
  const length = Number(/\/Length (\d+)/.exec(about)?.[1] ?? -1);
  if (length < 0 || !text.slice(0, end).endsWith("\n") || end + length > pdf.length) return null;
  const bytes = pdf.subarray(end, end + length);
  try {
    const plain = about.includes("/FlateDecode") ? await inflate(bytes, "deflate", MAX_RECORD_BYTES) : bytes;
    return plain && new TextDecoder("utf-8", { fatal: true }).decode(plain);
  } catch {
    return null;
  }
}
