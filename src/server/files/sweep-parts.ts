import type { Dirent, Stats } from "node:fs";
import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";

const DAY_MS = 86_400_000;

/** Removes the files that interrupted writing left in this folder and below it. No one writes one file for a day. */
export async function sweepParts(folder: string, now: Date): Promise<void> {
  const parts = (await listFiles(folder)).filter((path) => path.endsWith(".part"));
  for (const path of parts)
    if (isOlder(await statIfThere(path), now, DAY_MS)) await rm(path, { force: true });
}

/** Removes the copies of the embedded database in this folder that an interrupted backup left. */
export async function sweepCopies(folder: string, now: Date): Promise<void> {
  const names = await readdir(folder);
  for (const path of names.filter((name) => /^copy-.*\.part$/.test(name)).map((name) => join(folder, name)))
    if (isOlder(await statIfThere(path), now, DAY_MS)) await rm(path, { recursive: true, force: true });
}

/** The paths of all files in this folder and below it; none if there is no such folder. */
export async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(
    noneIfGone<Dirent[]>([]),
  );
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

export async function statIfThere(path: string): Promise<Stats | null> {
  return stat(path).catch(noneIfGone<Stats | null>(null));
}

export function isOlder(stats: Stats | null, now: Date, ageMs: number): boolean {
  return stats !== null && now.getTime() - stats.mtimeMs > ageMs;
}

function noneIfGone<None>(none: None) {
  return (error: unknown): None => {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return none;
    throw error;
  };
}
