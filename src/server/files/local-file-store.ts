import { hash, randomUUID } from "node:crypto";
import { mkdir, open, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { Logger } from "pino";
import { AppError } from "../app-error.ts";
import { ifMissing, isDiskFull } from "../causes.ts";
import { syncFolder } from "../data-dir/write-once.ts";
import type { FileStore } from "../deps.ts";
import { isOlder, listFiles, statIfThere } from "./sweep-parts.ts";

const SHA256 = /^[0-9a-f]{64}$/;
/** Ends the name of bytes that are about to be removed. A killed sweep leaves it. */
const TEMPORARY_SUFFIX = ".aside";
/** Long enough to notice that an old database was restored beside newer files, and to restore the right one. */
const MONTH_MS = 30 * 86_400_000;
const SWEEP_BATCH_SIZE = 500;

export function pathOfFile(dataDir: string, sha256: string): string {
  return join(dataDir, "files", sha256.slice(0, 2), sha256.slice(2, 4), sha256);
}

/** Stores files in the data directory at files/ab/cd/<sha256>. A file is complete or absent. */
export function createLocalFileStore(dataDir: string, log: Logger): FileStore {
  const root = join(dataDir, "files");
  const pathOf = (sha256: string) => pathOfFile(dataDir, sha256);
  return {
    async put(bytes) {
      const sha256 = hash("sha256", bytes);
      try {
        await store(dataDir, sha256, bytes);
      } catch (error) {
        log.error(error, "A file cannot be kept: look at the disk that holds DATA_DIR");
        const why = isDiskFull(error)
          ? "The server's disk is full, so the file couldn't be saved."
          : NOT_STORED;
        throw new AppError("unavailable", why);
      }
      return { sha256, byteLength: bytes.byteLength };
    },
    async open(sha256) {
      if (!SHA256.test(sha256)) return null;
      const handle = await open(pathOf(sha256), "r").catch(ifMissing(null));
      return handle?.createReadStream() ?? null;
    },
    async remove(sha256) {
      if (SHA256.test(sha256)) await rm(pathOf(sha256), { force: true });
    },
    async sweep(now, findNamed) {
      const paths = await listFiles(root);
      for (const path of paths.filter((one) => one.endsWith(TEMPORARY_SUFFIX)))
        await rename(path, path.slice(0, -TEMPORARY_SUFFIX.length));
      const old: string[] = [];
      for (const path of paths.filter((one) => SHA256.test(basename(one))))
        if (isOlder(await statIfThere(path), now, MONTH_MS)) old.push(basename(path));
      for (let at = 0; at < old.length; at += SWEEP_BATCH_SIZE) {
        const hashes = old.slice(at, at + SWEEP_BATCH_SIZE);
        const named = await findNamed(hashes);
        for (const sha256 of hashes) if (!named.has(sha256)) await removeUnwanted(pathOf(sha256), now);
      }
    },
  };
}

/** `put` marks known bytes as new. Before the rename, they are put back; after it, `put` writes them again. */
async function removeUnwanted(path: string, now: Date): Promise<void> {
  const aside = path + TEMPORARY_SUFFIX;
  await rename(path, aside);
  if (isOlder(await statIfThere(aside), now, MONTH_MS)) await rm(aside);
  else await rename(aside, path);
}

const NOT_STORED = "The server couldn't save the file.";

async function store(dataDir: string, sha256: string, bytes: Uint8Array): Promise<void> {
  const path = pathOfFile(dataDir, sha256);
  const folder = dirname(path);
  if (!(await markAsNew(path, bytes.byteLength))) await write(path, bytes);
  // Also for known bytes, and every folder: another writer may have made a name just now, or was killed before this.
  await Promise.all([folder, dirname(folder), join(dataDir, "files"), dataDir].map(syncFolder));
}

async function write(path: string, bytes: Uint8Array): Promise<void> {
  const folder = dirname(path);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const part = join(folder, `${randomUUID()}.part`);
  try {
    await writeFile(part, bytes, { mode: 0o600, flag: "wx", flush: true });
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true }).catch(() => undefined);
    throw error;
  }
}

/** Whether the bytes are there, for another month. After a power failure, a disk may have a name without its bytes. */
async function markAsNew(path: string, byteLength: number): Promise<boolean> {
  const now = new Date();
  const isStored = utimes(path, now, now).then(async () => (await stat(path)).size === byteLength);
  return isStored.catch(ifMissing(false));
}
