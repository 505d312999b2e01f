import { and, desc, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { BackupState } from "#domain/backups/backup-state.ts";
import type { DbOrTx } from "../db/database.ts";
import type { BackupPlan } from "../env/read-env.ts";
import { backupRuns } from "../schema/backups.ts";

export type BackupRun = typeof backupRuns.$inferSelect;

/** A run whose file is in the folder. */
export const isStored = and(isNotNull(backupRuns.fileName), isNull(backupRuns.clearedAt));

/** Null: backups are not scheduled. */
export async function readBackupState(reader: DbOrTx, plan: BackupPlan | null): Promise<BackupState | null> {
  if (!plan) return null;
  const runs = await reader.select().from(backupRuns).orderBy(desc(backupRuns.startedAt)).limit(2);
  const [newest] = await findStored(reader, 1);
  const [stored] = await reader
    .select({
      count: sql<number>`count(*)::int`,
      byteLength: sql<number>`coalesce(sum(${backupRuns.byteLength}), 0)::float8`,
    })
    .from(backupRuns)
    .where(isStored);
  const [first] = await reader
    .select({ startedAt: backupRuns.startedAt })
    .from(backupRuns)
    .orderBy(backupRuns.startedAt)
    .limit(1);
  const last = runs.find(({ endedAt }) => endedAt !== null);
  return {
    hour: plan.hour,
    maxCount: plan.count,
    newest: newest ? presentFile(newest) : null,
    firstRunAt: first?.startedAt.toISOString() ?? null,
    failure: last?.fault ? { at: (last.endedAt ?? last.startedAt).toISOString(), fault: last.fault } : null,
    isRunning: runs.some(({ endedAt }) => endedAt === null),
    count: stored?.count ?? 0,
    byteLength: stored?.byteLength ?? 0,
  };
}

/** The names of all stored files. */
export async function findStoredNames(reader: DbOrTx): Promise<string[]> {
  const rows = await reader.select({ fileName: backupRuns.fileName }).from(backupRuns).where(isStored);
  return rows.flatMap(({ fileName }) => fileName ?? []);
}

/** The runs whose files are in the folder, the newest first. */
export function findStored(reader: DbOrTx, limit: number): Promise<BackupRun[]> {
  return reader.select().from(backupRuns).where(isStored).orderBy(desc(backupRuns.startedAt)).limit(limit);
}

export async function findRun(reader: DbOrTx, backupRunId: string): Promise<BackupRun | null> {
  const [run] = await reader.select().from(backupRuns).where(eq(backupRuns.backupRunId, backupRunId));
  return run ?? null;
}

function presentFile(run: BackupRun): BackupState["newest"] {
  const { fileName, byteLength, madeAt, startedAt, rehearsedAt, rehearsalFault } = run;
  return {
    fileName: fileName ?? "",
    byteLength: byteLength ?? 0,
    madeAt: (madeAt ?? startedAt).toISOString(),
    rehearsedAt: rehearsedAt?.toISOString() ?? null,
    rehearsalFault,
  };
}
