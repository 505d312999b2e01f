import { createReadStream } from "node:fs";
import { findPlainFileFault } from "../file-fault.ts";
import { StartError } from "../start-error.ts";
import { decryptBackup, isEncrypted } from "./encrypt-backup.ts";
import { BLOCK, headerOf, type Part, paddingAfter } from "./write-archive.ts";

/** Far above every part that the portal writes. A larger one is not read into memory. */
export const MAX_PART_BYTES = 256 * 1024 * 1024;
const READ_BYTES = 1 << 20;

export function refusedBackup(why: string): StartError {
  return new StartError(`This backup is refused: ${why}.`);
}

/** The bytes of a backup's file, decrypted with the key if it is encrypted. */
export function openBackup(path: string, key: string | null = null): AsyncIterable<Buffer> {
  // It is read twice, which a pipe cannot be.
  const fault = findPlainFileFault(path);
  if (fault !== null) throw new StartError(`The backup ${path} cannot be read: ${fault}.`);
  const bytes = createReadStream(path, { highWaterMark: READ_BYTES });
  return isEncrypted(path) ? decryptBackup(bytes, key) : bytes;
}

/** The parts of an archive. Throws StartError at the first byte that the portal would have written otherwise. */
export async function* readArchive(chunks: AsyncIterable<Buffer>): AsyncGenerator<Part> {
  const source = createSource(chunks);
  for (;;) {
    const header = await source.take(BLOCK);
    if (isZero(header)) break;
    const name = header.toString("latin1", 0, header.subarray(0, 100).indexOf(0));
    const byteLength = Number.parseInt(header.toString("latin1", 124, 135), 8);
    const isPlain = /^[\w./-]{1,99}$/.test(name) && byteLength >= 0;
    if (!isPlain || !headerOf(name, byteLength).equals(header))
      throw refusedBackup("it holds something else than the plain files of a backup, or was changed");
    if (byteLength > MAX_PART_BYTES) throw refusedBackup(`its part ${name} is larger than any of a portal`);
    const bytes = await source.take(byteLength);
    if (!isZero(await source.take(paddingAfter(byteLength)))) throw refusedBackup("it was changed");
    yield { name, bytes };
  }
  if (!isZero(await source.take(BLOCK)) || !(await source.isAtEnd()))
    throw refusedBackup("something was added behind its end");
}

function isZero(bytes: Buffer): boolean {
  return bytes.every((byte) => byte === 0);
}

function createSource(chunks: AsyncIterable<Buffer>) {
  const iterator = chunks[Symbol.asyncIterator]();
  let buffered: Buffer = Buffer.alloc(0);
  async function more(): Promise<boolean> {
    const next = await iterator.next();
    if (next.done) return false;
    buffered = next.value;
    return true;
  }
  return {
    async take(byteLength: number): Promise<Buffer> {
      const parts: Buffer[] = [];
      let missing = byteLength;
      while (missing > 0) {
        if (buffered.byteLength === 0 && !(await more())) throw refusedBackup("it is cut off");
        const part = buffered.subarray(0, missing);
        parts.push(part);
        buffered = buffered.subarray(part.byteLength);
        missing -= part.byteLength;
      }
      return parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts);
    },
    async isAtEnd(): Promise<boolean> {
      while (buffered.byteLength === 0) if (!(await more())) return true;
      return false;
    },
  };
}
