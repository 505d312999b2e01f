import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import type { Deps, Job } from "../deps.ts";
import { withScope } from "../rls/scoped-db.ts";

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

/** Its last step and a rest may follow: together they are shorter than a stop waits for a job. */
const MAX_RUN_MS = 3000;
const MAX_REST_MS = 1000;

type BatchJob<Place> = Pick<Job, "name" | "isOnce"> & {
  /** Where a step ended and the next one begins, such as the id of a document. */
  place: z.ZodType<Place, Place>;
  start: Place;
  /**
   * Does some of the work as the portal itself, at most for some seconds. Returns its end; undefined if nothing was
   * left.
   */
  step(deps: Deps, after: Place): Promise<Place | undefined>;
};

/**
 * Work through a whole table. Each of its jobs takes some seconds and the next one goes on, so that a process which is
 * killed or stopped repeats seconds. After each step it rests for as long as that took, so that no one waits for it.
 */
export function defineBatchJob<Place>(
  { place, start, step, ...named }: BatchJob<Place>,
  longestMs = MAX_RUN_MS,
) {
  return defineJob({
    ...named,
    payload: z.strictObject({ after: place.optional() }),
    async run(deps, payload): Promise<{ after: Place } | undefined> {
      // The worker's own scope changes no documents.
      const portal = withScope(deps, { role: "portal" });
      const began = performance.now();
      let after = payload.after ?? start;
      do {
        const stepBegan = performance.now();
        const last = await step(portal, after);
        if (last === undefined) return undefined;
        after = last;
        await wait(Math.min(performance.now() - stepBegan, MAX_REST_MS));
      } while (performance.now() - began < longestMs);
      return { after };
    },
  });
}
