export type ZipEntry = { name: string; bytes: Uint8Array };

export const LOCAL = 0x04034b50;
export const CENTRAL = 0x02014b50;
export const END = 0x06054b50;
export const LOCAL_BYTES = 30;
export const CENTRAL_BYTES = 46;
export const END_BYTES = 22;

/** 1 January 1980, the first day that the format knows: the same content gives the same bytes. */
const NO_DATE = 0x21;
const VERSION = 20;

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

export function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (CRC_TABLE[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}

/** An archive of stored files with fixed headers. Equal entries give equal bytes. */
export function writeZip(entries: readonly ZipEntry[]): Uint8Array<ArrayBuffer> {
  const files: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let offset = 0;
  for (const { name, bytes } of entries) {
    const named = new TextEncoder().encode(name);
    // From the version to the length of the name, both headers say the same.
    const shared = [
      [VERSION, 2],
      [0, 2],
      [0, 2],
      [0, 2],
      [NO_DATE, 2],
      [crc32(bytes), 4],
      [bytes.length, 4],
      [bytes.length, 4],
      [named.length, 2],
      [0, 2],
    ] as Field[];
    directory.push(
      fields([[CENTRAL, 4], [VERSION, 2], ...shared, [0, 2], [0, 2], [0, 2], [0, 4], [offset, 4]]),
      named,
    );
    const header = fields([[LOCAL, 4], ...shared]);
    files.push(header, named, bytes);
    offset += header.length + named.length + bytes.length;
  }
  const size = directory.reduce((sum, part) => sum + part.length, 0);
  const count = entries.length;
  const end = fields([
    [END, 4],
    [0, 2],
    [0, 2],
    [count, 2],
    [count, 2],
    [size, 4],
    [offset, 4],
    [0, 2],
  ]);
  return joined([...files, ...directory, end]);
}

/** A number, and in how many bytes it is written. */
type Field = [value: number, bytes: number];

function fields(values: readonly Field[]): Uint8Array {
  return Uint8Array.from(
    values.flatMap(([value, count]) => Array.from({ length: count }, (_, at) => (value >>> (8 * at)) & 0xff)),
  );
}

/** The unpacked bytes; null if there are more than `most`. Throws for bytes that cannot be unpacked. */
export async function inflate(
  packed: Uint8Array<ArrayBuffer>,
  format: "deflate" | "deflate-raw",
  most: number,
): Promise<Uint8Array | null> {
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream(format)).getReader();
  const parts: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return joined(parts);
    length += value.length;
    if (length > most) {
      await reader.cancel().catch(() => undefined);
      return null;
    }
    parts.push(value);
  }
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
