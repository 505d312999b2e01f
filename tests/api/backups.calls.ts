import { v7 } from "uuid";
import type * as calls from "#contract/admin/backups.ts";
import { backupRuns } from "#server/schema/backups.ts";
import type { TestApp } from "#tests/support/make-app.ts";
import type { PointedAt } from "#tests/support/pointed-calls.ts";

export async function makeOwn({ db, deps }: TestApp) {
  const at = deps.clock();
  const fault = "The disk was full.";
  await db.insert(backupRuns).values({ backupRunId: v7(), startedAt: at, endedAt: at, fault });
  return {};
}

export const pointed: PointedAt<typeof calls> = {
  getBackups: () => ({}),
  requestBackup: ({ organizationId: backupRunId }) => ({ body: { backupRunId } }),
};
