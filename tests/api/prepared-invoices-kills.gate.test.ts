import { and, eq, isNotNull } from "drizzle-orm";
import type { Pool, PoolClient } from "pg";
import { expect, test } from "vitest";
import { sumOf } from "#domain/decimal.ts";
import type { Deps } from "#server/deps.ts";
import { preparePlanInvoices } from "#server/payment-plans/prepare-plan-invoices.job.ts";
import { preparePeriods } from "#server/retainers/prepare-periods.job.ts";
import { invoices } from "#server/schema/documents.ts";
import { paymentPlanParts } from "#server/schema/payment-plans.ts";
import { retainerPeriods } from "#server/schema/retainers.ts";
import { acceptWithPlan } from "#tests/support/accept-plan.ts";
import { startTestApp } from "#tests/support/make-app.ts";
import { makeRetainer } from "#tests/support/make-retainer.ts";

const app = await startTestApp();
/** More statements than the transactions of four invoices have. */
const MAX_STATEMENTS = 400;

/** The portal's parts on a day, of a process that dies before its nth statement: from there on none is carried out. */
function dyingAt(n: number, day: string): Deps {
  let statements = 0;
  const query = (client: PoolClient) => (config: string, values?: unknown[]) => {
    // The database itself rolls back what a dead process leaves.
    if (config === "rollback") return client.query(config);
    statements += 1;
    return statements >= n ? Promise.reject(new Error("Killed")) : client.query(config, values);
  };
  const overlay = <Target extends object>(target: Target, changed: Partial<Record<keyof Target, unknown>>) =>
    new Proxy(target, {
      get(_, name) {
        const value = Reflect.get(name in changed ? changed : target, name) as unknown;
        return typeof value === "function" && !(name in changed) ? value.bind(target) : value;
      },
    });
  const { database } = app.deps;
  const connect = async () => {
    const client = await database.pool.connect();
    return overlay(client, { query: query(client) });
  };
  const pool = overlay<Pool>(database.pool, { connect });
  return { ...app.deps, database: overlay(database, { pool }), clock: () => new Date(`${day}T01:00:00Z`) };
}

/** Runs a job that dies one statement later each time, until it ends. Returns how often it died. */
async function killAtEachStatement(
  run: (deps: Deps) => Promise<unknown>,
  day: string,
  check: () => Promise<void>,
): Promise<number> {
  for (let n = 1; n < MAX_STATEMENTS; n += 1) {
    const hasDied = await run(dyingAt(n, day)).then(
      () => false,
      () => true,
    );
    await check();
    if (!hasDied) return n - 1;
  }
  throw new Error("The job never ended.");
}

const totalsOf = async (organizationId: string) => {
  const rows = await app.db.select().from(invoices).where(eq(invoices.organizationId, organizationId));
  return rows.map(({ total }) => total ?? "0");
};

test("FIRST-9 a process that dies at any statement leaves each part of a plan with one draft or none, and in the end with one", async () => {
  const parts = [1, 2, 3, 4].map((month) => ({ percent: 25, due: "date", day: `2027-0${month}-01` }));
  const { id, organizationId } = await acceptWithPlan(app, { ownerId: null, parts });
  const { uniqueDocumentId, invoiceId } = paymentPlanParts;
  const isPrepared = and(eq(uniqueDocumentId, id), isNotNull(invoiceId));
  const died = await killAtEachStatement(
    (deps) => preparePlanInvoices.run(deps, {}),
    "2027-05-01",
    async () => {
      const prepared = await app.db.select().from(paymentPlanParts).where(isPrepared);
      expect(await totalsOf(organizationId)).toHaveLength(prepared.length);
    },
  );
  expect(died).toBeGreaterThan(10);
  const totals = await totalsOf(organizationId);
  expect([totals.length, sumOf(totals).toFixed(2)]).toEqual([4, "1100.01"]);
});

test("FIRST-9 a process that dies at any statement leaves each period of a retainer with one draft or none, and in the end with one", async () => {
  const { organizationId, retainerId } = await makeRetainer(app.db, {
    period: "WEEK",
    startsOn: "2040-01-01",
    endsOn: "2040-01-22",
    nextOn: "2040-01-01",
  });
  const died = await killAtEachStatement(
    (deps) => preparePeriods.run(deps, {}),
    "2040-01-31",
    async () => {
      const isOfIt = eq(retainerPeriods.retainerId, retainerId);
      const prepared = await app.db.select().from(retainerPeriods).where(isOfIt);
      expect(await totalsOf(organizationId)).toHaveLength(prepared.length);
    },
  );
  expect(died).toBeGreaterThan(10);
  const totals = await totalsOf(organizationId);
  expect([totals.length, sumOf(totals).toFixed(2)]).toEqual([4, "440.00"]);
});
