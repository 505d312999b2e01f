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

/** For `catch`: replaces the error of a file that does not exist by a value, and throws all others. */
export function ifMissing<Value>(value: Value): (error: Error) => Value {
  return (error) => {
    if (codeOf(error) === "ENOENT") return value;
    throw error;
  };
}

/** The embedded database stopped, mostly because it could not write to its disk. Only a new start continues. */
export class EngineStopped extends Error {
  override name = "EngineStopped";
}

/** PostgreSQL's code for a full disk (class 53, insufficient resources), and the system's for a disk and a quota. */
const DISK_FULL = /^(53100|ENOSPC|EDQUOT)$/;
/** How the database's message ends then. It has a code of its own for a disk, and none for a quota. */
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

/** Whether the disk needs repair, and not the data on it. */
export function isDiskFault(error: unknown): boolean {
  return isDiskFull(error) || isDiskFailing(error);
}

/** Whether the embedded database has stopped. */
export function hasEngineStopped(error: unknown): boolean {
  // Copies of the error keep its name, not its class.
  return hasCause(error, ({ name }) => name === EngineStopped.name);
}
