import { type Logger, pino } from "pino";

type LogRecord = { level: number; msg?: string; err?: { message?: string; stack?: string } };

const ERROR_LEVEL = 50;

export type TestLog = {
  logger: Logger;
  records: LogRecord[];
  /** Says that errors with these words are what a test is about. */
  allowErrors(words: RegExp): void;
  /** Throws when an error was logged that nothing allowed. */
  refuseErrors(): void;
};

/** A logger that keeps what is logged for the tests to read. */
export function recordLog(level: string): TestLog {
  const records: LogRecord[] = [];
  const allowed: RegExp[] = [];
  const destination = { write: (line: string) => void records.push(JSON.parse(line) as LogRecord) };
  return {
    logger: pino({ level, base: null }, destination),
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
