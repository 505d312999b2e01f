import type { Dirent, Stats } from "node:fs";
import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { ifMissing } from "../causes.ts";

const DAY_MS = 86_400_000;

/** Removes the files that interrupted writing left in this folder and below it. No one writes one file for a day. */
export async function sweepParts(folder: string, now: Date): Promise<void> {
  const parts = (await listFiles(folder)).filter((path) => path.endsWith(".part"));
  await removeOlder(parts, now, DAY_MS);
}

export async function removeOlder(paths: readonly string[], now: Date, ageMs: number): Promise<void> {
  for (const path of paths)
    if (isOlder(await statIfThere(path), now, ageMs)) await rm(path, { recursive: true, force: true });
}

/** Removes the copies and restored databases in this folder that an interrupted backup or rehearsal left. */
export async function sweepCopies(folder: string, now: Date): Promise<void> {
  const copies = (await readdir(folder)).filter((name) => /^(copy|rehearsal)-.*\.part$/.test(name));
  await removeOlder(
    copies.map((name) => join(folder, name)),
    now,
    DAY_MS,
  );
}

/** The paths of all files in this folder and below it; none if there is no such folder. */
export async function listFiles(folder: string): Promise<string[]> {
  const found = readdir(folder, { recursive: true, withFileTypes: true });
  const entries = await found.catch(ifMissing<Dirent[]>([]));
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

export async function statIfThere(path: string): Promise<Stats | null> {
  return stat(path).catch(ifMissing(null));
}

export function isOlder(stats: Stats | null, now: Date, ageMs: number): boolean {
  return stats !== null && now.getTime() - stats.mtimeMs > ageMs;
}
