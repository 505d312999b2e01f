import type { z } from "zod";
import * as calls from "#contract/admin/backups.ts";
import { change } from "../access/change.ts";
import type { Owner } from "../access/gates.ts";
import type { Deps } from "../deps.ts";
import { type Route, route } from "../http/route.ts";
import type { Noun } from "../noun.ts";
import { COMPANY } from "../rls/row-rules.ts";
import { describeBackups, measureBackups } from "./describe-backups.ts";
import { makeBackup } from "./make-backup.job.ts";
import { readBackupState } from "./queries.ts";
import { beginRun, scheduleBackup } from "./schedule-backup.job.ts";

export const noun: Noun = {
  jobs: [scheduleBackup, makeBackup],
  actions: { portal: { "backup.request": "started a backup" } },
  namedInDetails: ["backup.request"],
  systemParts: [{ id: "backups", read: describeBackups, measure: measureBackups }],
  rows: { backup_runs: COMPANY },
};

async function requestBackup(
  deps: Deps,
  owner: Owner,
  { backupRunId }: z.output<typeof calls.requestBackup.body>,
): Promise<z.input<typeof calls.requestBackup.reply>> {
  const { backups } = deps.env;
  return change(deps, owner, async ({ tx, at, record }) => {
    if (!backups) return { backups: null };
    const details = { name: "A backup beside the daily one" };
    if (await beginRun(deps, { tx, at }, { backupRunId, isRequested: true }))
      await record({ action: "backup.request", subjectId: backupRunId, organizationId: null, details });
    return { backups: await readBackupState(tx, backups) };
  });
}

export const routes: Route[] = [
  route(calls.getBackups, async ({ deps }) => ({
    backups: await readBackupState(deps.db, deps.env.backups),
  })),
  route(calls.requestBackup, ({ deps, caller, body }) => requestBackup(deps, caller, body)),
];
