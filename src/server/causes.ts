/** Whether the rule holds for an error or one of its causes. */
export function hasCause(error: unknown, rule: (cause: Error) => boolean): boolean {
  return causesOf(error).some(rule);
}

/** The error and its causes, the first one first. */
export function causesOf(error: unknown): Error[] {
  return error instanceof Error ? [error, ...causesOf(error.cause)] : [];
}

/** The code that Node or PostgreSQL gave an error. */
export function codeOf(error: Error): string {
  return String((error as NodeJS.ErrnoException).code ?? "");
}

/** The embedded database gave up, mostly because it could not write to its disk. Only a new start goes on from there. */
export class EngineStopped extends Error {
  override name = "EngineStopped";
}

/** PostgreSQL's code for a full disk (class 53, insufficient resources), and the system's for a disk and a quota. */
const DISK_FULL = /^(53100|ENOSPC|EDQUOT)$/;
/** How the database's words end then. It has a code of its own for a disk, and none for a quota. */
const NO_ROOM = /: (?:No space left on device|(?:Disk q|Q)uota exceeded)$/;
const FAILING = /: (?:I\/O error|Read-only file system)$/;

/** Whether something failed because a disk has no room. */
export function isDiskFull(error: unknown): boolean {
  return hasCause(error, (cause) => DISK_FULL.test(codeOf(cause)) || NO_ROOM.test(cause.message));
}

/** Whether the embedded database stopped because its disk fails or may not be written to. */
export function isDiskFailing(error: unknown): boolean {
  return hasCause(error, (cause) => cause instanceof EngineStopped && FAILING.test(cause.message));
}

/** Whether it is for the disk to be mended, and not for what is on it. */
export function isOfDisk(error: unknown): boolean {
  return isDiskFull(error) || isDiskFailing(error);
}

/** Whether the embedded database has given up. */
export function hasEngineStopped(error: unknown): boolean {
  // By its name, which copies of the error have too.
  return hasCause(error, ({ name }) => name === EngineStopped.name);
}
