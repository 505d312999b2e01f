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

export async function measureBackups({ db, env, clock }: Deps): Promise<Gauge[]> {
  const newest = (await readBackupState(db, env.backups))?.newest;
  if (!newest) return [];
  const age: Gauge = {
    name: "counterpart_backup_age_seconds",
    help: "How old the newest scheduled backup is",
    samples: [[{}, (clock().getTime() - Date.parse(newest.madeAt)) / 1000]],
  };
  if (newest.rehearsedAt === null) return [age];
  const help = "1 if the newest backup was restored and intact";
  return [
    age,
    {
      name: "counterpart_backup_rehearsal_ok",
      help,
      samples: [[{}, newest.rehearsalFault === null ? 1 : 0]],
    },
  ];
}

function rehearsalOf(
  { rehearsedAt, rehearsalFault }: { rehearsedAt: string | null; rehearsalFault: string | null },
  isRunning: boolean,
): { at: string } | { text: string } {
  if (rehearsedAt === null) return { text: isRunning ? "Under way" : "Not yet" };
  return rehearsalFault === null ? { at: rehearsedAt } : { text: "Failed" };
}
