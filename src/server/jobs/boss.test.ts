import { pino } from "pino";
import { expect, test } from "vitest";
import type { Database, LogFailure } from "../db/database.ts";
import { createBoss } from "./boss.ts";

test.each([
  [new Error("relation does not exist"), "relation does not exist"],
  [Object.assign(new Error("timeout"), { queue: "send-mail" }), "timeout (queue send-mail)"],
  // Node's error for a server that none of its addresses reaches has no message.
  [Object.assign(new AggregateError([], ""), { code: "ECONNREFUSED" }), "ECONNREFUSED"],
])("CARE-8 an error of the queue names its cause: %s", (error, cause) => {
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(line) });
  const logFailure: LogFailure = (failure, level, message) => log[level](failure, message);
  const database = { kind: "server", logFailure } as Database;
  createBoss(database, log).emit("error", error);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ msg: `The queue met an error: ${cause}` }]);
});
