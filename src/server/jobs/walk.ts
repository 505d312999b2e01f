import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import { change, PORTAL } from "../access/change.ts";
import type { Deps } from "../deps.ts";
import { withScope } from "../wall/scoped-db.ts";
import { defineJob, type Job } from "./job.ts";

/** Shorter than the end of a process waits for a job, and than the queue waits before it begins one anew. */
const LONGEST_MS = 5000;

type Walk<Place> = Pick<Job, "name" | "isOnce"> & {
  /** Where a step ended and the next one begins: the id of a document. */
  place: z.ZodType<Place>;
  start: Place;
  /** Does some of the work, as the portal itself. Returns where it ended; undefined if nothing was left. */
  step(deps: Deps, after: Place): Promise<Place | undefined>;
};

/**
 * Work through a whole table. Each of its jobs takes some seconds and enqueues the next, so that a process which is
 * killed or stopped repeats seconds. After each step it rests for as long as that took: nobody waits for it.
 */
export function defineWalk<Place>({ place, start, step, ...named }: Walk<Place>, longestMs = LONGEST_MS) {
  const walk = defineJob({
    ...named,
    payload: z.strictObject({ after: place.optional() }),
    async run(deps, payload): Promise<void> {
      // The worker's own scope changes no documents.
      const portal = withScope(deps, { role: "portal" });
      const began = performance.now();
      let after = payload.after ?? start;
      while (performance.now() - began < longestMs) {
        const stepBegan = performance.now();
        const last = await step(portal, after);
        if (last === undefined) return;
        after = last;
        await wait(performance.now() - stepBegan);
      }
      await change(portal, PORTAL, ({ tx }) => deps.queue.enqueue(tx, walk, { after }));
    },
  });
  return walk;
}
