import { setTimeout as wait } from "node:timers/promises";
import { AppError } from "../app-error.ts";
import { codeOf, hasCause } from "../causes.ts";
import type { Limiter, ReadLimiter } from "../deps.ts";

type Line = { running: number; waiting: (() => void)[] };

type LimiterOptions = {
  atOnce: number;
  waitMs: number;
  /** How many may wait. */
  mostWaiting?: number;
  busy?: () => AppError;
};

/**
 * Runs at most `atOnce` tasks of one key at a time; the others wait in order. Throws `busy` for a task whose turn has
 * not come after `waitMs`, and for one more than may wait.
 */
export function createLimiter({
  atOnce,
  waitMs,
  mostWaiting = Number.POSITIVE_INFINITY,
  busy = tooBusy,
}: LimiterOptions): Limiter {
  const lines = new Map<string, Line>();
  return async (key, task) => {
    const line = lines.get(key) ?? { running: 0, waiting: [] };
    lines.set(key, line);
    if (line.running < atOnce) line.running += 1;
    else if (line.waiting.length < mostWaiting) await waitIn(line, waitMs, busy);
    else throw busy();
    try {
      return await task();
    } finally {
      const next = line.waiting.shift();
      if (next) next();
      else line.running -= 1;
      if (line.running === 0) lines.delete(key);
    }
  };
}

function waitIn({ waiting }: Line, waitMs: number, busy: () => AppError): Promise<void> {
  return new Promise((resolve, reject) => {
    const begin = () => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(() => {
      waiting.splice(waiting.indexOf(begin), 1);
      reject(busy());
    }, waitMs);
    waiting.push(begin);
  });
}

const RETRY_AFTER_SECONDS = 2;

/** PostgreSQL's codes for a lock that was not to be had in time (lock_timeout), and for one that could never be. */
const LOCKED = /^(55P03|40P01)$/;

/** Whether something only waited too long for others. */
export function isBusy(error: unknown): boolean {
  if (error instanceof AppError) return error.details?.reason === "busy";
  return hasCause(error, (cause) => LOCKED.test(codeOf(cause)));
}

/** The error for a change that waited too long for others. */
export function tooBusy(): AppError {
  return new AppError(
    "unavailable",
    "Others are changing this at the moment, so nothing was saved. Please try again in a few seconds.",
    { reason: "busy", retryAfterSeconds: RETRY_AFTER_SECONDS },
  );
}

/** Fewer than there are connections to the database. */
const CONCURRENT_READS = 5;
const CONCURRENT_SEARCHES = 2;
const MAX_WAITING = 500;
const MAX_LONG_WAITING = 100;
const WAIT_MS = 30_000;
/** A reader who takes an answer slowly keeps the turn no longer. */
const SENT_WITHIN_MS = 200;
/** How long a long answer leaves the processor to others, beside the time that it took. */
const REST = 1;
const MAX_REST_MS = 200;

export function createReadLimiter(): ReadLimiter {
  const waiting = { waitMs: WAIT_MS, mostWaiting: MAX_WAITING, busy };
  const long = createLimiter({ atOnce: 1, waitMs: WAIT_MS, mostWaiting: MAX_LONG_WAITING, busy });
  return {
    short: createLimiter({ atOnce: CONCURRENT_READS, ...waiting }),
    search: createLimiter({ atOnce: CONCURRENT_SEARCHES, ...waiting }),
    long<Result>(key: string, read: () => Promise<Result>, sent: (answer: Result) => Promise<void> | null) {
      const { promise, resolve, reject } = Promise.withResolvers<Result>();
      long(key, async () => {
        const began = performance.now();
        const answer = await read();
        resolve(answer);
        const sending = sent(answer);
        if (!sending) return;
        await Promise.race([sending, wait(SENT_WITHIN_MS, undefined, { ref: false })]);
        await wait(Math.min((performance.now() - began) * REST, MAX_REST_MS), undefined, { ref: false });
      }).catch(reject);
      return promise;
    },
  };
}

function busy(): AppError {
  return new AppError(
    "unavailable",
    "Others of your organization are asking for very much at the moment. Please try again in a few seconds.",
    { reason: "busy", retryAfterSeconds: 2 },
  );
}
