import { setTimeout as wait } from "node:timers/promises";
import { AppError } from "../app-error.ts";
import type { ReadTurns } from "../deps.ts";
import { createTurns } from "./turns.ts";

/** Fewer than there are connections to the database. */
const SHORT_AT_ONCE = 5;
const SEARCHES_AT_ONCE = 2;
const MOST_WAITING = 500;
const MOST_LONG_WAITING = 100;
const WAIT_MS = 30_000;
/** A reader who takes an answer slowly keeps the turn no longer. */
const SENT_WITHIN_MS = 200;
/** How long a long answer leaves the processor to others, beside the time that it took. */
const REST = 1;
const MOST_REST_MS = 200;

export function createReadTurns(): ReadTurns {
  const waiting = { waitMs: WAIT_MS, mostWaiting: MOST_WAITING, busy };
  const long = createTurns({ atOnce: 1, waitMs: WAIT_MS, mostWaiting: MOST_LONG_WAITING, busy });
  return {
    short: createTurns({ atOnce: SHORT_AT_ONCE, ...waiting }),
    search: createTurns({ atOnce: SEARCHES_AT_ONCE, ...waiting }),
    long<Result>(key: string, read: () => Promise<Result>, sent: (answer: Result) => Promise<void> | null) {
      const { promise, resolve, reject } = Promise.withResolvers<Result>();
      long(key, async () => {
        const began = performance.now();
        const answer = await read();
        resolve(answer);
        const sending = sent(answer);
        if (!sending) return;
        await Promise.race([sending, wait(SENT_WITHIN_MS, undefined, { ref: false })]);
        await wait(Math.min((performance.now() - began) * REST, MOST_REST_MS), undefined, { ref: false });
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
