import type { Logger } from "pino";
import type { ReportProgress } from "../commands/serve-commands.ts";
import { writeFlushed } from "../data-dir/write-once.ts";
import { openDatabase, pathOfMove } from "../installation/open-database.ts";
import { StartError } from "../start-error.ts";
import type { Contents } from "./read-backup.ts";
import { restoreBackup, type Target } from "./restore-backup.ts";
import { writeBackup } from "./write-backup.ts";

/**
 * Moves a stopped portal from its embedded database to a PostgreSQL server, by a backup that is restored while it is
 * written. The old directory stays as it is, and a file in it keeps a portal from starting there.
 */
export async function movePortal(
  from: string,
  to: Target & { databaseUrl: string },
  log: Logger,
  report: ReportProgress,
): Promise<Contents> {
  if (from === to.dataDir) throw new StartError("The new folder is DATA_DIR itself. Choose an empty one.");
  const source = await openDatabase({ dataDir: from, databaseUrl: undefined }, log);
  try {
    return await source.asOwner((owner) => {
      const bytes = writeBackup({ owner, dataDir: from });
      const { host, pathname } = new URL(to.databaseUrl);
      const where = `to the database ${pathname.slice(1)} on ${host} and the folder ${to.dataDir}`;
      return restoreBackup(() => bytes, to, log, report, {
        isMove: true,
        beforeReady: () => writeFlushed(pathOfMove(from), `${where} at ${new Date().toISOString()}\n`, "wx"),
      });
    });
  } finally {
    await source.close();
  }
}
