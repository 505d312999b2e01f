import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import type { Deps, Job } from "../deps.ts";
import { withScope } from "../rls/scoped-db.ts";

/** A failure without consequences: the queue tries the job again, and only the debug log has it. */
export class QuietFailure extends Error {
  override name = "QuietFailure";
}

/** The operator must correct something first. The job is tried again every minute, and never given up. */
export class NotReady extends QuietFailure {
  override name = "NotReady";
}

export function defineJob<Payload extends z.ZodType>(job: Job<Payload>): Job<Payload> {
  return job;
}

/** With the last step and pause, less than a stop waits for a job. */
const MAX_RUN_MS = 3000;
const MAX_PAUSE_MS = 1000;

type BatchJob<Cursor> = Pick<Job, "name" | "isOnce"> & {
  cursor: z.ZodType<Cursor, Cursor>;
  start: Cursor;
  /** Does some seconds of the work as the portal itself. Returns its end; undefined if nothing was left. */
  step(deps: Deps, after: Cursor): Promise<Cursor | undefined>;
};

/**
 * Work through a whole table, in jobs of some seconds, so that a killed process repeats only seconds. After each step it
 * pauses for as long as the step took, so that requests need not wait.
 */
export function defineBatchJob<Cursor>(
  { cursor, start, step, ...named }: BatchJob<Cursor>,
  maxRunMs = MAX_RUN_MS,
) {
  return defineJob({
    ...named,
    payload: z.strictObject({ after: cursor.optional() }),
    async run(deps, payload): Promise<{ after: Cursor } | undefined> {
      // The worker's own scope changes no documents.
      const portal = withScope(deps, { role: "portal" });
      const began = performance.now();
      let after = payload.after ?? start;
      do {
        const stepBegan = performance.now();
        const last = await step(portal, after);
        if (last === undefined) return undefined;
        after = last;
        await wait(Math.min(performance.now() - stepBegan, MAX_PAUSE_MS));
      } while (performance.now() - began < maxRunMs);
      return { after };
    },
  });
}
