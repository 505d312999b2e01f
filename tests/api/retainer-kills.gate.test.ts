import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { preparePeriods } from "#server/retainers/prepare-periods.job.ts";
import { auditEvents } from "#server/schema/audit.ts";
import { invoices } from "#server/schema/documents.ts";
import { retainerPeriods } from "#server/schema/retainers.ts";
import { startTestApp } from "#tests/support/make-app.ts";
import { makeRetainer } from "#tests/support/make-retainer.ts";

const app = await startTestApp();
const onDay = (day: string) => () => new Date(`${day}T01:00:00Z`);

/** A retainer of five weeks, of which nothing is prepared. */
const makeFiveWeeks = () =>
  makeRetainer(app.db, {
    period: "WEEK",
    startsOn: "2040-01-01",
    endsOn: "2040-01-31",
    nextOn: "2040-01-01",
    workName: "Care",
    workDescription: "",
  });

async function countOf({ organizationId, retainerId }: { organizationId: string; retainerId: string }) {
  const numbers = await app.db
    .select({ number: invoices.externalId })
    .from(invoices)
    .where(eq(invoices.organizationId, organizationId));
  const periods = await app.db
    .select()
    .from(retainerPeriods)
    .where(eq(retainerPeriods.retainerId, retainerId));
  const recorded = await app.db
    .select({ id: auditEvents.subjectId })
    .from(auditEvents)
    .where(and(eq(auditEvents.action, "retainer.prepare"), eq(auditEvents.subjectId, retainerId)));
  return { invoices: numbers.length, periods: periods.length, recorded: recorded.length };
}

test("FIRST-9 a worker that dies between the invoice and its commit leaves nothing, and the next one prepares it once", async () => {
  const retainer = await makeFiveWeeks();
  const live = {
    ...app.deps.live,
    publish: async () => {
      throw new Error("Killed");
    },
  };
  const clock = onDay("2040-01-31");
  await expect(preparePeriods.run({ ...app.deps, live, clock }, {})).rejects.toThrow("Killed");
  expect(await countOf(retainer)).toEqual({ invoices: 0, periods: 0, recorded: 0 });
  await preparePeriods.run({ ...app.deps, clock }, {});
  await preparePeriods.run({ ...app.deps, clock }, {});
  expect(await countOf(retainer)).toEqual({ invoices: 5, periods: 5, recorded: 5 });
});

test("FIRST-9 workers at the same instant prepare each period once, and one with a clock set back none", async () => {
  const retainer = await makeFiveWeeks();
  const run = (day: string) => preparePeriods.run({ ...app.deps, clock: onDay(day) }, {});
  await Promise.all([run("2040-01-16"), run("2040-01-16"), run("2040-01-31"), run("2040-01-31")]);
  await run("2040-01-08");
  expect(await countOf(retainer)).toEqual({ invoices: 5, periods: 5, recorded: 5 });
});

test("FIRST-9 the database itself refuses a period that is prepared already", async () => {
  const { retainerId } = await makeFiveWeeks();
  const period = { retainerId, startsOn: "2040-01-01", endsOn: "2040-01-07", preparedAt: new Date() };
  await app.db.insert(retainerPeriods).values(period);
  await expect(app.db.insert(retainerPeriods).values(period)).rejects.toThrow();
});
