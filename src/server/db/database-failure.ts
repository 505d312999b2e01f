import { codeOf, hasCause } from "../causes.ts";

/** Node's codes of failed connections, and PostgreSQL's: class 08, stopping or starting (57P0x), too many connections. */
const UNREACHABLE =
  /^(ECONNREFUSED|ECONNRESET|ETIMEDOUT|EPIPE|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|57P0[1235]|53300|08...)$/;
/** PostgreSQL's code for a statement that an operator or a time limit ended. */
const CANCELLED = "57014";
/** Failures of the driver that have no code. */
const CONNECTION_LOST =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect)/;

/** Whether work failed because the database, or another server that it needs, cannot be reached. */
export function isUnreachable(error: unknown): boolean {
  const isLost = (cause: Error) =>
    UNREACHABLE.test(codeOf(cause)) || hasNoSocket(cause) || CONNECTION_LOST.test(cause.message);
  return hasCause(error, isLost);
}

/** Whether the database ended a statement before it was done, and its transaction with it. */
export function isCancelled(error: unknown): boolean {
  return hasCause(error, (cause) => codeOf(cause) === CANCELLED);
}

/** PostgreSQL's code for a write where only reads are possible: on a standby, or a server that was closed to writes. */
const READ_ONLY = "25006";
const READ_ONLY_DISK = /: Read-only file system$/;

/** Whether the database, or its disk, can only be read. */
export function isReadOnly(error: unknown): boolean {
  return hasCause(error, (cause) => codeOf(cause) === READ_ONLY || READ_ONLY_DISK.test(cause.message));
}

/** A server that stops removes its Unix socket. */
function hasNoSocket(error: Error): boolean {
  return codeOf(error) === "ENOENT" && (error as NodeJS.ErrnoException).syscall === "connect";
}

const DEADLOCK = "40P01";
const MAX_TRIES = 3;

/** Runs a transaction again that the database rolled back because of a deadlock with another one. */
export async function afterDeadlock<Result>(transaction: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await transaction();
    } catch (error) {
      if (tries === MAX_TRIES || !hasCause(error, (cause) => codeOf(cause) === DEADLOCK)) throw error;
    }
  }
}
