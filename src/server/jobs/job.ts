import type { z } from "zod";
import type { Tx } from "../db/database.ts";
import type { Deps } from "../deps.ts";

/** Work that is done after a transaction has committed, at least once; `run` must not mind a second time. */
export type Job<Payload extends z.ZodType = z.ZodType> = {
  /** "render-document-pdf": the name of its queue. */
  name: string;
  payload: Payload;
  /** Done once in the life of a database, without anybody enqueuing it: what an upgrade leaves to do. */
  isOnce?: boolean;
  run(deps: Deps, payload: z.output<Payload>): Promise<void>;
};

export function defineJob<Payload extends z.ZodType>(job: Job<Payload>): Job<Payload> {
  return job;
}

export type Queue = {
  /** Adds a job in the caller's transaction: committed together, or never seen. */
  enqueue<Payload extends z.ZodType>(tx: Tx, job: Job<Payload>, payload: z.input<Payload>): Promise<void>;
  /** Starts the workers. Jobs of a process that died are taken up again. */
  work(deps: Deps): Promise<void>;
  /** Lets running jobs finish, for at most some seconds. */
  stop(): Promise<void>;
};
