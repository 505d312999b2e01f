import {
  CENTRAL,
  CENTRAL_BYTES,
  crc32,
  END,
  END_BYTES,
  joined,
  LOCAL,
  LOCAL_BYTES,
  type ZipEntry,
} from "./zip-format.ts";

/** An archive that is not read. `kind` "none": no archive at all. The message is a sentence for people. */
export class ZipRefused extends Error {
  readonly kind: "none" | "cut" | "damaged" | "hostile";
  constructor(kind: ZipRefused["kind"], message: string) {
    super(message);
    this.kind = kind;
  }
}

/** An ordinary tool may pack a few files of its own beside ours; nobody needs more. */
const MOST_ENTRIES = 64;
const MOST_BYTES = 256 * 1024 * 1024;
const LONGEST_COMMENT = 0xffff;
const UNIX_LINK = 0xa000;
const UNIX_TYPE = 0xf000;

type Place = {
  name: string;
  method: number;
  crc: number;
  packed: number;
  size: number;
  /** Of the local header. */
  offset: number;
};
type Range = { from: number; to: number };

/**
 * The files of an archive, stored or deflated. Everything is checked before a byte is unpacked, and no more is unpacked
 * than the directory says. Throws ZipRefused.
 */
export async function readZip(bytes: Uint8Array<ArrayBuffer>): Promise<ZipEntry[]> {
  if (bytes.length > MOST_BYTES) throw hostile("The file is larger than 256 MB, which no bundle is.");
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { places, directoryAt } = readDirectory(bytes, view);
  requireFairSizes(places);
  const ranges = places.map((place) => locate(bytes, view, place, directoryAt));
  requireApart(ranges);
  const entries: ZipEntry[] = [];
  for (const [index, { from, to }] of ranges.entries()) {
    const place = places[index] as Place;
    entries.push({ name: place.name, bytes: await unpack(bytes.subarray(from, to), place) });
  }
  return entries;
}

function readDirectory(bytes: Uint8Array, view: DataView): { places: Place[]; directoryAt: number } {
  const end = findEnd(bytes, view);
  const count = view.getUint16(end + 10, true);
  const size = view.getUint32(end + 12, true);
  const directoryAt = view.getUint32(end + 16, true);
  if (count > MOST_ENTRIES) throw hostile(`The archive lists ${count} files. A bundle has four.`);
  if (directoryAt + size > end) throw cut("The archive's list of files is cut off or damaged.");
  const places: Place[] = [];
  let at = directoryAt;
  for (let index = 0; index < count; index += 1) {
    if (at + CENTRAL_BYTES > end || view.getUint32(at, true) !== CENTRAL)
      throw cut("The archive's list of files is cut off or damaged.");
    const lengths = [28, 30, 32].map((field) => view.getUint16(at + field, true));
    const [nameLength = 0] = lengths;
    const place = {
      name: readName(bytes, at + CENTRAL_BYTES, nameLength),
      method: view.getUint16(at + 10, true),
      crc: view.getUint32(at + 16, true),
      packed: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      offset: view.getUint32(at + 42, true),
    };
    requireOrdinary(place, view.getUint16(at + 8, true), view.getUint32(at + 38, true) >>> 16);
    if (places.some(({ name }) => name === place.name))
      throw hostile(`The archive has two files named “${place.name}”, so nobody knows which one is meant.`);
    places.push(place);
    at += CENTRAL_BYTES + lengths.reduce((sum, one) => sum + one, 0);
  }
  return { places, directoryAt };
}

/** The last record of an archive, before a comment that ends with the file. */
function findEnd(bytes: Uint8Array, view: DataView): number {
  const first = Math.max(0, bytes.length - END_BYTES - LONGEST_COMMENT);
  for (let at = bytes.length - END_BYTES; at >= first; at -= 1) {
    const comment = bytes.length - at - END_BYTES;
    if (view.getUint32(at, true) === END && view.getUint16(at + 20, true) === comment) return at;
  }
  if (bytes.length >= 4 && view.getUint32(0, true) === LOCAL)
    throw cut("The file breaks off: the end of the archive is missing.");
  throw new ZipRefused("none", "This file is no zip archive.");
}

