import { describeAdded } from "../formatted-verdict.ts";
import {
  CENTRAL,
  CENTRAL_BYTES,
  crc32,
  END,
  END_BYTES,
  inflate,
  LOCAL,
  LOCAL_BYTES,
  type ZipEntry,
} from "./zip-format.ts";

/** An archive that is not read. `kind` "none": no archive at all. The message is a sentence for people. */
export class ZipRefused extends Error {
  readonly kind: "none" | "cut" | "extended" | "damaged" | "hostile";
  constructor(kind: ZipRefused["kind"], message: string) {
    super(message);
    this.kind = kind;
  }
}

/** An ordinary tool may pack a few files of its own beside ours; no one needs more. */
const MAX_ENTRIES = 64;
const MAX_BYTES = 256 * 1024 * 1024;
const MAX_COMMENT_LENGTH = 0xffff;
const UNIX_LINK = 0xa000;
const UNIX_TYPE = 0xf000;

/** The file is followed by its sizes, because who packed it did not know them before. */
const SIZES_FOLLOW = 8;
const SIZES = 0x08074b50;

type Place = {
  name: string;
  flags: number;
  method: number;
  crc: number;
  packed: number;
  size: number;
  /** Of the local header. */
  offset: number;
};
/** Where a file with its header and sizes is, and its packed bytes in it. */
type Range = { from: number; to: number; begins: number; ends: number };

/**
 * The files of an archive, stored or deflated. Everything is checked before a byte is unpacked, and every byte belongs
 * to a listed file, so that other programs find no others. Throws ZipRefused.
 */
export async function readZip(bytes: Uint8Array<ArrayBuffer>): Promise<ZipEntry[]> {
  if (bytes.length > MAX_BYTES) throw hostile("The file is larger than 256 MB, which no bundle is.");
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { places, directoryAt } = readDirectory(bytes, view);
  requireFairSizes(places);
  const ranges = places.map((place) => locate(bytes, view, place, directoryAt));
  requireGapless(ranges, directoryAt);
  const entries: ZipEntry[] = [];
  for (const [index, { begins, ends }] of ranges.entries()) {
    const place = places[index] as Place;
    entries.push({ name: place.name, bytes: await unpack(bytes.subarray(begins, ends), place) });
  }
  return entries;
}

function readDirectory(bytes: Uint8Array, view: DataView): { places: Place[]; directoryAt: number } {
  const end = findEnd(bytes, view);
  requireNothingAround(view, end);
  const count = view.getUint16(end + 10, true);
  const size = view.getUint32(end + 12, true);
  const directoryAt = view.getUint32(end + 16, true);
  if (count > MAX_ENTRIES) throw hostile(`The archive lists ${count} files. A bundle has four.`);
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
      flags: view.getUint16(at + 8, true),
      method: view.getUint16(at + 10, true),
      crc: view.getUint32(at + 16, true),
      packed: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      offset: view.getUint32(at + 42, true),
    };
    requireOrdinary(place, view.getUint32(at + 38, true) >>> 16);
    if (places.some(({ name }) => name === place.name))
      throw hostile(`The archive has two files named “${place.name}”, so it is ambiguous.`);
    places.push(place);
    at += CENTRAL_BYTES + lengths.reduce((sum, one) => sum + one, 0);
  }
  // The list ends where the end begins, and nothing follows that: not even a comment, which may hold another end.
  if (at !== end || directoryAt + size !== end || end + END_BYTES !== bytes.length) throw unlisted();
  return { places, directoryAt };
}

/** The last record of an archive, before a comment that ends with the file. */
function findEnd(bytes: Uint8Array, view: DataView): number {
  const first = Math.max(0, bytes.length - END_BYTES - MAX_COMMENT_LENGTH);
  for (let at = bytes.length - END_BYTES; at >= first; at -= 1) {
    const comment = bytes.length - at - END_BYTES;
    if (view.getUint32(at, true) === END && view.getUint16(at + 20, true) === comment) return at;
  }
  // Bytes behind the archive that are no comment of it.
  for (let at = bytes.length - END_BYTES; at >= 0; at -= 1)
    if (bytes[at] === 0x50 && view.getUint32(at, true) === END && bytesBefore(view, at) !== null) return at;
  if (bytes.length >= 4 && view.getUint32(0, true) === LOCAL)
    throw cut("The file breaks off: the end of the archive is missing.");
  throw new ZipRefused("none", "This file is neither a zip archive nor a PDF.");
}

/** The bytes in front of the archive that ends here, whatever offset the end gives; null where no list or file is. */
function bytesBefore(view: DataView, end: number): number | null {
  const [size, directoryAt] = [view.getUint32(end + 12, true), view.getUint32(end + 16, true)];
  const before = end - size - directoryAt;
  if (size < CENTRAL_BYTES || before < 0 || view.getUint32(end - size, true) !== CENTRAL) return null;
  return view.getUint32(before, true) === LOCAL ? before : null;
}

