import { readdirSync, rmSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { escapeLiteral } from "pg";
import type { Logger } from "pino";
import type { ReportProgress } from "../commands/serve-commands.ts";
import { readLine, syncFolder, syncTree, writeOnce } from "../data-dir/write-once.ts";
import type { Database, OwnerConnection } from "../db/database.ts";
import { openServer } from "../db/open-server.ts";
import { lockData } from "../db-embedded/data-lock.ts";
import { makeFilledDatabase } from "../db-embedded/open-embedded.ts";
import { pathOfFile } from "../files/local-file-store.ts";
import { noteInstallation } from "../installation/installation.ts";
import { pathOfRestore } from "../installation/open-database.ts";
import { installQueue } from "../jobs/boss.ts";
import { transactionOn } from "../rls/in-scope.ts";
import { StartError } from "../start-error.ts";
import type { Head } from "./describe-backup.ts";
import { type Loader, prepareTables, requireKnown } from "./load-rows.ts";
import { type Contents, type Receiver, readBackup } from "./read-backup.ts";

export type Target = { dataDir: string; databaseUrl: string | undefined };

type Options = {
  /** The portal continues elsewhere: sessions remain, and waiting mails are sent. */
  isMove?: boolean;
  /** Runs when everything is in its place, before the portal may start there. */
  beforeReady?: () => void;
};

/** The comment on the queue's schema names the backup that was restored into the database. */
const NOTE = "Counterpart restored from backup ";

/**
 * Puts a backup into an empty data directory and an empty database. The first of two readings only verifies it. The rows
 * are committed last, when every part was verified again and every file is on the disk. Until then a file in the
 * directory keeps the portal from starting there, and the same restore can be run again.
 */
export async function restoreBackup(
  open: () => AsyncIterable<Buffer>,
  { dataDir, databaseUrl }: Target,
  log: Logger,
  report: ReportProgress,
  { isMove = false, beforeReady }: Options = {},
): Promise<Contents> {
  const lock = lockData(dataDir);
  try {
    const earlier = requireEmptyFolder(dataDir);
    if (!isMove) await readBackup(open(), ONLY_VERIFYING, report);
    const fill = (database: Database) => fillAll(database, open(), { dataDir, earlier, isMove, report });
    let contents: Contents;
    try {
      contents = await (databaseUrl
        ? onServer(databaseUrl, log, fill)
        : makeFilledDatabase(dataDir, log, fill));
    } catch (error) {
      // Rows that an earlier run may have committed still need their files.
      if (earlier === null) emptyFolder(dataDir, { isMarkStored: false });
      rmSync(join(dataDir, "database.part"), { recursive: true, force: true });
      throw error;
    }
    beforeReady?.();
    rmSync(pathOfRestore(dataDir));
    await syncFolder(dataDir);
    return contents;
  } finally {
    lock.release();
  }
}

const ONLY_VERIFYING: Receiver = {
  begin: requireKnown,
  storeFile: async () => undefined,
  storeInstallationFile: async () => undefined,
  addRows: async () => undefined,
};

async function onServer<Result>(
  databaseUrl: string,
  log: Logger,
  run: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = await openServer(databaseUrl, log, async () => undefined);
  try {
    return await run(database);
  } finally {
    await database.close();
  }
}

type Run = { dataDir: string; earlier: string | null; isMove: boolean; report: ReportProgress };

async function fillAll(
  { asOwner, kind }: Database,
  chunks: AsyncIterable<Buffer>,
  { dataDir, earlier, isMove, report }: Run,
): Promise<Contents> {
  return asOwner(async (owner) => {
    let loader: Loader | null = null;
    const receiver: Receiver = {
      async begin(head) {
        await requireKnown(head);
        const isLoaded = earlier === head.backupId && (await readNote(owner)) === NOTE + head.backupId;
        if (!isLoaded) await requireEmptyDatabase(owner);
        emptyFolder(dataDir, { isMarkStored: earlier === head.backupId });
        writeOnce(pathOfRestore(dataDir), head.backupId);
        if (isLoaded) return;
        await installQueue(owner, kind);
        await owner.query("begin");
        loader = await prepareTables(transactionOn(owner), owner, head);
      },
      storeFile: (sha256, bytes) => writeStored(pathOfFile(dataDir, sha256), bytes),
      storeInstallationFile: (name, bytes) => writeStored(join(dataDir, name), bytes),
      addRows: async (table, lines) => loader?.addRows(table, lines),
    };
    try {
      const contents = await readBackup(chunks, receiver, report);
      report("Flushing files to the disk, building indexes");
      await syncTree(dataDir);
      if (loader) await commit(owner, loader, contents.head, isMove);
      return contents;
    } catch (error) {
      await owner.query("rollback").catch(() => undefined);
      throw error;
    }
  });
}

async function commit(owner: OwnerConnection, loader: Loader, head: Head, isMove: boolean): Promise<void> {
  if (!isMove) await deferWork(owner, head);
  await loader.finish();
  await noteInstallation(owner, head.installationId);
  await owner.query(`comment on schema pgboss is ${escapeLiteral(NOTE + head.backupId)}`);
  await owner.query("commit");
}

async function writeStored(path: string, bytes: Buffer): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await writeFile(path, bytes, { mode: 0o600, flag: "wx" });
}

