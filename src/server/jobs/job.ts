import type { z } from "zod";
import type { Tx } from "../db/database.ts";
import type { Deps } from "../deps.ts";

/** Work after a commit, done at least once. `run` is idempotent. */
export type Job<Payload extends z.ZodType = z.ZodType> = {
  /** The name of its queue: "render-document-pdf". */
  name: string;
  payload: Payload;
  /** Runs once in the life of a database, without being enqueued: work left by an upgrade. */
  isOnce?: boolean;
  /** Runs at the start and then again after this time, without being enqueued; in one process of several. */
  everySeconds?: number;
  /** How many run at once in a process; two if nothing is said. */
  atOnce?: number;
  /** What it returns is told to another job of the same queue, which goes on with the work. */
  run(deps: Deps, payload: z.output<Payload>): Promise<void> | Promise<z.input<Payload> | undefined>;
  /** Notes that the last try failed, and why. */
  giveUp?(deps: Deps, payload: z.output<Payload>, failure: unknown): Promise<void>;
};

/** A failure that takes nothing from anybody: the queue tries the job again, and only the debug log tells. */
export class QuietFailure extends Error {
  override name = "QuietFailure";
}

/**
 * A job cannot be done until the operator puts something right. It is tried again every minute, is never given up, and
 * only the debug log tells of each try.
 */
export class NotReady extends QuietFailure {
  override name = "NotReady";
}

export function defineJob<Payload extends z.ZodType>(job: Job<Payload>): Job<Payload> {
  return job;
}

export type Queue = {
  /** Adds a job in the caller's transaction: both are committed together or not at all. */
  enqueue<Payload extends z.ZodType>(tx: Tx, job: Job<Payload>, payload: z.input<Payload>): Promise<void>;
  /** Starts the workers, which also pick up jobs of dead processes. */
  work(deps: Deps): Promise<void>;
  /** Waits for running jobs, some seconds at most. */
  stop(): Promise<void>;
};
