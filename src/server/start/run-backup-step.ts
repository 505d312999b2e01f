import { mkdirSync, rmSync } from "node:fs";
import type { Logger } from "pino";
import { backUp } from "../backup/back-up.ts";
import { openBackup } from "../backup/read-archive.ts";
import { restoreBackup } from "../backup/restore-backup.ts";
import type { BackupSteps } from "../deps.ts";
import type { Env } from "../env/read-env.ts";
import { readEvidenceKey } from "../evidence/evidence-key.ts";
import { createLocalFileStore } from "../files/local-file-store.ts";
import { settlePair } from "../installation/installation.ts";
import { migrateDatabase } from "../installation/migrate.ts";
import { openDatabase } from "../installation/open-database.ts";
import { scopedDb } from "../rls/scoped-db.ts";
import { StartError } from "../start-error.ts";
import { verifyEvidence } from "../verification/verify-evidence.ts";
import { RLS } from "./nouns.ts";

export type BackupStep =
  | { write: Parameters<BackupSteps["write"]>[0] }
  | { rehearse: Parameters<BackupSteps["rehearse"]>[0] };

const ignoreProgress = () => undefined;

/** Carries out a long step of a scheduled backup. Throws StartError with a sentence for what can be corrected. */
export async function runBackupStep(env: Env, step: BackupStep, log: Logger): Promise<void> {
  if ("rehearse" in step) return rehearse(env, step.rehearse, log);
  const { path, part, copy } = step.write;
  await backUp(env, path, log, ignoreProgress, { key: env.backupKey, part, copy });
}

/** Restores a backup beside the portal's data, compares all evidence there, and removes it. No portal starts on it. */
async function rehearse(
  { backupKey }: Env,
  { path, scratch }: Parameters<BackupSteps["rehearse"]>[0],
  log: Logger,
): Promise<void> {
  const remove = () => rmSync(scratch, { recursive: true, force: true });
  process.once("exit", remove);
  mkdirSync(scratch, { mode: 0o700 });
  try {
    const place = { dataDir: scratch, databaseUrl: undefined };
    await restoreBackup(() => openBackup(path, backupKey), place, log, ignoreProgress);
    const database = await openDatabase(place, log);
    try {
      await migrateDatabase(database, RLS, undefined, (owner) => settlePair(owner, scratch));
      const db = scopedDb(database, { role: "portal" });
      const files = createLocalFileStore(scratch, log);
      const verified = { db, files, evidence: readEvidenceKey(scratch) };
      const { isGood, message } = await verifyEvidence(verified, ignoreProgress);
      if (!isGood) throw new StartError(message);
    } finally {
      await database.close();
    }
  } finally {
    process.off("exit", remove);
    remove();
  }
}
