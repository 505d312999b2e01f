import { codeOf, hasCause } from "./causes.ts";
import { EngineStopped } from "./db/stopped-engine.ts";

/** PostgreSQL's code for a full disk (class 53, insufficient resources), and the system's for a disk and a quota. */
const DISK_FULL = /^(53100|ENOSPC|EDQUOT)$/;

/** Whether something failed because a disk has no room. */
export function isDiskFull(error: unknown): boolean {
  return hasCause(
    error,
    (cause) =>
      DISK_FULL.test(codeOf(cause)) ||
      (cause instanceof EngineStopped && cause.message.includes("No space left on device")),
  );
}

/** Whether the embedded database has given up. */
export function hasEngineStopped(error: unknown): boolean {
  return hasCause(error, (cause) => cause instanceof EngineStopped);
}
