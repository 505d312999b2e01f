// One command at a time installs or builds in this folder. Needs no package.
import { randomUUID } from "node:crypto";
import {
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { SCRATCH } from "./run.mjs";

const LOCK = join(SCRATCH, "prepare.lock");
const BEAT_MS = 1000;
const SILENCE_MS = 20_000;

/** Runs `work` while no other command installs or builds in this folder; waits for one that does. */
export async function oneAtATime(work) {
  mkdirSync(SCRATCH, { recursive: true });
  const holder = `${process.pid} ${randomUUID()}`;
  let hasTold = false;
  while (!takeLock(holder)) {
    if (!hasTold) console.log("Another command is installing or building here; waiting for it …");
    hasTold = true;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  const heartbeat = setInterval(beat, BEAT_MS);
  try {
    return await work();
  } finally {
    clearInterval(heartbeat);
    removeLock(holder);
  }
}

function takeLock(holder) {
  const mine = `${LOCK}-${randomUUID()}`;
  writeFileSync(mine, holder);
  try {
    // A hard link either makes the lock or fails because there is one: nothing can come between.
    linkSync(mine, LOCK);
    return true;
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
    dropDeadLock();
    return false;
  } finally {
    rmSync(mine, { force: true });
  }
}

function beat() {
  try {
    utimesSync(LOCK, new Date(), new Date());
  } catch {
    // Taken from us while this process stood still for long; the work goes on.
  }
}

function dropDeadLock() {
  const found = readLock();
  if (!found) return;
  // The number of a dead process may be in use again (in a restarted container it is): it must beat as well.
  const isBeating = Date.now() - found.beatAt < SILENCE_MS;
  if (!isBeating || !isAlive(Number.parseInt(found.holder, 10))) removeLock(found.holder);
}

function readLock() {
  try {
    return { holder: readFileSync(LOCK, "utf8"), beatAt: statSync(LOCK).mtimeMs };
  } catch (error) {
    if (error.code === "ENOENT") return null;
    throw error;
  }
}

/** Removes the lock if it is this holder's; another's that came between is put back. */
function removeLock(holder) {
  const aside = `${LOCK}-${randomUUID()}`;
  try {
    renameSync(LOCK, aside);
  } catch (error) {
    if (error.code === "ENOENT") return;
    throw error;
  }
  if (readFileSync(aside, "utf8") !== holder) linkSync(aside, LOCK);
  rmSync(aside, { force: true });
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}
