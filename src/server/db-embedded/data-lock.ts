import { randomUUID } from "node:crypto";
import { existsSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeDataDir } from "../data-dir/make-folder.ts";
import { isProcessAlive, startOfProcess } from "../is-process-alive.ts";
import { StartError } from "../start-error.ts";

/** Another process of the portal uses the data directory. */
export class DataInUseError extends StartError {
  override name = "DataInUseError";
}

/** Locks the embedded database, where two processes would overwrite each other's rows. Replaces a dead process's lock. */
export function lockData(dataDir: string): { release(): void } {
  makeDataDir(dataDir);
  const path = join(dataDir, "lock");
  const mine = join(dataDir, `lock-${randomUUID()}`);
  const holder = holderOf(process.pid);
  writeFileSync(mine, holder, { mode: 0o600 });
  try {
    removeDeadLock(path);
    // Creating a hard link is atomic: it fails if the lock exists.
    linkSync(mine, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") throw inUse(dataDir, path);
    throw error;
  } finally {
    rmSync(mine, { force: true });
  }
  return {
    release() {
      if (existsSync(path) && readFileSync(path, "utf8") === holder) rmSync(path, { force: true });
    },
  };
}

function removeDeadLock(path: string): void {
  if (!existsSync(path)) return;
  const found = readFileSync(path, "utf8");
  if (isHolderAlive(found)) return;
  const aside = `${path}-${randomUUID()}`;
  renameSync(path, aside);
  // Another process may have replaced the dead lock between the check and the rename. Then its lock is restored.
  if (readFileSync(aside, "utf8") !== found) linkSync(aside, path);
  rmSync(aside, { force: true });
}

function inUse(dataDir: string, path: string): DataInUseError {
  const pid = existsSync(path) ? readFileSync(path, "utf8").split(" ")[0] : "unknown";
  return new DataInUseError(
    `Another process (${pid}) already uses the data directory ${dataDir}. ` +
      "Nothing was changed. Stop that process, or set DATA_DIR to another folder.",
  );
}

/** "<pid> <start time>": a later process with the same pid is another holder. */
function holderOf(pid: number): string {
  return `${pid} ${startOfProcess(pid)}`;
}

function isHolderAlive(holder: string): boolean {
  const pid = Number(holder.split(" ")[0]);
  return isProcessAlive(pid) && holderOf(pid) === holder;
}
