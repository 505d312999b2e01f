import { randomBytes } from "node:crypto";
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { type FileHandle, open, readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { StartError } from "../start-error.ts";

/** Writes to a file for the server's user alone, and flushes it to the disk. */
export function writeFlushed(path: string, text: string, flag: "wx" | "a"): void {
  writeFileSync(path, text, { mode: 0o600, flag, flush: true });
}

/**
 * Writes a line to a file for the server's user alone, unless the file exists. Returns the file's line. Written under
 * another name first: neither a crash nor a second process leaves half a line, and a power failure loses none.
 */
export function writeOnce(path: string, line: string): string {
  const draft = `${path}.${randomBytes(6).toString("hex")}.part`;
  try {
    writeFlushed(draft, `${line}\n`, "wx");
    // Creating a hard link is atomic: it fails if the file exists.
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  syncFolderAtStart(dirname(path));
  return readFileSync(path, "utf8").trim();
}

const UNREADABLE: Record<string, string> = {
  EISDIR: "it is a folder in place of a file",
  ENOTDIR: "its folder is a file",
  EACCES: "the portal's user may not read it",
};

/** The line of a file; null if there is no such file. Throws StartError if something else is in its place. */
export function readLine(path: string): string | null {
  try {
    return readFileSync(path, "utf8").trim();
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return null;
    if (UNREADABLE[code] === undefined) throw error;
    throw new StartError(
      `${path} can't be read: ${UNREADABLE[code]}. Nothing was changed. Restore it from a backup, or correct DATA_DIR.`,
    );
  }
}

/** Flushes the names in a folder to the disk. Windows cannot flush a folder and does not need to. */
export async function syncFolder(folder: string): Promise<void> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(folder, "r");
    await handle.sync();
  } catch (error) {
    if (process.platform !== "win32") throw error;
  } finally {
    await handle?.close();
  }
}

const SYNC_BATCH_SIZE = 64;

/** Flushes a folder with everything in it. */
export async function syncTree(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.map(({ parentPath, name }) => join(parentPath, name));
  for (let at = 0; at < paths.length; at += SYNC_BATCH_SIZE)
    await Promise.all(paths.slice(at, at + SYNC_BATCH_SIZE).map(syncFolder));
  await syncFolder(folder);
}

/** syncFolder for the start, while nothing else runs. */
function syncFolderAtStart(folder: string): void {
  if (process.platform === "win32") return;
  const handle = openSync(folder, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
