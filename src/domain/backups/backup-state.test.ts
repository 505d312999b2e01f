import { expect, test } from "vitest";
import { type BackupState, describeBackups, describeProblem, findBackupProblem } from "./backup-state.ts";

const NOW = new Date("2026-11-28T12:00:00Z");
const hoursAgo = (hours: number) => new Date(NOW.getTime() - hours * 3_600_000).toISOString();

function stateOf(parts: Partial<BackupState>): BackupState {
  const none = { newest: null, firstRunAt: null, failure: null, isRunning: false, count: 0, byteLength: 0 };
  return { hour: 2, maxCount: 14, ...none, ...parts };
}

function newestOf(hours: number, rehearsalFault: string | null = null): BackupState["newest"] {
  const rehearsedAt = hoursAgo(hours);
  return { fileName: "a.backup.age", byteLength: 1, madeAt: rehearsedAt, rehearsedAt, rehearsalFault };
}

test.each<[string, Partial<BackupState>, string, RegExp | null]>([
  ["a recent one", { newest: newestOf(20), firstRunAt: hoursAgo(900) }, "ok", null],
  ["no run yet", {}, "none yet", null],
  ["a first run under way", { firstRunAt: hoursAgo(47), isRunning: true }, "none yet", null],
  [
    "none two days after the first run",
    { firstRunAt: hoursAgo(48) },
    "none for 48 hours",
    /^No backup is stored/,
  ],
  ["an old one", { newest: newestOf(50) }, "none for 50 hours", /^The newest backup is 50 hours old/],
  [
    "one that could not be restored",
    { newest: newestOf(1, "It is damaged.") },
    "the rehearsal of the newest one failed",
    /It is damaged\./,
  ],
  [
    "a failed run",
    { newest: newestOf(1), failure: { at: hoursAgo(1), fault: "The disk is full." } },
    "the last one failed",
    /The disk is full\./,
  ],
])("RUN-3 of backups with %s, owners and /readyz read what is wrong", (_name, parts, words, advice) => {
  const state = stateOf(parts);
  expect(describeBackups(state, NOW)).toBe(words);
  const problem = findBackupProblem(state, NOW);
  if (advice === null) expect(problem).toBeNull();
  else expect(problem && describeProblem(problem)).toMatch(advice);
});
