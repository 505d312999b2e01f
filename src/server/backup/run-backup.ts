import { resolve } from "node:path";
import type { Outcome } from "../commands/serve-commands.ts";
import type { Env } from "../env/read-env.ts";
import { createLog } from "../log.ts";
import { StartError } from "../start-error.ts";
import { backUp } from "./back-up.ts";
import { movePortal } from "./move-portal.ts";
import { openBackup } from "./read-archive.ts";
import { restoreBackup } from "./restore-backup.ts";
import { formatLost } from "./verify-backup.ts";

type ReportProgress = (progress: string) => void;

const log = createLog("warn");

/** `counterpart backup <file or folder>` */
export async function runBackup(env: Env, target: string, report: ReportProgress): Promise<Outcome> {
  const { path, byteLength, rows, files, lost } = await backUp(env, target, log, report);
  const message =
    `${path} holds ${rows} rows and ${files} files (${megabytes(byteLength)}), and the portal's secret: anyone with this ` +
    "file can read everything. Only its owner may open it. Keep it so.";
  return lost.length === 0
    ? { isGood: true, message }
    : { isGood: false, message: `${message}\n  ${formatLost(lost)}` };
}

/** `counterpart restore <backup>` */
export async function runRestore(env: Env, path: string, report: ReportProgress): Promise<Outcome> {
  const { head, rows, files, manifest } = await restoreBackup(() => openBackup(path), env, log, report);
  const message =
    `Restored ${rows} rows and ${files} files as of ${head.madeAt} into ${whereOf(env)}. Start the portal, then run: ` +
    "npm run counterpart -- verify\n  Everybody signs in again. Mails that were waiting are not sent; the company's home lists them.";
  return {
    isGood: true,
    message: manifest.lost.length > 0 ? `${message}\n  ${formatLost(manifest.lost)}` : message,
  };
}

/** `counterpart move <new folder>` */
export async function runMove(
  { dataDir, databaseUrl }: Env,
  folder: string,
  report: ReportProgress,
): Promise<Outcome> {
  if (databaseUrl === undefined)
    throw new StartError("Set DATABASE_URL to the empty database of the server to which the portal moves.");
  const to = { dataDir: resolve(folder), databaseUrl };
  const { rows, files } = await movePortal(dataDir, to, log, report);
  return {
    isGood: true,
    message:
      `Moved ${rows} rows and ${files} files. Start the portal with DATABASE_URL as now and DATA_DIR=${to.dataDir}. ` +
      `${dataDir} stays as it was, and no portal starts there any more.`,
  };
}

function whereOf({ dataDir, databaseUrl }: Env): string {
  return databaseUrl ? `the database of DATABASE_URL and ${dataDir}` : dataDir;
}

function megabytes(byteLength: number): string {
  return `${(byteLength / 1_000_000).toFixed(1)} MB`;
}
