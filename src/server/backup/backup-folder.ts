import { constants } from "node:fs";
import { access, readdir, rm, stat, statfs } from "node:fs/promises";
import { join } from "node:path";
import { ifMissing } from "../causes.ts";
import { readLine } from "../data-dir/write-once.ts";
import type { Database } from "../db/database.ts";
import { findLeft } from "../db/dead-processes.ts";
import { removeOlder } from "../files/sweep-parts.ts";
import { StartError } from "../start-error.ts";

/** Beside this room, a disk counts as full. */
const SPARE_BYTES = 500_000_000;

/** A backup that a process writes, or that a killed one left: the mark of its portal, and the number of the process. */
const PART = /^counterpart-([0-9a-f]{8})-\d{4}-\d\d-\d\dT\d{6}\.backup\.age\.(\d+)\.[0-9a-f]+\.part$/;
/** A portal that was restored beside its original has the same mark, and may be writing a file now. */
const PART_RETENTION_MS = 86_400_000;

/** By the installation's id people see which portal a file is of. */
const markOf = (dataDir: string) => readLine(join(dataDir, "installation"))?.slice(0, 8) ?? "";

/** The name of a scheduled backup. By name, the oldest is the first. */
export function nameOfBackup(dataDir: string, startedAt: Date): string {
  const time = startedAt.toISOString().slice(0, 19).replaceAll(":", "");
  return `counterpart-${markOf(dataDir)}-${time}.backup.age`;
}

/** Throws StartError unless the folder is there, may be written and has room for a file like the last one. */
export async function requireFolder(folder: string, lastBytes: number): Promise<void> {
  // It is never made: an absent folder is mostly a disk that is not connected.
  if (!(await stat(folder).catch(ifMissing(null)))?.isDirectory())
    throw new StartError(
      `The folder of BACKUP_FOLDER, ${folder}, does not exist. Connect its disk, make the folder, or correct BACKUP_FOLDER.`,
    );
  await access(folder, constants.W_OK | constants.X_OK).catch((cause: Error) => {
    throw new StartError(
      `The portal may not write into ${folder}. Give its user the right to, and name the folder in ReadWritePaths where systemd runs the portal.`,
      { cause },
    );
  });
  await requireRoom(folder, lastBytes);
}

/** Throws StartError unless the disk has this much room and some to spare. */
export async function requireRoom(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  const needed = bytes + SPARE_BYTES;
  if (free < needed)
    throw new StartError(
      `The disk of ${folder} has ${inMegabytes(free)} free, and this needs ${inMegabytes(needed)}. Make room.`,
    );
}

const inMegabytes = (bytes: number) => `${Math.ceil(bytes / 1_000_000).toLocaleString("en-AU")} MB`;

/** Removes what killed processes left of this backup, and old parts of earlier ones of this portal. */
export async function removeParts(
  database: Database,
  folder: string,
  { dataDir, fileName, now }: { dataDir: string; fileName: string; now: Date },
): Promise<void> {
  const mark = markOf(dataDir);
  const parts = (await readdir(folder)).filter((name) => PART.exec(name)?.[1] === mark);
  const isOwn = (name: string) => name.startsWith(`${fileName}.`);
  const numberIn = (name: string) => Number(PART.exec(name)?.[2]);
  const left = await findLeft(database, parts.filter(isOwn), numberIn);
  for (const name of left) await rm(join(folder, name), { force: true });
  const others = parts.filter((name) => !isOwn(name)).map((name) => join(folder, name));
  await removeOlder(others, now, PART_RETENTION_MS);
}

/** Removes these backups. Throws if the folder is absent, because its disk may not be connected. */
export async function removeBackups(folder: string, names: readonly string[]): Promise<void> {
  await access(folder);
  for (const name of names) await rm(join(folder, name), { force: true });
}

/** Which of the stored files are missing while their folder is there, and whether that is all of them. */
export async function findMissing(folder: string, names: readonly string[]) {
  const missing: string[] = [];
  for (const name of names) if (!(await stat(join(folder, name)).catch(ifMissing(null)))) missing.push(name);
  if (!(await stat(folder).catch(ifMissing(null)))?.isDirectory()) return { missing: [], areAll: false };
  return { missing, areAll: missing.length > 0 && missing.length === names.length };
}

/** Throws StartError if the folder has none of the stored files: where a disk was mounted, an empty folder remains. */
export async function requireStored(folder: string, names: readonly string[]): Promise<void> {
  const { areAll } = await findMissing(folder, names);
  if (!areAll) return;
  throw new StartError(
    `The folder of backups has none of the stored ones: is its disk connected? Connect it to ${folder}. If they were moved or deleted on purpose, press Back up now at /admin/system: that backup is made there all the same.`,
  );
}
