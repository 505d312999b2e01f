import { setTimeout as wait } from "node:timers/promises";
import { AppError } from "../app-error.ts";
import { codeOf, hasCause } from "../causes.ts";
import type { Limiter, ReadLimiter } from "../deps.ts";

type Queue = { running: number; waiting: (() => void)[] };

type LimiterOptions = {
  concurrency: number;
  waitMs: number;
  /** How many may wait. */
  maxWaiting?: number;
  busy?: () => AppError;
};

/** Runs `concurrency` tasks of a key at a time. Throws `busy` after `waitMs`, or if `maxWaiting` wait. */
export function createLimiter({
  concurrency,
  waitMs,
  maxWaiting = Number.POSITIVE_INFINITY,
  busy = tooBusy,
}: LimiterOptions): Limiter {
  const queues = new Map<string, Queue>();
  return async (key, task) => {
    const queue = queues.get(key) ?? { running: 0, waiting: [] };
    queues.set(key, queue);
    if (queue.running < concurrency) queue.running += 1;
    else if (queue.waiting.length < maxWaiting) await waitForTurn(queue, waitMs, busy);
    else throw busy();
    try {
      return await task();
    } finally {
      const next = queue.waiting.shift();
      if (next) next();
      else queue.running -= 1;
      if (queue.running === 0) queues.delete(key);
    }
  };
}

function waitForTurn({ waiting }: Queue, waitMs: number, busy: () => AppError): Promise<void> {
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
/** A slow reader occupies the turn no longer. */
const SENT_WITHIN_MS = 200;
/** How long a long answer leaves the processor to others, beside the time that it took. */
const REST = 1;
const MAX_REST_MS = 200;

export function createReadLimiter(): ReadLimiter {
  const waiting = { waitMs: WAIT_MS, maxWaiting: MAX_WAITING, busy };
  const long = createLimiter({ concurrency: 1, waitMs: WAIT_MS, maxWaiting: MAX_LONG_WAITING, busy });
  return {
    short: createLimiter({ concurrency: CONCURRENT_READS, ...waiting }),
    search: createLimiter({ concurrency: CONCURRENT_SEARCHES, ...waiting }),
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
    "Your organization is making too many requests at the moment. Please try again in a few seconds.",
    { reason: "busy", retryAfterSeconds: 2 },
  );
}
