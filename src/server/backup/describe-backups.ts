import { describeProblem, findBackupProblem } from "#domain/backups/backup-state.ts";
import { formatBytes } from "#domain/system/format-figures.ts";
import type { SystemFact, SystemPart } from "#domain/system/system-part.ts";
import type { Deps, Gauge } from "../deps.ts";
import { readBackupState } from "./queries.ts";

const NOT_SET_UP =
  "The portal makes no backups by itself. Unless something else backs it up, let the person who runs the server set BACKUP_FOLDER and BACKUP_KEY, as “Scheduled backups” in the operations guide describes.";
const FIRST = "The first backup is made within five minutes, if the portal's background work is in order.";
const IN_ORDER =
  "Nothing to do. Each backup is restored into a scratch database and verified. Make sure that BACKUP_KEY is stored in a second place: without it, no backup can be opened.";

/** The part "Backups" of /admin/system. */
export async function describeBackups({ db, env, clock }: Deps): Promise<Omit<SystemPart, "id">> {
  const state = await readBackupState(db, env.backups);
  if (!state || !env.backups) return { state: "attention", facts: [], advice: NOT_SET_UP };
  const problem = findBackupProblem(state, clock());
  const { newest, isRunning } = state;
  const facts: SystemFact[] = newest
    ? [
        { label: "Newest", at: newest.madeAt },
        { label: "Its size", text: formatBytes(newest.byteLength) },
        { label: "Restored as a rehearsal", ...rehearsalOf(newest, isRunning) },
        { label: "Stored", text: `${state.count} of ${state.maxCount}, ${formatBytes(state.byteLength)}` },
        { label: "File", text: newest.fileName },
      ]
    : [];
  facts.push({ label: "Folder", text: env.backups.folder });
  facts.push({ label: "Every day from", text: `${String(state.hour).padStart(2, "0")}:00` });
  return {
    state: problem ? "fault" : newest ? "ok" : "attention",
    facts,
    advice: problem ? describeProblem(problem) : newest ? IN_ORDER : FIRST,
  };
}

/** Every portal with scheduled backups has the first two, so that an alert notices that none is ever made. */
export async function measureBackups({ db, env, clock, process }: Deps): Promise<Gauge[]> {
  const state = await readBackupState(db, env.backups);
  if (!state) return [];
  const { newest, firstRunAt, failure } = state;
  const since = newest?.madeAt ?? firstRunAt;
  const ageMs =
    since === null ? performance.now() - process.startedMs : clock().getTime() - Date.parse(since);
  const gauges: Gauge[] = [
    {
      name: "counterpart_backup_age_seconds",
      help: "How old the newest scheduled backup is, or how long there has been none",
      samples: [[{}, ageMs / 1000]],
    },
    {
      name: "counterpart_backup_failed",
      help: "1 if the last run made no backup",
      samples: [[{}, failure ? 1 : 0]],
    },
  ];
  if (newest && newest.rehearsedAt !== null)
    gauges.push({
      name: "counterpart_backup_rehearsal_ok",
      help: "1 if the newest backup was restored and intact",
      samples: [[{}, newest.rehearsalFault === null ? 1 : 0]],
    });
  return gauges;
}

function rehearsalOf(
  { rehearsedAt, rehearsalFault }: { rehearsedAt: string | null; rehearsalFault: string | null },
  isRunning: boolean,
): { at: string } | { text: string } {
  if (rehearsedAt === null) return { text: isRunning ? "Under way" : "Not yet" };
  return rehearsalFault === null ? { at: rehearsedAt } : { text: "Failed" };
}
