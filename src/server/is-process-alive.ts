import { readFileSync } from "node:fs";

/** Whether a process with this pid runs on this machine, for any user. A zombie has ended. */
export function isProcessAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EPERM") return false;
  }
  // Only Linux reports zombies and dead processes.
  const [state] = readStat(pid);
  return state !== "Z" && state !== "X";
}

/** When the process started, in the system's own unit; empty where it is not known. */
export function startOfProcess(pid: number): string {
  // Field 22 of the stat line (proc(5)); the first two are cut off.
  return readStat(pid)[19] ?? "";
}

/** The fields of /proc/<pid>/stat after the process name, which may contain spaces. */
function readStat(pid: number): string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  } catch {
    return [];
  }
}
