import { causesOf, codeOf } from "./causes.ts";
import { hasEngineStopped, isDiskFailing, isDiskFull } from "./disk-full.ts";

/**
 * Why the portal cannot start, as a message for the operator: what is wrong and what to do. Printed without a stack.
 */
export class StartError extends Error {
  override name = "StartError";
}

/** The printed form of an error that ends the program: a StartError's message, or the whole of any other error. */
export function tellEnd(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof StartError) return `${error.message}${becauseOf(error)}`;
  if (isDiskFull(error))
    return `${diskOf(error)} is full. What was there before is safe. Make room, then try again. (${lastWords(error)})`;
  if (isDiskFailing(error))
    return `${diskOf(error)} fails, or may only be read. Mend it, then try again. Nothing was deleted. (${lastWords(error)})`;
  const damage = findDamage(error);
  if (damage) return databaseDamaged(damage);
  return isPortTaken(error) ? portTaken(error) : (error.stack ?? error.message);
}

function diskOf(error: Error): string {
  const causes = causesOf(error);
  const path = causes.map((cause) => (cause as NodeJS.ErrnoException).path).find(Boolean);
  if (path) return `The disk of ${path}`;
  if (hasEngineStopped(error)) return "The disk of the embedded database (DATA_DIR)";
  return causes.some((cause) => codeOf(cause) === "53100") ? "The disk of the database" : "The disk";
}

/** What the system or the database said, in place of the statement that it ended. */
function lastWords(error: Error): string {
  return causesOf(error).findLast(isDiskFull)?.message ?? error.message;
}

/** PostgreSQL's codes for a file that is missing (58P01), unreadable (58030) or damaged (XX001, XX002). */
const DAMAGED = /^(58P01|58030|XX00[12])$/;

/** The database's own error for a damaged part, among an error and its causes. */
function findDamage(error: unknown): Error | undefined {
  return causesOf(error).find((cause) => DAMAGED.test(codeOf(cause)));
}

function databaseDamaged({ message }: Error): string {
  return (
    "The database is damaged or only partly restored: a part of it is missing or cannot be read. Nothing was " +
    "deleted. Restore the whole database from one backup that was made while the portal was stopped, then start " +
    `again. (${message})`
  );
}

type PortTaken = Error & { address: string; port: number };

function isPortTaken(error: Error): error is PortTaken {
  return (error as NodeJS.ErrnoException).code === "EADDRINUSE";
}

function portTaken({ address, port }: PortTaken): string {
  return `Port ${port} of ${address} is in use already. Stop the program that listens there, or set PORT to another one.`;
}

function becauseOf({ cause }: Error): string {
  if (!(cause instanceof Error)) return "";
  // Node's error for a server that none of its addresses reaches has a code and no message.
  const words = cause.message || (cause as NodeJS.ErrnoException).code;
  return words ? ` (${words})` : "";
}
