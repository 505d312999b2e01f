import { readFileSync } from "node:fs";

/** A process and all that it started, the first one first (Linux). */
export function processTree(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean);
  return [pid, ...children.flatMap((child) => processTree(Number(child)))];
}

/** Kills what is left of a process that was started with a group of its own. */
export function killGroup(pid: number): void {
  try {
    process.kill(-pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
