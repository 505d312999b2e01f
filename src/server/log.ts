import { pino } from "pino";
import { causesOf } from "./causes.ts";

/** The process's log: a line of JSON for each event, without what identifies a person. */
export function createLog(level: string, out?: { write(text: string): unknown }): pino.Logger {
  const options: pino.LoggerOptions = {
    level,
    base: null,
    serializers: { err: describeError },
    hooks: { streamWrite: redactEmails },
  };
  return out ? pino(options, { write: (line) => void out.write(line) }) : pino(options);
}

/** What the database repeats of the rows that a statement was about. */
const OF_ROWS = ["detail", "params", "where"];
/** The values of a statement, at the end of the message of drizzle's errors. */
const VALUES = /\nparams: [\s\S]*$/;

function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const described = pino.stdSerializers.err(error);
  for (const name of OF_ROWS) delete described[name];
  for (const { message } of causesOf(error)) {
    const brief = message.replace(VALUES, "");
    described.message = described.message.replaceAll(message, () => brief);
    described.stack = described.stack.replaceAll(message, () => brief);
  }
  return described;
}

/**
 * Parts of a line of JSON: a quoted mailbox, an escape, or what has no break in it. No letter of an escape is of a
 * mailbox.
 */
const PARTS =
  /\\"(?:[^"\\]|\\\\.)*\\"@[^\s"\\<>()[\],;:@/?#&=]*|\\u[0-9a-f]{4}|\\.|[^\s"\\<>()[\],;:@]+(?:@[^\s"\\<>()[\],;:@/?#&=]*)*/giu;
/** Not the folder of a package: "node_modules/@scope". */
const MAILBOX = /^\\".*@|^[^\\].*(?<!\/)@|^[^\\].*%40/s;

/**
 * Replaces email addresses in a line of the log, no matter who wrote them: a mail server, the database or a library.
 */
export function redactEmails(line: string): string {
  if (!/@|%40/.test(line)) return line;
  return line.replaceAll(PARTS, (part) => (MAILBOX.test(part) ? "[email]" : part));
}
