import { and, asc, eq, isNull, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { change, PORTAL } from "../access/change.ts";
import type { Deps } from "../deps.ts";
import { PLAN_ACCEPTED } from "../documents/approve-document.ts";
import { todayOf } from "../documents/queries.ts";
import { defineJob } from "../jobs/job.ts";
import { withScope } from "../rls/scoped-db.ts";
import { paymentPlanParts } from "../schema/payment-plans.ts";
import { workOrders } from "../schema/work-orders.ts";
import { prepareWaiting } from "./prepare-part.ts";

/** Prepares the invoices of an accepted plan that are due at once. */
export const startPaymentPlan = defineJob({
  ...PLAN_ACCEPTED,
  async run(deps, { uniqueDocumentId }) {
    const portal = withScope(deps, { role: "portal" });
    await prepareDue(portal, eq(paymentPlanParts.uniqueDocumentId, uniqueDocumentId));
  },
});

/** Prepares the invoices of parts whose day has come or whose work is done. A killed job continues with the others. */
export const preparePlanInvoices = defineJob({
  name: "prepare-plan-invoices",
  payload: z.strictObject({}),
  everySeconds: 60,
  run: (deps) => prepareDue(withScope(deps, { role: "portal" })),
});

/** Each part is prepared in a transaction of its own. One that fails delays no other, and the queue tries again. */
async function prepareDue(deps: Deps, where?: SQL): Promise<void> {
  const { uniqueDocumentId, position, preparedAt } = paymentPlanParts;
  const due = await deps.db
    .select({ uniqueDocumentId, position })
    .from(paymentPlanParts)
    .where(and(isNull(preparedAt), isDue(todayOf(deps, deps.clock())), where))
    .orderBy(asc(uniqueDocumentId), asc(position))
    .limit(BATCH_SIZE);
  const failures: unknown[] = [];
  for (const part of due)
    await change(deps, PORTAL, (opened) => prepareWaiting(opened, deps, part)).catch((error: unknown) =>
      failures.push(error),
    );
  if (failures.length > 0) throw failures[0];
}

/** More wait for the next run. */
const BATCH_SIZE = 500;

function isDue(today: string): SQL {
  const { due, day } = paymentPlanParts;
  return sql`(${due} = 'accepted' or (${due} = 'date' and ${day} <= ${today}) or (${due} = 'done' and ${isWorkDone()}))`;
}

/** Whether the work that was agreed on is done. Work that was archived instead is no longer waited for. */
function isWorkDone(): SQL {
  const { uniqueDocumentId, isOptional, doesClientWantWorkDone, workOrderStatus } = workOrders;
  const agreed = sql`from ${workOrders} where ${uniqueDocumentId} = ${paymentPlanParts.uniqueDocumentId}
    and (not ${isOptional} or ${doesClientWantWorkDone})`;
  return sql`exists (select ${agreed} and ${workOrderStatus} = 'DONE')
    and not exists (select ${agreed} and ${workOrderStatus} not in ('DONE', 'ARCHIVED'))`;
}