/** Names of ours are plain. Others are refused before anybody could use them as a path. */
function readName(bytes: Uint8Array, at: number, length: number): string {
  const name = String.fromCharCode(...bytes.subarray(at, at + Math.min(length, 200)));
  if (length > 200 || !/^[\x20-\x7e]+$/.test(name))
    throw hostile("A file in the archive has an unreadable name.");
  if (name.split(/[/\\]/).includes("..") || /^[/\\]|^[a-z]:/i.test(name))
    throw hostile(`The archive has a file named “${name}”, which would be written outside of its folder.`);
  if (/[/\\]/.test(name))
    throw hostile(
      `The archive has the folder of “${name}”. A bundle's files are in no folder: pack them alone.`,
    );
  return name;
}

function requireOrdinary({ name, method }: Place, flags: number, mode: number): void {
  if ((mode & UNIX_TYPE) === UNIX_LINK) throw hostile(`“${name}” is a link and not a file.`);
  if (flags & 1) throw hostile(`“${name}” is locked by a password, which no file of a bundle is.`);
  if (method !== 0 && method !== 8) throw hostile(`“${name}” is packed in a way that is not read here.`);
}

function requireFairSizes(places: readonly Place[]): void {
  const all = places.reduce((sum, { size }) => sum + size, 0);
  if (all > MOST_BYTES) throw hostile("The archive unpacks to more than 256 MB, which no bundle does.");
}

/** Where the packed bytes of a file are. Its own header must agree with the list of files. */
function locate(bytes: Uint8Array, view: DataView, place: Place, directoryAt: number): Range {
  const { name, offset } = place;
  if (offset + LOCAL_BYTES > directoryAt || view.getUint32(offset, true) !== LOCAL)
    throw cut(`“${name}” is not where the archive's list says.`);
  const nameLength = view.getUint16(offset + 26, true);
  const from = offset + LOCAL_BYTES + nameLength + view.getUint16(offset + 28, true);
  if (
    readName(bytes, offset + LOCAL_BYTES, nameLength) !== name ||
    view.getUint16(offset + 8, true) !== place.method
  )
    throw hostile(`The archive contradicts itself about “${name}”.`);
  const to = from + place.packed;
  if (to > directoryAt) throw cut(`“${name}” is cut off.`);
  return { from, to };
}

/** Files that share their bytes are how small archives unpack to huge ones. */
function requireApart(ranges: readonly Range[]): void {
  const sorted = ranges.toSorted((a, b) => a.from - b.from);
  for (const [index, { from }] of sorted.entries()) {
    const before = sorted[index - 1];
    if (before && before.to > from) throw hostile("Files of the archive overlap.");
  }
}

async function unpack(
  packed: Uint8Array<ArrayBuffer>,
  { name, method, size, crc }: Place,
): Promise<Uint8Array> {
  const bytes = method === 0 ? packed : await inflate(packed, name, size);
  if (bytes.length !== size) throw cut(`“${name}” has another length than the archive says.`);
  if (crc32(bytes) !== crc) throw damaged(`“${name}” is damaged: its checksum does not fit.`);
  return bytes;
}

async function inflate(packed: Uint8Array<ArrayBuffer>, name: string, size: number): Promise<Uint8Array> {
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const parts: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw damaged(`“${name}” is damaged: it cannot be unpacked.`);
    });
    if (done) return joined(parts);
    length += value.length;
    if (length > size) {
      await reader.cancel().catch(() => undefined);
      throw hostile(`“${name}” unpacks to more than the archive says.`);
    }
    parts.push(value);
  }
}

const hostile = (message: string) => new ZipRefused("hostile", message);
const damaged = (message: string) => new ZipRefused("damaged", message);
const cut = (message: string) => new ZipRefused("cut", message);
