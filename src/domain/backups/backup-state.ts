import { z } from "zod";
import { formatIsoDay } from "../format.ts";
import { Timestamp } from "../record-fields.ts";

const HOUR_MS = 3_600_000;

/** From this age on, the newest backup is a problem, and so is it if none is stored for as long. */
const MAX_AGE_HOURS = 48;

/** The scheduled backups of the portal as they are stored now. */
export const BackupState = z.strictObject({
  /** The hour of the daily backup in the company's time zone, and how many are stored. */
  hour: z.int().min(0).max(23),
  maxCount: z.int().min(1),
  /** The newest file in the folder of backups. */
  newest: z
    .strictObject({
      fileName: z.string(),
      byteLength: z.number().min(0),
      madeAt: Timestamp,
      /** When it was restored into a scratch database; null: not yet. */
      rehearsedAt: Timestamp.nullable(),
      /** What was wrong then; null: it was complete, and its evidence intact. */
      rehearsalFault: z.string().nullable(),
    })
    .nullable(),
  /** When the first run began; null: none has. */
  firstRunAt: Timestamp.nullable(),
  /** Of the last run, if it made no file. */
  failure: z.strictObject({ at: Timestamp, fault: z.string() }).nullable(),
  isRunning: z.boolean(),
  /** All stored files. */
  count: z.int().min(0),
  byteLength: z.number().min(0),
});
export type BackupState = z.infer<typeof BackupState>;

/** What an owner should look at, the worst first. */
export const BackupProblem = z.discriminatedUnion("problem", [
  z.strictObject({ problem: z.literal("failed"), at: Timestamp, fault: z.string() }),
  z.strictObject({ problem: z.literal("rehearsal"), at: Timestamp, fault: z.string() }),
  z.strictObject({ problem: z.literal("old"), hours: z.int() }),
  z.strictObject({ problem: z.literal("none"), hours: z.int() }),
]);
export type BackupProblem = z.infer<typeof BackupProblem>;

/** Null: the newest backup is recent and was restored, or the first one is not made yet. */
export function findBackupProblem(state: BackupState, now: Date): BackupProblem | null {
  const { newest, failure, firstRunAt } = state;
  if (failure) return { problem: "failed", ...failure };
  if (newest && newest.rehearsalFault !== null && newest.rehearsedAt !== null)
    return { problem: "rehearsal", at: newest.rehearsedAt, fault: newest.rehearsalFault };
  const since = newest?.madeAt ?? firstRunAt;
  if (since === null) return null;
  const hours = Math.floor((now.getTime() - Date.parse(since)) / HOUR_MS);
  return hours >= MAX_AGE_HOURS ? { problem: newest ? "old" : "none", hours } : null;
}

/** A problem in sentences, with what to do. */
export function describeProblem(problem: BackupProblem): string {
  if (problem.problem === "failed")
    return `The last backup failed. ${problem.fault} The portal tries again every half hour.`;
  if (problem.problem === "rehearsal")
    return `The newest backup couldn't be restored as a rehearsal, so don't rely on it. ${problem.fault} The last good one stays stored. Start another backup once the cause is mended.`;
  if (problem.problem === "none")
    return `No backup is stored, although the first one began ${problem.hours} hours ago. The portal makes one every day, so its background work may have stopped: restart it.`;
  return `The newest backup is ${problem.hours} hours old. The portal makes one every day, so its background work may have stopped: restart it.`;
}

/** The state in a few words without names, for a check that everybody reads. */
export function describeBackups(state: BackupState, now: Date): string {
  const found = findBackupProblem(state, now);
  if (found?.problem === "failed") return "the last one failed";
  if (found?.problem === "rehearsal") return "the rehearsal of the newest one failed";
  if (found) return `none for ${found.hours} hours`;
  return state.newest ? "ok" : "none yet";
}

/** The day to which a backup at this moment belongs: it begins at the hour of the backup. */
export function backupDay(at: Date, hour: number, timeZone: string): string {
  return formatIsoDay(new Date(at.getTime() - hour * HOUR_MS).toISOString(), timeZone);
}
