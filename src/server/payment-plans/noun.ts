import * as calls from "#contract/admin/payment-plans.ts";
import { getManagedDocument } from "../documents/admin-queries.ts";
import { byId, type Route, route } from "../http/route.ts";
import type { Noun } from "../noun.ts";
import { add, COMPANY, OF_ORGANIZATION } from "../rls/row-rules.ts";
import { preparePlanPart } from "./prepare-part.ts";
import { preparePlanInvoices, startPaymentPlan } from "./prepare-plan-invoices.job.ts";
import { getPaymentPlan } from "./queries.ts";

export const noun: Noun = {
  jobs: [startPaymentPlan, preparePlanInvoices],
  rows: {
    payment_plan_parts: [
      add(["writer"], `prepared_at is null and invoice_id is null and ${OF_ORGANIZATION}`),
      ...COMPANY,
    ],
  },
};

export const routes: Route[] = [
  route(calls.getPaymentPlan, async ({ deps, params }) => {
    await getManagedDocument(deps, params.id);
    return getPaymentPlan(deps.db, params.id);
  }),
  route(calls.preparePlanPart, byId(preparePlanPart)),
];
