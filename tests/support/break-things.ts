import { execFile } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Kills (-9) the browsers that a process has started. Returns how many processes; null where they cannot be found. */
export function killBrowsersOf(processId: number): number | null {
  if (!existsSync("/proc/self/stat")) return null;
  const found = readdirSync("/proc").filter((name) => /^\d+$/.test(name) && isBrowserOf(name, processId));
  for (const name of found) process.kill(Number(name), "SIGKILL");
  return found.length;
}

function isBrowserOf(name: string, processId: number): boolean {
  try {
    // "number (name) state parent": the name may hold spaces and brackets.
    const [, rest = ""] = readFileSync(`/proc/${name}/stat`, "utf8").split(/\) (?!.*\) )/);
    const isChild = Number(rest.split(" ")[1]) === processId;
    return isChild && /chrom/i.test(readFileSync(`/proc/${name}/cmdline`, "utf8"));
  } catch {
    return false;
  }
}

/** From now on a process can write no file, or can again. Returns false where no program can do that. */
export async function fillDiskOf(processId: number, isFull: boolean): Promise<boolean> {
  const limit = isFull ? "0" : "unlimited";
  return run("prlimit", ["--pid", String(processId), `--fsize=${limit}:`]).then(
    () => true,
    () => false,
  );
}