async function readNote(owner: OwnerConnection): Promise<string | null> {
  const { rows } = await owner.query<{ note: string | null }>(
    "select obj_description(to_regnamespace('pgboss')::oid, 'pg_namespace') as note",
  );
  return rows[0]?.note ?? null;
}

/** A restore that was killed may leave the queue's tables, without a job. */
async function requireEmptyDatabase(owner: OwnerConnection): Promise<void> {
  const { rows } = await owner.query<{ name: string; is_queue: boolean }>(`
    select table_schema || '.' || table_name as name, table_schema = 'pgboss' as is_queue
    from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema') order by 1`);
  const other = rows.find((one) => !one.is_queue);
  if (!other) {
    if (rows.length === 0) return;
    const jobs = await owner.query("select from pgboss.job limit 1");
    if (jobs.rows.length === 0) return;
  }
  throw new StartError(
    `The database is not empty: it has the table ${other?.name ?? "pgboss.job"}. Nothing was changed. A backup goes only ` +
      "into an empty database: make one, and set DATABASE_URL to it.",
  );
}

/** The id of the backup whose restore into this folder was not finished; null if the folder is empty. */
function requireEmptyFolder(dataDir: string): string | null {
  const earlier = readLine(pathOfRestore(dataDir));
  if (earlier !== null) return earlier;
  const [found] = listOthers(dataDir);
  if (found === undefined) return null;
  throw new StartError(
    `The data directory ${dataDir} is not empty: it holds ${found}. Nothing was changed. A backup goes only into an empty ` +
      "folder: set DATA_DIR to one, or to a new one.",
  );
}

function emptyFolder(dataDir: string, { isMarkStored }: { isMarkStored: boolean }): void {
  for (const path of listOthers(dataDir).map((name) => join(dataDir, name)))
    if (path !== pathOfRestore(dataDir) || !isMarkStored) rmSync(path, { recursive: true, force: true });
}

/** Everything in the folder but the lock of this process, and the database that it is filling. */
function listOthers(dataDir: string): string[] {
  return readdirSync(dataDir).filter((name) => name !== "lock" && name !== "database.part");
}

const WHY_DEFERRED =
  "The portal was restored from a backup, and this email may have been sent after the backup was made.";

/**
 * Removes what must not continue after a return to an earlier moment: sessions and codes that may have ended since,
 * scheduled backups, and mails that may have been sent since. The company's home lists those mails.
 */
async function deferWork(owner: OwnerConnection, head: Head): Promise<void> {
  await owner.query("delete from session; delete from verification");
  // Identity tokens of before may have been used since, which the backup does not know.
  const ofLinks = head.tables.find(({ name }) => name === "public.linked_identities")?.columns ?? [];
  if (ofLinks.includes("tokens_from")) await owner.query("update linked_identities set tokens_from = now()");
  // The original portal may go on, and its files are its own.
  if (head.tables.some(({ name }) => name === "public.backup_runs"))
    await owner.query("delete from backup_runs");
  const ofMails = head.tables.find(({ name }) => name === "public.mails")?.columns ?? [];
  if (ofMails.includes("given_up_at") && ofMails.includes("failure"))
    await owner.query(
      "update mails set given_up_at = now(), failure = $1 where sent_at is null and given_up_at is null",
      [WHY_DEFERRED],
    );
  await owner.query("delete from pgboss.job where name = 'send-mail' and state < 'completed'");
}
