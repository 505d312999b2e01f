import { codeOf, hasCause } from "../causes.ts";

/**
 * Codes of connection failures in Node's net module, and PostgreSQL's: class 08, a server that stops or starts (57P0x),
 * and too many connections.
 */
const UNREACHABLE =
  /^(ECONNREFUSED|ECONNRESET|ETIMEDOUT|EPIPE|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|57P0[1235]|53300|08...)$/;
/** Failures of the driver that have no code. */
const CONNECTION_LOST =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect)/;

/** Whether work failed because the database, or another server that it needs, cannot be reached. */
export function isUnreachable(error: unknown): boolean {
  return hasCause(
    error,
    (cause) => UNREACHABLE.test(codeOf(cause)) || hasNoSocket(cause) || CONNECTION_LOST.test(cause.message),
  );
}

/** A server that stops removes its Unix socket. */
function hasNoSocket(error: Error): boolean {
  return codeOf(error) === "ENOENT" && (error as NodeJS.ErrnoException).syscall === "connect";
}
