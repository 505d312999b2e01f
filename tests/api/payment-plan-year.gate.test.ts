import { eq } from "drizzle-orm";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { getPaymentPlan } from "#contract/admin/payment-plans.ts";
import { addRetainer, getRetainer } from "#contract/admin/retainers.ts";
import { moveWorkOrders } from "#contract/admin/work-orders.ts";
import { preparePlanInvoices } from "#server/payment-plans/prepare-plan-invoices.job.ts";
import { preparePeriods } from "#server/retainers/prepare-periods.job.ts";
import { invoices } from "#server/schema/documents.ts";
import { acceptWithPlan } from "#tests/support/accept-plan.ts";
import { makeAdmin, makeOrganization } from "#tests/support/factories.ts";
import { startTestApp } from "#tests/support/make-app.ts";
import { RETAINER } from "#tests/support/make-retainer.ts";

// A year in Sydney: daylight saving ends on 2 April 2028 and begins on 1 October 2028.
const FIRST = "2027-12-28";
const LAST = "2028-12-31";
const DAY_MS = 86_400_000;
/** The portal is down on these days. What it missed is prepared on the day after. */
const DOWN = { from: "2028-06-10", until: "2028-06-24" };

type Part = { percent: number; due: "accepted" | "date" | "done"; day?: string };
/** `doneOn`: the days on which its two work orders are done. */
type Plan = { acceptedOn: string; rate: string; cents: number; doneOn: [string, string]; parts: Part[] };

const PLANS: Plan[] = [
  {
    acceptedOn: "2028-01-05",
    rate: "1000.01",
    cents: 110_001,
    doneOn: ["2028-04-03", "2028-05-09"],
    parts: [
      { percent: 30, due: "accepted" },
      { percent: 40, due: "date", day: "2028-04-02" },
      { percent: 30, due: "done" },
    ],
  },
  {
    // Its parts become due in another order than they are listed, two of them on days when the portal is down.
    acceptedOn: "2028-03-31",
    rate: "33.37",
    cents: 3671,
    doneOn: ["2028-06-15", "2028-06-11"],
    parts: [
      { percent: 33.33, due: "done" },
      { percent: 33.33, due: "date", day: "2028-10-01" },
      { percent: 11.12, due: "date", day: "2028-06-20" },
      { percent: 22.22, due: "accepted" },
    ],
  },
  {
    acceptedOn: "2028-02-29",
    rate: "0.05",
    cents: 6,
    doneOn: ["2028-12-30", "2028-12-31"],
    parts: Array.from({ length: 10 }, (_, n) => ({
      percent: 10,
      due: "date",
      day: `2028-${String(n + 3).padStart(2, "0")}-28`,
    })),
  },
];

const app = await startTestApp({ TIME_ZONE: "Australia/Sydney" });
beforeAll(() => setClock(FIRST, 1));
afterEach(() => vi.useRealTimers());

/** Sets the portal's clock to an hour of a day in universal time. */
function setClock(day: string, hour: number): void {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse(`${day}T00:00:00Z`) + hour * 3_600_000 });
}

const days: string[] = [];
for (let at = Date.parse(FIRST); at <= Date.parse(LAST); at += DAY_MS)
  days.push(new Date(at).toISOString().slice(0, 10));
const isDown = (day: string) => day >= DOWN.from && day < DOWN.until;
const upAgain = (day: string) => (isDown(day) ? DOWN.until : day);

/** The day on which the draft of a part is made, by the calendar. */
function preparedOn({ acceptedOn, doneOn }: Plan, { due, day = "" }: Part): string {
  const cause = { accepted: acceptedOn, date: day, done: doneOn.toSorted()[1] ?? "" }[due];
  return upAgain(cause < acceptedOn ? acceptedOn : cause);
}

/** Whole cents of each part: shares are rounded half up within what is left, and the last one takes the rest. */
function centsOf({ cents, parts }: Plan): number[] {
  let left = cents;
  return parts.map(({ percent }, index) => {
    const share = Math.floor((cents * Math.round(percent * 100) * 2 + 10_000) / 20_000);
    const own = index === parts.length - 1 ? left : Math.min(share, left);
    left -= own;
    return own;
  });
}

type Followed = Plan & { id: string; organizationId: string; ids: string[]; madeOn: Map<string, string> };

const drafts = ({ organizationId }: Pick<Followed, "organizationId">) =>
  app.db.select().from(invoices).where(eq(invoices.organizationId, organizationId));

async function finishWork(followed: readonly Followed[], day: string): Promise<void> {
  for (const { ids, doneOn } of followed)
    for (const [index, workOrderId] of ids.entries())
      if (doneOn[index] === day)
        await app.request(moveWorkOrders, {
          as: await makeAdmin(app.db, "editor"),
          body: { workOrderStatus: "DONE", workOrders: [{ workOrderId, expectedStatus: "OPEN" }] },
        });
}

async function runJobs(): Promise<void> {
  await Promise.all([preparePlanInvoices.run(app.deps, {}), preparePeriods.run(app.deps, {})]);
}

test("FIRST-9 a year of payment plans beside a retainer equals a sum by the calendar: each part on its day, once, to the cent", async () => {
  const { organizationId: ofRetainer } = await makeOrganization(app.db);
  const added = await app.request(addRetainer, {
    as: await makeAdmin(app.db, "editor"),
    body: { ...RETAINER, organizationId: ofRetainer, startsOn: "2027-12-31", endsOn: "2028-12-30" },
  });
  const followed: Followed[] = [];
  for (const day of days) {
    setClock(day, 0);
    for (const plan of PLANS.filter(({ acceptedOn }) => acceptedOn === day)) {
      const accepted = await acceptWithPlan(app, { ownerId: null, parts: plan.parts, rate: plan.rate });
      followed.push({ ...plan, ...accepted, madeOn: new Map() });
    }
    await finishWork(followed, day);
    if (isDown(day)) continue;
    // In universal time, midnight in Sydney is 13:00 or 14:00: both runs are of the same day there.
    for (const hour of [1, 12.9]) {
      setClock(day, hour);
      await runJobs();
    }
    for (const one of followed)
      for (const { invoiceId } of await drafts(one))
        if (!one.madeOn.has(invoiceId)) one.madeOn.set(invoiceId, day);
  }
  // A clock that was set back prepares nothing twice.
  setClock("2028-04-02", 1);
  await runJobs();
  setClock(LAST, 12);
  for (const one of followed) {
    const as = await makeAdmin(app.db, "viewer");
    const parts = await app.request(getPaymentPlan, { as, params: { id: one.id } });
    expect(parts.map(({ invoice }) => one.madeOn.get(invoice?.invoiceId ?? ""))).toEqual(
      one.parts.map((part) => preparedOn(one, part)),
    );
    const made = await drafts(one);
    const centsByInvoice = new Map(
      made.map(({ invoiceId, total }) => [invoiceId, Math.round(Number(total) * 100)]),
    );
    const expected = centsOf(one);
    expect(parts.map(({ invoice }) => centsByInvoice.get(invoice?.invoiceId ?? ""))).toEqual(expected);
    expect(parts.map(({ amount }) => Math.round(Number(amount) * 100))).toEqual(expected);
    expect([...centsByInvoice.values()].reduce((sum, cents) => sum + cents, 0)).toBe(one.cents);
    expect(made).toHaveLength(one.parts.length);
  }
  const { retainerId } = added;
  const as = await makeAdmin(app.db, "viewer");
  const { periods } = await app.request(getRetainer, { as, params: { id: retainerId } });
  expect(periods).toHaveLength(12);
});
