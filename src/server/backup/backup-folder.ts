import { constants } from "node:fs";
import { access, readdir, rm, stat, statfs } from "node:fs/promises";
import { join } from "node:path";
import { ifMissing } from "../causes.ts";
import { readLine } from "../data-dir/write-once.ts";
import { StartError } from "../start-error.ts";

/** Beside this room, a disk counts as full. */
const SPARE_BYTES = 500_000_000;

const NAME = /^counterpart-([0-9a-f]{8})-\d{4}-\d\d-\d\dT\d{6}\.backup\.age(\.\w+\.part)?$/;

/** Portals that share a folder know their own files by the installation's id. */
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
    throw new StartError(`The portal may not write into ${folder}. Give its user the right to.`, { cause });
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

/** The complete backups of this portal, oldest first, and what killed ones left. */
export async function listBackups(
  folder: string,
  dataDir: string,
): Promise<{ files: string[]; parts: string[] }> {
  const mark = markOf(dataDir);
  const own = (await readdir(folder)).filter((name) => NAME.exec(name)?.[1] === mark).toSorted();
  return {
    files: own.filter((name) => !name.endsWith(".part")),
    parts: own.filter((name) => name.endsWith(".part")),
  };
}

/** Removes the oldest backups of this portal beyond `count`, but never `verified`. Returns the removed names. */
export async function removeOldBackups(
  { folder, count }: { folder: string; count: number },
  dataDir: string,
  verified: string | null,
): Promise<string[]> {
  const { files } = await listBackups(folder, dataDir);
  const old = files.slice(0, Math.max(0, files.length - count)).filter((name) => name !== verified);
  for (const name of old) await rm(join(folder, name), { force: true });
  return old;
}

/** Whether a file is missing while its folder is there. */
export async function isMissing(folder: string, name: string): Promise<boolean> {
  if (await stat(join(folder, name)).catch(ifMissing(null))) return false;
  return (await stat(folder).catch(ifMissing(null)))?.isDirectory() === true;
}
