import { and, asc, eq, isNull, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { type Change, change, PORTAL } from "../access/change.ts";
import type { Deps } from "../deps.ts";
import { PLAN_ACCEPTED } from "../documents/approve-document.ts";
import { todayOf } from "../documents/queries.ts";
import { defineJob } from "../jobs/job.ts";
import { withScope } from "../rls/scoped-db.ts";
import { userProfiles } from "../schema/account.ts";
import { notifications } from "../schema/notifications.ts";
import { paymentPlanParts } from "../schema/payment-plans.ts";
import { isNoWorkLeft, isWorkDone } from "./agreed-work.ts";
import { OF_MISSING_WORK, prepareWaiting, type WaitingPart, warnOfMissingWork } from "./prepare-part.ts";

/** The parts that are looked up at once. Each is prepared in a transaction of its own. */
const BATCH_SIZE = 500;

/** Prepares the invoices of an accepted plan that are due at once. */
export const startPaymentPlan = defineJob({
  ...PLAN_ACCEPTED,
  async run(deps, { uniqueDocumentId }) {
    const portal = withScope(deps, { role: "portal" });
    const isOfPlan = eq(paymentPlanParts.uniqueDocumentId, uniqueDocumentId);
    await forWaiting(portal, and(isDue(portal), isOfPlan), prepareWaiting);
  },
});

/** Prepares the invoices of parts whose day has come or whose work is done. A killed job continues with the others. */
export const preparePlanInvoices = defineJob({
  name: "prepare-plan-invoices",
  payload: z.strictObject({}),
  everySeconds: 60,
  async run(deps) {
    const portal = withScope(deps, { role: "portal" });
    await forWaiting(portal, isHopeless(), warnOfMissingWork);
    await forWaiting(portal, isDue(portal), prepareWaiting);
  },
});

type Step = (opened: Change, deps: Deps, part: WaitingPart) => Promise<void>;

/** Takes a step with each waiting part. One that fails delays no other, and the queue tries again. */
async function forWaiting(deps: Deps, where: SQL | undefined, step: Step): Promise<void> {
  const failures: unknown[] = [];
  for (let after: WaitingPart | undefined = { uniqueDocumentId: "", position: -1 }; after !== undefined; ) {
    const batch: WaitingPart[] = await findWaiting(deps, where, after);
    for (const part of batch)
      await change(deps, PORTAL, (opened) => step(opened, deps, part)).catch((error: unknown) =>
        failures.push(error),
      );
    after = batch.length < BATCH_SIZE ? undefined : batch.at(-1);
  }
  if (failures.length > 0) throw failures[0];
}

function findWaiting(deps: Deps, where: SQL | undefined, after: WaitingPart): Promise<WaitingPart[]> {
  const { uniqueDocumentId, position, preparedAt } = paymentPlanParts;
  const isNext = sql`(${uniqueDocumentId}, ${position}) > (${after.uniqueDocumentId}, ${after.position}::integer)`;
  return deps.db
    .select({ uniqueDocumentId, position })
    .from(paymentPlanParts)
    .where(and(isNull(preparedAt), isNext, where))
    .orderBy(asc(uniqueDocumentId), asc(position))
    .limit(BATCH_SIZE);
}

function isDue(deps: Deps): SQL {
  const { due, day } = paymentPlanParts;
  const today = todayOf(deps, deps.clock());
  return sql`(${due} = 'accepted' or (${due} = 'date' and ${day} <= ${today}) or (${due} = 'done' and ${isWorkDone()}))`;
}

/** Whether a part waits for work that will never be done, and no one was notified yet. */
function isHopeless(): SQL {
  const { due, uniqueDocumentId, position } = paymentPlanParts;
  const event = sql`${OF_MISSING_WORK} || ${uniqueDocumentId} || ':' || ${position}`;
  return sql`(${due} = 'done' and ${isNoWorkLeft()} and not exists (select from ${notifications}
    join ${userProfiles} on ${userProfiles.userProfileId} = ${notifications.userProfileId}
    where ${userProfiles.adminRole} is not null and ${notifications.event} = ${event}))`;
}
