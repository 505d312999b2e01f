import { causesOf, codeOf, hasEngineStopped, isDiskFailing, isDiskFull } from "./causes.ts";

/** Why the portal cannot start, for the operator: what is wrong and what to do. Printed without a stack. */
export class StartError extends Error {
  override name = "StartError";
}

/** The printed form of an error that ends the program: a StartError's message, or the whole of any other error. */
export function formatFatalError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof StartError) return `${error.message}${becauseOf(error)}`;
  if (isDiskFull(error))
    return `${diskOf(error)} is full. What was there before is safe. Make room, then try again. (${messageOf(error)})`;
  if (isDiskFailing(error))
    return `${diskOf(error)} fails, or may only be read. Mend it, then try again. Nothing was deleted. (${messageOf(error)})`;
  const damage = causesOf(error).find((cause) => DAMAGED.test(codeOf(cause)));
  if (damage)
    return (
      "The database is damaged or only partly restored: a part of it is missing or cannot be read. Nothing was " +
      "deleted. Restore the whole database from one backup that was made while the portal was stopped, then start " +
      `again. (${damage.message})`
    );
  const sentence = describeAddressFault(error) ?? describeForbiddenFile(error) ?? describeRefusal(error);
  return sentence ?? error.stack ?? error.message;
}

/** The file or folder that the user of this process may not use, if that is what failed. */
function describeForbiddenFile(error: Error): string | null {
  const forbidden: NodeJS.ErrnoException | undefined = causesOf(error).find((cause) =>
    /^(EACCES|EPERM)$/.test(codeOf(cause)),
  );
  if (forbidden?.path === undefined) return null;
  return (
    `The user who runs this may not use ${forbidden.path}. What was there before is safe. Give that user the right to ` +
    `it, or name another path. (${forbidden.message})`
  );
}

function diskOf(error: Error): string {
  const causes = causesOf(error);
  const path = causes.map((cause) => (cause as NodeJS.ErrnoException).path).find(Boolean);
  if (path) return `The disk of ${path}`;
  if (hasEngineStopped(error)) return "The disk of the embedded database (DATA_DIR)";
  return causes.some((cause) => codeOf(cause) === "53100") ? "The disk of the database" : "The disk";
}

/** The message of the system or the database, in place of the statement that failed. */
function messageOf(error: Error): string {
  return causesOf(error).findLast(isDiskFull)?.message ?? error.message;
}

/** PostgreSQL's codes for a file that is missing (58P01), unreadable (58030) or damaged (XX001, XX002). */
const DAMAGED = /^(58P01|58030|XX00[12])$/;

const ADDRESS_FAULTS: Readonly<Record<string, string>> = {
  EADDRINUSE: "is in use already. Stop the program that listens there, or set PORT to another one.",
  EACCES: "may not be used by this user. Set PORT to 1024 or higher.",
  EADDRNOTAVAIL: "cannot be used: this machine has no such address. Set HOST to one that it has.",
  ENOTFOUND: "cannot be used: its name is unknown here. Set HOST to an address of this machine.",
  EAI_AGAIN: "cannot be used: its name is unknown here. Set HOST to an address of this machine.",
};

/** Why the portal cannot listen, if that is what failed. */
function describeAddressFault(error: Error): string | null {
  const { code = "", syscall, address, hostname, port } = error as NodeJS.ErrnoException & Listening;
  const isListening = syscall === "listen" || (syscall === "getaddrinfo" && hostname !== undefined);
  const fault = isListening ? ADDRESS_FAULTS[code] : undefined;
  if (fault === undefined) return null;
  return port === undefined
    ? `The address ${hostname ?? address} (HOST) ${fault}`
    : `Port ${port} of ${address} ${fault}`;
}

type Listening = { address?: string; hostname?: string; port?: number };

/** PostgreSQL's code for a right that the user does not have. */
const FORBIDDEN = "42501";
/** PostgreSQL's codes have five signs, and Node's begin with an E. */
const OF_DATABASE = /^(?!E[A-Z])[0-9A-Z]{5}$/;

/** What the database answered, without the statement and its values. */
function describeRefusal(error: Error): string | null {
  const refusal = causesOf(error).findLast((cause) => OF_DATABASE.test(codeOf(cause)));
  if (refusal === undefined) return null;
  const refusalText = `(${refusal.message.replaceAll(/\s+/g, " ")}, ${codeOf(refusal)})`;
  return codeOf(refusal) === FORBIDDEN
    ? `The database user of DATABASE_URL may not do what this needs. Let an administrator of the server make it the owner of the database and of its tables, then try again. ${refusalText}`
    : `The database refused a statement. What was saved before is safe; try again once the cause is mended. ${refusalText}`;
}

function becauseOf({ cause }: Error): string {
  if (!(cause instanceof Error)) return "";
  // Node's error for a server that none of its addresses reaches has a code and no message.
  const words = cause.message || (cause as NodeJS.ErrnoException).code;
  return words ? ` (${words})` : "";
}
