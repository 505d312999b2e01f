import type { Logger } from "pino";
import { createLog } from "#server/log.ts";

type LogRecord = { level: number; msg?: string; err?: { message?: string; stack?: string } };

const ERROR_LEVEL = 50;

/** Factories make records without evidence, so a test that has all evidence compared allows this. */
export const EVIDENCE_DIFFERS = /The evidence isn't intact/;

/**
 * A worker of the queue, or the check of the connection, waited five seconds for one, as they do on a machine that runs
 * many portals at once. They try again a second later; a request that waits as long fails its test by its answer.
 */
const OF_BUSY_MACHINES = [
  /"queue":"[\w-]+".*"msg":"No connection to the database was free in time"/,
  /"message":"timeout expired".*"msg":"The database cannot be reached"/,
];

export type TestLog = {
  logger: Logger;
  records: LogRecord[];
  /** Allows errors with these words, because the test causes them. */
  allowErrors(words: RegExp): void;
  /** Throws if an error was logged that no test allowed. */
  refuseErrors(): void;
};

/** A logger whose lines tests can read. */
export function recordLog(level: string): TestLog {
  const records: LogRecord[] = [];
  const allowed = [...OF_BUSY_MACHINES];
  const destination = { write: (line: string) => void records.push(JSON.parse(line) as LogRecord) };
  return {
    logger: createLog(level, destination),
    records,
    allowErrors: (words) => void allowed.push(words),
    refuseErrors() {
      const errors = records.filter((one) => one.level >= ERROR_LEVEL);
      const strange = errors
        .map((one) => JSON.stringify(one))
        .filter((text) => !allowed.some((words) => words.test(text)));
      if (strange.length > 0)
        throw new Error(`The server logged errors that no test allows:\n${strange.join("\n")}`);
    },
  };
}
