import { and, desc, eq, isNotNull } from "drizzle-orm";
import { v7 } from "uuid";
import { z } from "zod";
import { backupDay } from "#domain/backups/backup-state.ts";
import type { Id } from "#domain/id.ts";
import { type Change, change, PORTAL } from "../access/change.ts";
import type { Deps } from "../deps.ts";
import type { BackupPlan } from "../env/read-env.ts";
import { defineJob } from "../jobs/job.ts";
import { withScope } from "../rls/scoped-db.ts";
import { backupRuns } from "../schema/backups.ts";
import { findMissing } from "./backup-folder.ts";
import { makeBackup } from "./make-backup.job.ts";
import { findStored, findStoredNames, isStored } from "./queries.ts";

/** A failed backup is tried again after this time. */
const RETRY_MS = 30 * 60_000;

/** Begins the backup of the day, once its hour has come. */
export const scheduleBackup = defineJob({
  name: "schedule-backup",
  payload: z.strictObject({}),
  everySeconds: 300,
  async run(worker) {
    const plan = worker.env.backups;
    if (!plan) return;
    const deps = withScope(worker, { role: "portal" });
    const areAllMissing = await noteMissing(deps, plan);
    if (!(await isDue(deps, plan, areAllMissing))) return;
    await change(deps, PORTAL, ({ tx, at }) => beginRun(deps, { tx, at }, { backupRunId: v7() }));
  },
});

/** Adds a run and its job, unless one is under way. Returns whether it did. */
export async function beginRun(
  { queue, live }: Pick<Deps, "queue" | "live">,
  { tx, at }: Pick<Change, "tx" | "at">,
  job: { backupRunId: Id; isRequested?: true },
): Promise<boolean> {
  const { backupRunId } = job;
  const added = await tx
    .insert(backupRuns)
    .values({ backupRunId, startedAt: at })
    .onConflictDoNothing()
    .returning({ backupRunId: backupRuns.backupRunId });
  if (added.length === 0) return false;
  await queue.enqueue(tx, makeBackup, job);
  await live.publish(tx, { company: true }, { kind: "backup", id: backupRunId });
  return true;
}

/** A failed run is tried again, also one beside the backup of the day. A run without the stored files fails, and is seen. */
async function isDue(
  { db, clock, settings }: Deps,
  { hour }: BackupPlan,
  areAllMissing: boolean,
): Promise<boolean> {
  const now = clock();
  const { timeZone } = settings.now();
  const [last] = await db
    .select({ endedAt: backupRuns.endedAt, fault: backupRuns.fault })
    .from(backupRuns)
    .where(isNotNull(backupRuns.endedAt))
    .orderBy(desc(backupRuns.startedAt))
    .limit(1);
  if (last?.endedAt && last.fault !== null) return now.getTime() - last.endedAt.getTime() >= RETRY_MS;
  const [newest] = await findStored(db, 1);
  if (!newest || areAllMissing) return true;
  return backupDay(newest.startedAt, hour, timeZone) !== backupDay(now, hour, timeZone);
}

/** A file that was removed from the folder is no backup any more. Returns whether all are missing, which clears none. */
async function noteMissing({ db, clock, log }: Deps, { folder }: BackupPlan): Promise<boolean> {
  const { missing, areAll } = await findMissing(folder, await findStoredNames(db));
  if (areAll) return true;
  for (const fileName of missing) {
    log.warn({ fileName, folder }, "A backup is no longer in its folder");
    await db
      .update(backupRuns)
      .set({ clearedAt: clock() })
      .where(and(isStored, eq(backupRuns.fileName, fileName)));
  }
  return false;
}
