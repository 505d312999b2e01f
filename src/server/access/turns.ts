import { AppError } from "../app-error.ts";
import { codeOf, hasCause } from "../causes.ts";
import type { Turns } from "../deps.ts";

type Line = { running: number; waiting: (() => void)[] };

type TurnsOptions = {
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
export function createTurns({
  atOnce,
  waitMs,
  mostWaiting = Number.POSITIVE_INFINITY,
  busy = tooBusy,
}: TurnsOptions): Turns {
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
