import { pino } from "pino";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { logOutages } from "./log-outages.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const LOST = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });

/** A portal's log while its database may be away, without the errors behind the lines. */
function watch() {
  const lines: { level: number; msg: string; seconds?: number; failures?: number }[] = [];
  const server = { isAway: false, isFrozen: false };
  const log = pino(
    { base: null, timestamp: false, serializers: { err: () => undefined } },
    { write: (line: string) => void lines.push(JSON.parse(line)) },
  );
  const { logFailure, close } = logOutages(log, async () => {
    if (server.isAway) throw LOST;
    if (server.isFrozen) await new Promise(() => {});
  });
  const fail = (error: unknown) => logFailure(error, "error", "The queue met an error");
  return { lines, server, close, fail };
}

test("CARE-8 TRUST-10 a database that is away is told of once, every ten minutes with a count, and once when it is back", async () => {
  const { lines, server, fail } = watch();
  server.isAway = true;
  for (let failure = 0; failure < 50; failure += 1) fail(LOST);
  await vi.advanceTimersByTimeAsync(5000);
  fail(new Error("another", { cause: LOST }));
  const away = { level: 50, msg: "The database cannot be reached", seconds: 1, failures: 50 };
  expect(lines).toEqual([away]);
  await vi.advanceTimersByTimeAsync(600_000);
  const reminder = { level: 50, msg: "The database still cannot be reached", seconds: 601, failures: 51 };
  expect(lines).toEqual([away, reminder]);
  server.isAway = false;
  await vi.advanceTimersByTimeAsync(600_000);
  const back = { level: 40, msg: "The database is reached again", seconds: 606, failures: 51 };
  expect(lines).toEqual([away, reminder, back]);
  server.isAway = true;
  fail(LOST);
  await vi.advanceTimersByTimeAsync(1000);
  expect(lines.slice(3)).toEqual([{ ...away, failures: 1 }]);
});

test("TRUST-10 connections that are lost while the database is there are one line, and other failures one each", async () => {
  const { lines, fail } = watch();
  for (let failure = 0; failure < 10; failure += 1) fail(LOST);
  fail(new Error("relation does not exist"));
  const other = { level: 50, msg: "The queue met an error" };
  expect(lines).toEqual([other]);
  await vi.advanceTimersByTimeAsync(5000);
  const lost = { level: 40, msg: "Connections to the database were lost and are made again" };
  expect(lines).toEqual([other, { ...lost, seconds: 1, failures: 10 }]);
});

test("TRUST-10 a database that accepts connections and never answers is told of, and so is one without a free connection", async () => {
  const { lines, server, fail } = watch();
  server.isFrozen = true;
  fail(LOST);
  await vi.advanceTimersByTimeAsync(12_000);
  expect(lines).toMatchObject([{ level: 50, msg: "The database cannot be reached" }]);
  server.isFrozen = false;
  await vi.advanceTimersByTimeAsync(12_000);
  fail(new Error("timeout exceeded when trying to connect"));
  await vi.advanceTimersByTimeAsync(1000);
  expect(lines.slice(1)).toMatchObject([
    { level: 40, msg: "The database is reached again" },
    { level: 50, msg: "No connection to the database was free in time", failures: 1 },
  ]);
});

test("TRUST-10 a portal that stops tells no more of a database that is away", async () => {
  const { lines, server, close, fail } = watch();
  server.isAway = true;
  fail(LOST);
  close();
  fail(LOST);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(lines).toEqual([]);
});
