import { existsSync } from "node:fs";
import { pino } from "pino";
import { backUp } from "#server/backup/back-up.ts";
import { openBackup } from "#server/backup/read-archive.ts";
import { restoreBackup } from "#server/backup/restore-backup.ts";
import { pathOfRestore } from "#server/installation/open-database.ts";

// Backs up to BACKUP or, with RESTORE, restores from it, and ends itself (-9) when its progress reports KILL_AT.

const { KILL_AT = "", DATA_DIR = "", DATABASE_URL, BACKUP = "", RESTORE } = process.env;
const place = { dataDir: DATA_DIR, databaseUrl: DATABASE_URL };
const log = pino({ level: "silent" });

function dieAt(progress: string): void {
  // A restore first only compares the backup.
  const isUnderWay = RESTORE === undefined || existsSync(pathOfRestore(DATA_DIR));
  if (isUnderWay && progress.includes(KILL_AT)) process.kill(process.pid, "SIGKILL");
}

if (RESTORE === undefined) await backUp(place, BACKUP, log, dieAt);
else {
  const beforeReady = () => dieAt("committed");
  await restoreBackup(() => openBackup(BACKUP), place, log, dieAt, { beforeReady });
}
