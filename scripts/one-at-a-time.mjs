// Lets one command at a time install or build in this folder. Needs no package.
import { linkSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { SCRATCH } from "./run.mjs";

const LOCK = join(SCRATCH, "prepare.lock");
/** No install or build takes longer, so an older lock was left by a killed process. */
const MAX_RUN_MS = 15 * 60_000;

/** Runs `work` while no other command installs or builds in this folder, after waiting for its turn. */
export async function oneAtATime(work) {
  mkdirSync(SCRATCH, { recursive: true });
  let hasTold = false;
  while (!acquireLock()) {
    if (isAbandoned()) {
      rmSync(LOCK, { force: true });
      continue;
    }
    if (!hasTold) console.log("Another command is installing or building here; waiting for it …");
    hasTold = true;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  try {
    return await work();
  } finally {
    rmSync(LOCK, { force: true });
  }
}

function acquireLock() {
  const mine = `${LOCK}-${process.pid}`;
  writeFileSync(mine, String(process.pid));
  try {
    // Creating a hard link is atomic: it fails if the lock exists.
    linkSync(mine, LOCK);
    return true;
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
    return false;
  } finally {
    rmSync(mine, { force: true });
  }
}

function isAbandoned() {
  try {
    const isOld = Date.now() - statSync(LOCK).mtimeMs > MAX_RUN_MS;
    return isOld || !isAlive(Number(readFileSync(LOCK, "utf8")));
  } catch (error) {
    if (error.code === "ENOENT") return false;
    throw error;
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return error.code === "EPERM";
  }
  return !isZombie(pid);
}

/** A zombie: a process that has ended, and whose parent has not read its status. Known only on Linux. */
function isZombie(pid) {
  try {
    return /\) [ZX] [^)]*$/.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}