function requireNothingAround(view: DataView, end: number): void {
  const before = bytesBefore(view, end);
  if (before === null) return;
  const after = view.byteLength - end - END_BYTES - view.getUint16(end + 20, true);
  const added = describeAdded("the archive", { before, after });
  if (added !== "") throw new ZipRefused("extended", added);
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

function requireOrdinary({ name, flags, method }: Place, mode: number): void {
  if ((mode & UNIX_TYPE) === UNIX_LINK) throw hostile(`“${name}” is a link and not a file.`);
  if (flags & 1) throw hostile(`“${name}” is locked by a password, which no file of a bundle is.`);
  if (method !== 0 && method !== 8) throw hostile(`“${name}” is packed in a way that is not read here.`);
}

function requireFairSizes(places: readonly Place[]): void {
  const all = places.reduce((sum, { size }) => sum + size, 0);
  if (all > MAX_BYTES) throw hostile("The archive unpacks to more than 256 MB, which no bundle does.");
}

/** Where a file is. Its own header, and the sizes behind it, must agree with the list of files. */
function locate(bytes: Uint8Array, view: DataView, place: Place, directoryAt: number): Range {
  const { name, flags, method, offset, packed } = place;
  if (offset + LOCAL_BYTES > directoryAt || view.getUint32(offset, true) !== LOCAL)
    throw cut(`“${name}” is not where the archive's list says.`);
  const nameLength = view.getUint16(offset + 26, true);
  const begins = offset + LOCAL_BYTES + nameLength + view.getUint16(offset + 28, true);
  const isSame =
    readName(bytes, offset + LOCAL_BYTES, nameLength) === name &&
    view.getUint16(offset + 6, true) === flags &&
    view.getUint16(offset + 8, true) === method;
  if (!isSame) throw contradiction(name);
  const ends = begins + packed;
  if (ends > directoryAt) throw cut(`“${name}” is cut off.`);
  const haveSizes = [offset + 14];
  let to = ends;
  if (flags & SIZES_FOLLOW) {
    const at = ends + 4 <= directoryAt && view.getUint32(ends, true) === SIZES ? ends + 4 : ends;
    to = at + 12;
    if (to > directoryAt) throw cut(`“${name}” is cut off.`);
    haveSizes.push(at);
  }
  for (const at of haveSizes) requireSizes(view, at, place);
  return { from: offset, to, begins, ends };
}

/** What follows the file may be missing before it. */
function requireSizes(view: DataView, at: number, { name, flags, offset, crc, packed, size }: Place): void {
  const sizes = [0, 4, 8].map((field) => view.getUint32(at + field, true));
  const mayBeMissing = (flags & SIZES_FOLLOW) !== 0 && at < offset + LOCAL_BYTES;
  const isSame = [crc, packed, size].every(
    (one, index) => sizes[index] === one || (mayBeMissing && sizes[index] === 0),
  );
  if (!isSame) throw contradiction(name);
}

/** Files that share bytes unpack small archives to huge ones; some programs read unlisted files from the start. */
function requireGapless(ranges: readonly Range[], directoryAt: number): void {
  let at = 0;
  for (const { from, to } of ranges.toSorted((a, b) => a.from - b.from)) {
    if (from < at) throw hostile("Files of the archive overlap.");
    if (from > at) throw unlisted();
    at = to;
  }
  if (at !== directoryAt) throw unlisted();
}

async function unpack(
  packed: Uint8Array<ArrayBuffer>,
  { name, method, size, crc }: Place,
): Promise<Uint8Array> {
  const inflated = method === 0 ? packed : inflate(packed, "deflate-raw", size);
  const bytes = await Promise.resolve(inflated).catch(() => {
    throw damaged(`“${name}” is damaged: it cannot be unpacked.`);
  });
  if (bytes === null) throw hostile(`“${name}” unpacks to more than the archive says.`);
  if (bytes.length !== size) throw cut(`“${name}” has another length than the archive says.`);
  if (crc32(bytes) !== crc) throw damaged(`“${name}” is damaged: its checksum does not fit.`);
  return bytes;
}

const contradiction = (name: string) => hostile(`The archive contradicts itself about “${name}”.`);
const unlisted = () =>
  hostile(
    "The archive has bytes that belong to none of its files. Other programs may find other files there.",
  );
const hostile = (message: string) => new ZipRefused("hostile", message);
const damaged = (message: string) => new ZipRefused("damaged", message);
const cut = (message: string) => new ZipRefused("cut", message);
