import { randomUUID } from "node:crypto";
import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isProcessAlive } from "../is-process-alive.ts";
import { StartError } from "../start-error.ts";

/** The data directory is in use by another process of ours. */
export class DataInUseError extends StartError {
  override name = "DataInUseError";
}

/**
 * Keeps a second process off the embedded database, where two would lose each other's rows.
 * The lock of a process that died is taken over; `release` gives it back.
 */
export function lockData(dataDir: string): { release(): void } {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const path = join(dataDir, "lock");
  const mine = join(dataDir, `lock-${randomUUID()}`);
  const holder = holderOf(process.pid);
  writeFileSync(mine, holder, { mode: 0o600 });
  try {
    takeOver(path);
    // A hard link either makes the lock or fails because there is one: nothing can come between.
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

function takeOver(path: string): void {
  if (!existsSync(path)) return;
  const found = readFileSync(path, "utf8");
  if (isHolderAlive(found)) return;
  const aside = `${path}-${randomUUID()}`;
  renameSync(path, aside);
  // Somebody else may have taken the dead lock over between our look and our move: then it is theirs again.
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

/** "<pid> <when it started>": a number used again by a later process is not the same holder. */
function holderOf(pid: number): string {
  return `${pid} ${startOf(pid)}`;
}

function isHolderAlive(holder: string): boolean {
  const pid = Number(holder.split(" ")[0]);
  return isProcessAlive(pid) && holderOf(pid) === holder;
}

function startOf(pid: number): string {
  try {
    // Field 22 of the process's stat line, counted behind its name, which may hold spaces (proc(5)).
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? "";
  } catch {
    return "";
  }
}
