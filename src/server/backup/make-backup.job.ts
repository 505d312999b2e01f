import { randomBytes } from "node:crypto";
import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { and, desc, eq, inArray, isNotNull, isNull, lt, or } from "drizzle-orm";
import { z } from "zod";
import { Id } from "#domain/id.ts";
import { change, PORTAL } from "../access/change.ts";
import { ifMissing, isDiskFailing, isDiskFull } from "../causes.ts";
import type { Database } from "../db/database.ts";
import { findLeft, numberOf } from "../db/dead-processes.ts";
import type { Deps } from "../deps.ts";
import type { BackupPlan } from "../env/read-env.ts";
import { defineJob, QuietFailure } from "../jobs/job.ts";
import { withScope } from "../rls/scoped-db.ts";
import { backupRuns } from "../schema/backups.ts";
import { formatFatalError, StartError } from "../start-error.ts";
import { copyDatabase } from "./back-up.ts";
import {
  nameOfBackup,
  removeBackups,
  removeParts,
  requireFolder,
  requireRoom,
  requireStored,
} from "./backup-folder.ts";
import { type BackupRun, findRun, findStored, findStoredNames, isStored } from "./queries.ts";

const MAX_FAULT_LENGTH = 1000;
/** Runs without a stored file are retained this long. */
const RUN_RETENTION_MS = 90 * 86_400_000;
const MAX_RUN_SECONDS = 12 * 3600;

/**
 * Makes the backup of a run, restores it for a rehearsal, and removes old ones. A fault ends the run with a sentence, and
 * the schedule begins another one. A run whose process was killed continues where it was.
 */
export const makeBackup = defineJob({
  name: "make-backup",
  /** `isRequested`: an owner started it, also where the stored backups are gone. */
  payload: z.strictObject({ backupRunId: Id, isRequested: z.literal(true).optional() }),
  atOnce: 1,
  maxSeconds: MAX_RUN_SECONDS,
  async run(worker, { backupRunId, isRequested = false }) {
    const deps = withScope(worker, { role: "portal" });
    const run = await findRun(deps.db, backupRunId);
    const plan = deps.env.backups;
    if (!run || run.endedAt) return;
    if (!plan) {
      await endRun(deps, run, "BACKUP_FOLDER is no longer set.");
      return;
    }
    const written = await faultOf(deps, () => write(deps, plan, run, isRequested));
    if (written !== null) deps.log.error({ fault: written }, "The scheduled backup failed");
    else await rehearse(deps, plan, run);
    await endRun(deps, run, written);
  },
  async onFinalFailure(worker, { backupRunId }) {
    const deps = withScope(worker, { role: "portal" });
    const run = await findRun(deps.db, backupRunId);
    if (run) await endRun(deps, run, "Its process was ended every time.");
  },
});

/** The sentence of a failed step; null: it is done. Throws only if the portal is stopping. */
async function faultOf({ log }: Pick<Deps, "log">, step: () => Promise<void>): Promise<string | null> {
  try {
    await step();
    return null;
  } catch (error) {
    if (error instanceof QuietFailure) throw error;
    if (error instanceof StartError || isDiskFull(error) || isDiskFailing(error))
      return formatFatalError(error).slice(0, MAX_FAULT_LENGTH);
    log.error(error, "A step of a backup failed");
    return "Something unexpected happened. The log of the portal says why.";
  }
}

async function write(deps: Deps, plan: BackupPlan, run: BackupRun, isRequested: boolean): Promise<void> {
  if (run.fileName !== null) return;
  const { dataDir } = deps.env;
  const [last] = await findStored(deps.db, 1);
  await requireFolder(plan.folder, last?.byteLength ?? 0);
  if (!isRequested) await requireStored(plan.folder, await findStoredNames(deps.db));
  const fileName = nameOfBackup(dataDir, run.startedAt);
  await removeParts(deps.database, plan.folder, { dataDir, fileName, now: deps.clock() });
  const path = join(plan.folder, fileName);
  // It is there if the process was killed between the last step and the record of it.
  const complete = await stat(path).catch(ifMissing(null));
  const madeAt = complete ? run.startedAt : deps.clock();
  if (!complete) await writeFile(deps, path, run);
  const { size: byteLength } = await stat(path);
  await deps.db
    .update(backupRuns)
    .set({ fileName, byteLength, madeAt })
    .where(and(eq(backupRuns.backupRunId, run.backupRunId), isNull(backupRuns.fileName)));
}

const SCHEDULED = "scheduled-";

