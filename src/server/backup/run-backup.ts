import { resolve } from "node:path";
import type { Outcome, ReportProgress } from "../commands/serve-commands.ts";
import { counterpartCommand } from "../counterpart-command.ts";
import type { Env } from "../env/read-env.ts";
import { createLog } from "../log.ts";
import { StartError } from "../start-error.ts";
import { backUp } from "./back-up.ts";
import { movePortal } from "./move-portal.ts";
import { openBackup } from "./read-archive.ts";
import { restoreBackup } from "./restore-backup.ts";
import { sentenceForLost } from "./verify-backup.ts";

const log = createLog("warn");

/** `counterpart backup <file or folder>` */
export async function runBackup(env: Env, target: string, report: ReportProgress): Promise<Outcome> {
  const written = await backUp(env, target, log, report, { key: env.backupKey });
  const { path, byteLength, rows, files, lost, isEncrypted } = written;
  const holds = `${path} holds ${rows} rows and ${files} files (${(byteLength / 1_000_000).toFixed(1)} MB), and the portal's secret`;
  const message = isEncrypted
    ? `${holds}. It is encrypted: only BACKUP_KEY opens it. Store that key in another place, too.`
    : `${holds}: anyone with this file can read everything. Only its owner may open it. Keep it so.`;
  return { isGood: lost.length === 0, message: message + formatLost(lost) };
}

/** `counterpart restore <backup>` */
export async function runRestore(env: Env, path: string, report: ReportProgress): Promise<Outcome> {
  const { head, rows, files, manifest } = await restoreBackup(
    () => openBackup(path, env.backupKey),
    env,
    log,
    report,
  );
  const place = env.databaseUrl ? `the database of DATABASE_URL and ${env.dataDir}` : env.dataDir;
  const message =
    `Restored ${rows} rows and ${files} files as of ${head.madeAt} into ${place}. Start the portal, then run: ` +
    `${counterpartCommand("verify")}\n  Everyone signs in again. Mails that were waiting are not sent; the company's home lists them.`;
  return { isGood: true, message: message + formatLost(manifest.lost) };
}

/** `counterpart move <new folder>` */
export async function runMove(env: Env, folder: string, report: ReportProgress): Promise<Outcome> {
  const { dataDir, databaseUrl } = env;
  if (databaseUrl === undefined)
    throw new StartError("Set DATABASE_URL to the empty database of the server to which the portal moves.");
  const to = { dataDir: resolve(folder), databaseUrl };
  const { rows, files } = await movePortal(dataDir, to, log, report);
  const message =
    `Moved ${rows} rows and ${files} files. Start the portal with DATABASE_URL as now and DATA_DIR=${to.dataDir}. ` +
    `${dataDir} stays as it was, and no portal starts there now.`;
  return { isGood: true, message };
}

function formatLost(lost: readonly string[]): string {
  return lost.length > 0 ? `\n  ${sentenceForLost(lost)}` : "";
}
