import { closeSync, fsyncSync, openSync } from "node:fs";
import { type FileHandle, open, readdir } from "node:fs/promises";
import { join } from "node:path";

const SYNCED_AT_ONCE = 64;

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

/** Flushes a folder with everything in it. */
export async function syncTree(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.map(({ parentPath, name }) => join(parentPath, name));
  for (let at = 0; at < paths.length; at += SYNCED_AT_ONCE)
    await Promise.all(paths.slice(at, at + SYNCED_AT_ONCE).map(syncFolder));
  await syncFolder(folder);
}

/** syncFolder for the start, while nothing else runs. */
export function syncFolderAtStart(folder: string): void {
  if (process.platform === "win32") return;
  const handle = openSync(folder, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
