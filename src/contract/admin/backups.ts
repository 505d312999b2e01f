import { z } from "zod";
import { BackupState } from "#domain/backups/backup-state.ts";
import { Id } from "#domain/id.ts";
import { defineAdminCall } from "../call.ts";

/** Null: the portal makes no backups by itself. */
const Backups = z.strictObject({ backups: BackupState.nullable() });

export const getBackups = defineAdminCall("GET", "backup/admin/get", "owner", {
  staleAfter: ["backup"],
  summary: "The scheduled backups: the newest file, its rehearsal, and why the last run failed",
  reply: Backups,
});

export const requestBackup = defineAdminCall("POST", "backup/admin/request", "owner", {
  summary: "Starts a backup now, unless one is being made or none are set up. The answer shows which",
  body: z.strictObject({ backupRunId: Id }),
  reply: Backups,
});