/** What killed runs left is removed first, because each copy is as large as the database. */
async function copyForRun({ database, env }: Deps, { backupRunId }: BackupRun): Promise<string> {
  const left = (await readdir(env.dataDir)).filter((name) => name.startsWith(`copy-${SCHEDULED}`));
  for (const name of left) await rm(join(env.dataDir, name), { recursive: true, force: true });
  return copyDatabase(database, env.dataDir, `${SCHEDULED}${backupRunId}`);
}

async function writeFile(deps: Deps, path: string, run: BackupRun): Promise<void> {
  const { database, backupSteps } = deps;
  const copy = database.kind === "embedded" ? await copyForRun(deps, run) : null;
  try {
    await backupSteps.write({ path, part: `${path}.${markOf(database)}.part`, copy });
  } finally {
    if (copy !== null) await rm(copy, { recursive: true, force: true });
  }
}

/** Marks what this process writes: another one that takes the job over writes beside it, and removes only what is left. */
const markOf = (database: Database) => `${numberOf(database)}.${randomBytes(4).toString("hex")}`;

const REHEARSAL = /^rehearsal-(\d+)\.[0-9a-f]+\.part$/;

/** A new folder for a restored database. What killed rehearsals left goes first, because it is as large. */
async function makeRoomForRehearsal({ database, env: { dataDir } }: Deps): Promise<string> {
  const numberIn = (name: string) => {
    const [, number] = REHEARSAL.exec(name) ?? [];
    return number === undefined ? null : Number(number);
  };
  const left = await findLeft(database, await readdir(dataDir), numberIn);
  for (const name of left) await rm(join(dataDir, name), { recursive: true, force: true });
  return join(dataDir, `rehearsal-${markOf(database)}.part`);
}

/** Restores the file into a scratch database: only that shows that a restore will work. Then old files may go. */
async function rehearse(deps: Deps, plan: BackupPlan, { backupRunId }: BackupRun): Promise<void> {
  const { db, env, backupSteps, log, clock } = deps;
  const run = await findRun(db, backupRunId);
  if (run?.fileName && run.rehearsedAt === null) {
    const { fileName, byteLength } = run;
    const fault = await faultOf(deps, async () => {
      const scratch = await makeRoomForRehearsal(deps);
      await requireRoom(env.dataDir, (byteLength ?? 0) + (await findDatabaseBytes(deps)));
      await backupSteps.rehearse({ path: join(plan.folder, fileName), scratch });
    });
    if (fault !== null) log.error({ fault, fileName }, "The rehearsal of a backup failed");
    await db
      .update(backupRuns)
      .set({ rehearsedAt: clock(), rehearsalFault: fault })
      .where(eq(backupRuns.backupRunId, backupRunId));
  }
  const fault = await faultOf(deps, () => removeOld(deps, plan));
  if (fault !== null) log.error({ fault }, "Old backups were not removed");
}

/** Removes the oldest files beyond the count, but never the newest one that was restored, nor files of other portals. */
async function removeOld({ db, clock }: Deps, { folder, count }: BackupPlan): Promise<void> {
  const runs = await db.select().from(backupRuns).where(isStored).orderBy(desc(backupRuns.startedAt));
  const verified = runs.find((run) => run.rehearsedAt !== null && run.rehearsalFault === null);
  const names = runs.slice(count).flatMap(({ fileName }) => fileName ?? []);
  const old = names.filter((fileName) => fileName !== verified?.fileName);
  await removeBackups(folder, old);
  const now = clock();
  if (old.length > 0)
    await db
      .update(backupRuns)
      .set({ clearedAt: now })
      .where(and(isStored, inArray(backupRuns.fileName, old)));
  const isOld = lt(backupRuns.startedAt, new Date(now.getTime() - RUN_RETENTION_MS));
  const hasNoFile = or(isNull(backupRuns.fileName), isNotNull(backupRuns.clearedAt));
  await db.delete(backupRuns).where(and(isOld, hasNoFile, isNotNull(backupRuns.endedAt)));
}

/** Only the owner's role may ask. */
async function findDatabaseBytes({ database }: Deps): Promise<number> {
  const { rows } = await database.asOwner((owner) =>
    owner.query<{ bytes: number }>("select pg_database_size(current_database())::float8 as bytes"),
  );
  return rows[0]?.bytes ?? 0;
}

async function endRun(deps: Deps, { backupRunId }: BackupRun, fault: string | null): Promise<void> {
  await change(deps, PORTAL, async ({ tx, at }) => {
    await tx
      .update(backupRuns)
      .set({ endedAt: at, fault })
      .where(and(eq(backupRuns.backupRunId, backupRunId), isNull(backupRuns.endedAt)));
    await deps.live.publish(tx, { company: true }, { kind: "backup", id: backupRunId });
  });
}
