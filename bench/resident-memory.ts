import { readdirSync, readFileSync } from "node:fs";

const KB_A_MIB = 1024;

/** Memory in MiB that a process holds for itself, and all that it started: for PDFs this is Chromium (Linux). */
export type Resident = { own: number; children: number };

/** Shared pages count in part (Pss), because Chromium's processes share most of theirs. */
export function residentMemory(root: number): Resident {
  const parents = new Map(
    readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .map((name) => [Number(name), parentOf(Number(name))]),
  );
  const isBelow = (pid: number): boolean => {
    const parent = parents.get(pid);
    return parent !== undefined && (parent === root || isBelow(parent));
  };
  const children = [...parents.keys()].filter(isBelow).map(heldKb);
  return {
    own: Math.round(heldKb(root) / KB_A_MIB),
    children: Math.round(children.reduce((sum, kb) => sum + kb, 0) / KB_A_MIB),
  };
}

function parentOf(pid: number): number | undefined {
  const text = readOrEmpty(`/proc/${pid}/status`);
  return Number(/PPid:\s+(\d+)/.exec(text)?.[1] ?? Number.NaN);
}

/** Nothing of a process that has ended meanwhile. */
function heldKb(pid: number): number {
  return Number(/^Pss:\s+(\d+)/m.exec(readOrEmpty(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0);
}

function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
