import { desc, eq, isNotNull } from "drizzle-orm";
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
import { isMissing } from "./backup-folder.ts";
import { makeBackup } from "./make-backup.job.ts";
import { findStored } from "./queries.ts";

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
    await noteMissing(deps, plan);
    if (!(await isDue(deps, plan))) return;
    await change(deps, PORTAL, ({ tx, at }) => beginRun(deps, { tx, at }, v7()));
  },
});

/** Adds a run and its job, unless one is under way. Returns whether it did. */
export async function beginRun(
  { queue, live }: Pick<Deps, "queue" | "live">,
  { tx, at }: Pick<Change, "tx" | "at">,
  backupRunId: Id,
): Promise<boolean> {
  const added = await tx
    .insert(backupRuns)
    .values({ backupRunId, startedAt: at })
    .onConflictDoNothing()
    .returning({ backupRunId: backupRuns.backupRunId });
  if (added.length === 0) return false;
  await queue.enqueue(tx, makeBackup, { backupRunId });
  await live.publish(tx, { company: true }, { kind: "backup", id: backupRunId });
  return true;
}

async function isDue({ db, clock, settings }: Deps, { hour }: BackupPlan): Promise<boolean> {
  const now = clock();
  const { timeZone } = settings.now();
  const [newest] = await findStored(db, 1);
  if (newest && backupDay(newest.startedAt, hour, timeZone) === backupDay(now, hour, timeZone)) return false;
  const [failed] = await db
    .select({ endedAt: backupRuns.endedAt })
    .from(backupRuns)
    .where(isNotNull(backupRuns.fault))
    .orderBy(desc(backupRuns.startedAt))
    .limit(1);
  return !failed?.endedAt || now.getTime() - failed.endedAt.getTime() >= RETRY_MS;
}

/** A file that was removed from the folder, or is in another folder, is no backup any more. */
async function noteMissing({ db, clock, log }: Deps, { folder, count }: BackupPlan): Promise<void> {
  for (const { backupRunId, fileName } of await findStored(db, count)) {
    if (fileName === null || !(await isMissing(folder, fileName))) continue;
    log.warn({ fileName, folder }, "A backup is no longer in its folder");
    await db.update(backupRuns).set({ clearedAt: clock() }).where(eq(backupRuns.backupRunId, backupRunId));
  }
}
