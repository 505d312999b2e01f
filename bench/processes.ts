import { readdirSync, readFileSync } from "node:fs";

const KB_A_MIB = 1024;
const NANOSECONDS_A_MS = 1e6;

/** The memory of a process in MiB, shared pages in proportion (Linux). */
export function memoryMib(processId = 0): number {
  const text = readFileSync(`/proc/${processId}/smaps_rollup`, "utf8");
  return Number(/^Pss:\s+(\d+)/m.exec(text)?.[1]) / KB_A_MIB;
}

/** The processor time of all threads of a process in milliseconds (Linux). */
export function processorMs(processId = 0): number {
  const folder = `/proc/${processId}/task`;
  return readdirSync(folder).reduce((sum, thread) => sum + threadMs(`${folder}/${thread}/schedstat`), 0);
}

/** A thread that has just ended has no file. */
function threadMs(path: string): number {
  try {
    return Number(readFileSync(path, "utf8").split(" ")[0]) / NANOSECONDS_A_MS;
  } catch {
    return 0;
  }
}
