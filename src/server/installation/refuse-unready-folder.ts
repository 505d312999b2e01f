import { join } from "node:path";
import { readLine } from "../data-dir/write-once.ts";
import { StartError } from "../start-error.ts";

/** A file of this name is in a data directory while a backup is restored into it. It holds the id of the backup. */
export function pathOfRestore(dataDir: string): string {
  return join(dataDir, "restore-unfinished");
}

/** A file of this name is in a data directory whose portal was moved elsewhere. It tells where and when. */
export function pathOfMove(dataDir: string): string {
  return join(dataDir, "moved");
}

/** Throws StartError if the directory holds half of a portal, or one that lives on elsewhere. */
export function refuseUnready(dataDir: string): void {
  if (readLine(pathOfRestore(dataDir)) !== null)
    throw new StartError(
      `A restore into the data directory ${dataDir} was not finished. Nothing was changed. Run the same restore again, or ` +
        "set DATA_DIR to another folder.",
    );
  const moved = readLine(pathOfMove(dataDir));
  if (moved !== null)
    throw new StartError(
      `The portal of the data directory ${dataDir} was moved ${moved}. Nothing was changed. Start it there. Only if nobody ` +
        `has used it there may you go back: remove the file ${pathOfMove(dataDir)} and start again.`,
    );
}
