import { randomUUID } from "node:crypto";
import { constants, rmSync, statSync } from "node:fs";
import { cp, open, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Logger } from "pino";
import { codeOf } from "../causes.ts";
import { runInPortal } from "../commands/run-in-portal.ts";
import type { ReportProgress } from "../commands/serve-commands.ts";
import { syncFolder } from "../data-dir/write-once.ts";
import type { Database } from "../db/database.ts";
import { openCopy } from "../db-embedded/open-embedded.ts";
import { openDatabase } from "../installation/open-database.ts";
import { StartError } from "../start-error.ts";
import { encryptBackup } from "./encrypt-backup.ts";
import { type Source, type Written, writeBackup } from "./write-backup.ts";

const ENCRYPTED = ".age";
const NO_KEY =
  "A backup whose name ends with .age is encrypted, and BACKUP_KEY is not set. Nothing was written. Set BACKUP_KEY, or choose another name.";

type Config = { dataDir: string; databaseUrl: string | undefined };

type Options = {
  /** A file in a folder is encrypted with it, and one whose name ends with ".age". */
  key?: string | null;
  /** A copy of the embedded database that the caller made and removes. */
  copy?: string | null;
  /** The name of the file until it is complete. */
  part?: string;
};

export type BackedUp = Written & { path: string; byteLength: number; isEncrypted: boolean };

/**
 * Writes a backup of the portal to a file, or to a new file in a folder. Returns what it holds. Until the file is whole
 * and on the disk its name ends with `.part`. A part remains only where the process is killed.
 */
export async function backUp(
  config: Config,
  target: string,
  log: Logger,
  report: ReportProgress,
  { key = null, copy = null, ...named }: Options = {},
): Promise<BackedUp> {
  const path = choosePath(target, key !== null);
  const isEncrypted = path.endsWith(ENCRYPTED);
  if (isEncrypted && key === null) throw new StartError(NO_KEY);
  const part = named.part ?? `${path}.part`;
  const removePart = () => rmSync(part, { force: true });
  let written: Written | undefined;
  process.once("exit", removePart);
  try {
    await withSource(config, log, report, copy, async (source) => {
      const bytes = writeBackup(source, report, (end) => {
        written = end;
      });
      await write(part, isEncrypted && key !== null ? encryptBackup(bytes, key) : bytes, path);
    });
    await onDiskOf(path, () => rename(part, path));
    await onDiskOf(path, () => syncFolder(dirname(path)));
  } catch (error) {
    removePart();
    throw error;
  } finally {
    process.off("exit", removePart);
  }
  if (!written) throw new Error("The backup was not written.");
  return { ...written, path, byteLength: statSync(path).size, isEncrypted };
}

/** Opens the portal's data for reading. A running portal with the embedded database makes a copy of it. */
async function withSource(
  config: Config,
  log: Logger,
  report: ReportProgress,
  givenCopy: string | null,
  run: (source: Source) => Promise<void>,
): Promise<void> {
  const { dataDir, databaseUrl } = config;
  const made =
    databaseUrl || givenCopy ? null : await runInPortal(dataDir, { command: "copy-database" }, report);
  const removeCopy = () => made && rmSync(made.message, { recursive: true, force: true });
  const copy = givenCopy ?? made?.message;
  process.once("exit", removeCopy);
  try {
    const database = copy ? await openCopy(copy, log) : await openDatabase(config, log);
    try {
      await database.asOwner((owner) => run({ owner, dataDir }));
    } finally {
      await database.close();
    }
  } finally {
    process.off("exit", removeCopy);
    removeCopy();
  }
}

/**
 * Copies the files of the embedded database beside it, after a checkpoint, while requests wait. The caller removes the
 * copy; one that remains is removed after a day.
 */
export async function copyDatabase(
  { asOwner }: Database,
  dataDir: string,
  name: string = randomUUID(),
): Promise<string> {
  const copy = join(dataDir, `copy-${name}.part`);
  try {
    await asOwner(async (owner) => {
      await owner.query("checkpoint");
      await cp(join(dataDir, "database"), copy, { recursive: true, mode: constants.COPYFILE_FICLONE });
    });
  } catch (error) {
    await rm(copy, { recursive: true, force: true });
    throw error;
  }
  return copy;
}

function choosePath(target: string, hasKey: boolean): string {
  const found = statSync(target, { throwIfNoEntry: false });
  const path = found?.isDirectory()
    ? join(
        target,
        `counterpart-${new Date().toISOString().slice(0, 19).replaceAll(":", "")}.backup${hasKey ? ENCRYPTED : ""}`,
      )
    : target;
  const folder = dirname(path);
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new StartError(
      `There is no folder ${folder}. Nothing was written. Make it, or choose another one.`,
    );
  if (!statSync(path, { throwIfNoEntry: false })) return path;
  throw new StartError(`${path} exists already. Nothing was written. Choose another name, or a folder.`);
}

async function write(part: string, bytes: AsyncIterable<Buffer>, path: string): Promise<void> {
  const file = await onDiskOf(path, () => open(part, "w", 0o600));
  try {
    for await (const chunk of bytes) await onDiskOf(path, () => file.writeFile(chunk));
    await onDiskOf(path, () => file.sync());
  } finally {
    await file.close();
  }
}

const MAY_NOT_WRITE = "Give this user the right to write into its folder, or name another one.";
/** What to do, by the system's code. */
const WRITE_ADVICE: Readonly<Record<string, string>> = {
  EACCES: MAY_NOT_WRITE,
  EPERM: MAY_NOT_WRITE,
  ENOSPC: "Its disk is full: make room, or name a folder on another one.",
  EDQUOT: "This user has no room left on its disk: make some, or name a folder on another one.",
  EROFS: "Its disk may only be read: name a folder on another one.",
};
const OTHER_WRITE_ADVICE = "Mend its disk, or name a folder on another one.";

/** Marks errors of the backup's disk, which may be another one than that of the portal's data. */
async function onDiskOf<Result>(path: string, run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (cause) {
    throw unwritableBackup(path, cause);
  }
}

/** The error for a file of a backup that cannot be written, with what to do. */
export function unwritableBackup(path: string, cause: unknown): StartError {
  const advice = WRITE_ADVICE[cause instanceof Error ? codeOf(cause) : ""] ?? OTHER_WRITE_ADVICE;
  return new StartError(`The backup ${path} cannot be written. The portal is unharmed. ${advice}`, { cause });
}
