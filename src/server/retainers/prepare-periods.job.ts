import { and, asc, lte, notInArray } from "drizzle-orm";
import { z } from "zod";
import type { Id } from "#domain/id.ts";
import type { Deps } from "../deps.ts";
import { todayOf } from "../documents/queries.ts";
import { defineJob } from "../jobs/job.ts";
import { withScope } from "../rls/scoped-db.ts";
import { retainers } from "../schema/retainers.ts";
import { preparePeriod } from "./prepare-period.ts";

/** The most periods of one run; the next run goes on with the others. */
const MAX_PERIODS = 500;

/**
 * Prepares the periods that have begun, the oldest first and each in a transaction of its own. A killed job goes on with
 * those that are left, and missed periods are prepared in their order.
 */
export const preparePeriods = defineJob({
  name: "prepare-retainers",
  payload: z.strictObject({}),
  everySeconds: 900,
  async run(deps) {
    const portal = withScope(deps, { role: "portal" });
    const failures: unknown[] = [];
    const passed: Id[] = [];
    for (let count = 0; count < MAX_PERIODS; count += 1) {
      const due = await findDue(portal, passed);
      if (!due) break;
      const isPrepared = await preparePeriod(portal, due).catch((error: unknown) => {
        failures.push(error);
        return false;
      });
      if (!isPrepared) passed.push(due.retainerId);
    }
    // A retainer that cannot be prepared delays no other. The queue tries it again.
    if (failures.length > 0) throw failures[0];
  },
});

async function findDue(deps: Deps, passed: readonly Id[]) {
  const { retainerId, organizationId, nextOn } = retainers;
  const isDue = lte(nextOn, todayOf(deps, deps.clock()));
  const [due] = await deps.db
    .select({ retainerId, organizationId })
    .from(retainers)
    .where(passed.length === 0 ? isDue : and(isDue, notInArray(retainerId, [...passed])))
    .orderBy(asc(nextOn), asc(retainerId))
    .limit(1);
  return due;
}
