import { createHash, randomUUID } from "node:crypto";
import { mkdir, open, rename, rm, stat, utimes } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { Logger } from "pino";
import { AppError } from "../app-error.ts";
import { isDiskFull } from "../causes.ts";
import { syncFolder } from "../data-dir/write-once.ts";
import type { FileStore } from "../deps.ts";
import { isOlder, listFiles, statIfThere } from "./sweep-parts.ts";

const SHA256 = /^[0-9a-f]{64}$/;
/** The name of bytes that are about to be removed ends with this. A killed sweep leaves it. */
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
      const sha256 = createHash("sha256").update(bytes).digest("hex");
      try {
        await writeFile(dataDir, sha256, bytes);
      } catch (error) {
        log.error(error, "A file cannot be kept: look at the disk that holds DATA_DIR");
        throw new AppError("unavailable", sentenceFor(error));
      }
      return { sha256, byteLength: bytes.byteLength };
    },
    async open(sha256) {
      if (!SHA256.test(sha256)) return null;
      try {
        const handle = await open(pathOf(sha256), "r");
        return handle.createReadStream();
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
        throw error;
      }
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

/**
 * `put` marks bytes that are there already as new. Marked before the rename, they are put back; after the rename, `put`
 * does not find them and writes them again.
 */
async function removeUnwanted(path: string, now: Date): Promise<void> {
  const aside = path + TEMPORARY_SUFFIX;
  await rename(path, aside);
  if (isOlder(await statIfThere(aside), now, MONTH_MS)) await rm(aside);
  else await rename(aside, path);
}

async function writeFile(dataDir: string, sha256: string, bytes: Uint8Array): Promise<void> {
  const path = pathOfFile(dataDir, sha256);
  const folder = dirname(path);
  if (!(await markAsNew(path, bytes.byteLength))) await write(path, bytes);
  // All of them, and for bytes that were there too: another writer may have made a name just now, or was killed there.
  await Promise.all([folder, dirname(folder), join(dataDir, "files"), dataDir].map(syncFolder));
}

async function write(path: string, bytes: Uint8Array): Promise<void> {
  const folder = dirname(path);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const part = join(folder, `${randomUUID()}.part`);
  try {
    await writeThrough(part, bytes);
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true }).catch(() => undefined);
    throw error;
  }
}

/**
 * Whether the bytes are there; if so, `sweep` keeps them for another month. Compares the length too: after a power
 * failure a disk may have the name without the bytes.
 */
async function markAsNew(path: string, byteLength: number): Promise<boolean> {
  try {
    const now = new Date();
    await utimes(path, now, now);
    return (await stat(path)).size === byteLength;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
    throw error;
  }
}

async function writeThrough(path: string, bytes: Uint8Array): Promise<void> {
  const handle = await open(path, "wx", 0o600);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function sentenceFor(error: unknown): string {
  if (isDiskFull(error)) return "The server's disk is full, so the file could not be kept.";
  return "The server could not keep the file.";
}
