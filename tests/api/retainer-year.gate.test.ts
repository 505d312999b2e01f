import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { addRetainer, changeRetainer, getRetainer, pauseRetainer } from "#contract/admin/retainers.ts";
import { getSettings, updateSettings } from "#contract/admin/settings.ts";
import type { Period } from "#domain/retainers/periods.ts";
import type { ManagedRetainer } from "#domain/retainers/retainer.ts";
import { preparePeriods } from "#server/retainers/prepare-periods.job.ts";
import { makeAdmin, makeOrganization } from "#tests/support/factories.ts";
import { startTestApp } from "#tests/support/make-app.ts";
import { RETAINER } from "#tests/support/make-retainer.ts";

// A year with a leap day in Sydney, whose daylight saving ends on 2 April 2028 and begins on 1 October 2028.
const FIRST = "2027-12-20";
const LAST = "2028-12-31";
const DAY_MS = 86_400_000;
// No period begins on its first day: pausing one retainer prepares those of the others that have begun.
const PAUSE = { from: "2028-05-11", until: "2028-07-10" };
const GST_CHANGE = { day: "2028-08-01", to: 12.5 };
const PRICE_CHANGE = { day: "2028-10-03", rate: 133.35 };
/** The portal is down on these days. What it missed is prepared when it is up again. */
const DOWN = { from: "2028-02-20", until: "2028-03-12" };
const RATE = 99.95;

const app = await startTestApp({ TIME_ZONE: "Australia/Sydney" });
const { organizationId } = await makeOrganization(app.db);

beforeAll(() => setClock(FIRST, 6));
afterEach(() => vi.useRealTimers());

/** Sets the portal's clock to an hour of a day in universal time. */
function setClock(day: string, hour: number): void {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse(`${day}T00:00:00Z`) + hour * 3_600_000 });
}

const days: string[] = [];
for (let at = Date.parse(FIRST); at <= Date.parse(LAST); at += DAY_MS)
  days.push(new Date(at).toISOString().slice(0, 10));

const SCHEDULES: { startsOn: string; period: Period; isBilled: (day: string) => boolean }[] = [
  { startsOn: "2027-12-31", period: "MONTH", isBilled: isLastOfMonth },
  { startsOn: "2028-01-30", period: "MONTH", isBilled: (day) => isThirtieth(day) && day >= "2028-01-30" },
  { startsOn: "2027-12-22", period: "WEEK", isBilled: (day) => new Date(day).getUTCDay() === 3 },
  { startsOn: "2027-12-26", period: "FORTNIGHT", isBilled: isEverySecondSunday },
  {
    startsOn: "2028-02-29",
    period: "QUARTER",
    isBilled: (day) => ["2028-02-29", "2028-05-29", "2028-08-29", "2028-11-29"].includes(day),
  },
  { startsOn: "2027-12-24", period: "YEAR", isBilled: (day) => day.endsWith("-12-24") },
];

function isLastOfMonth(day: string): boolean {
  return new Date(Date.parse(day) + DAY_MS).getUTCDate() === 1;
}

/** The 30th, or the last day of February. */
function isThirtieth(day: string): boolean {
  return day.endsWith("-30") || day === "2028-02-29";
}

function isEverySecondSunday(day: string): boolean {
  const weeks = Math.floor((Date.parse(day) - Date.parse("2027-12-19")) / DAY_MS / 7);
  return new Date(day).getUTCDay() === 0 && weeks % 2 === 1;
}

/** Whole cents of one period, with the price and the GST of the day on which it was prepared. */
function centsOn(preparedOn: string): number {
  const net = Math.round((preparedOn >= PRICE_CHANGE.day ? PRICE_CHANGE.rate : RATE) * 100);
  const tenths = preparedOn >= GST_CHANGE.day ? GST_CHANGE.to * 10 : 100;
  return net + Math.round((net * tenths) / 1000);
}

function isPausedOn(day: string): boolean {
  return day >= PAUSE.from && day < PAUSE.until;
}

const isDown = (day: string) => day >= DOWN.from && day < DOWN.until;

async function add(startsOn: string, period: Period): Promise<string> {
  const line = { description: "Care", quantity: 1, unit: null, rate: RATE, discountPercent: 0, hasGst: true };
  const body = { ...RETAINER, organizationId, startsOn, period, lines: [line] };
  return (await app.request(addRetainer, { as: await makeAdmin(app.db, "editor"), body })).retainerId;
}

const read = async (id: string) =>
  app.request(getRetainer, { as: await makeAdmin(app.db, "viewer"), params: { id } });

async function setGst(gstPercent: number): Promise<void> {
  const as = await makeAdmin(app.db, "owner");
  const { recordVersion, ...settings } = await app.request(getSettings, { as });
  await app.request(updateSettings, {
    as,
    body: { settings: { ...settings, gstPercent }, recordVersion },
  });
}

async function setRate(retainer: ManagedRetainer, rate: number): Promise<void> {
  const { name, period, startsOn, endsOn, work, issuesItself, recordVersion } = retainer;
  const lines = retainer.lines.map((line) => ({ ...line, rate }));
  await app.request(changeRetainer, {
    as: await makeAdmin(app.db, "editor"),
    params: { id: retainer.retainerId },
    body: { name, period, startsOn, endsOn, work, issuesItself, lines, recordVersion },
  });
}

/** What the company does on a day, in the morning before the portal prepares anything. */
async function actOn(day: string, ids: readonly string[]): Promise<void> {
  const isPaused = day === PAUSE.from ? true : day === PAUSE.until ? false : null;
  if (isPaused !== null)
    for (const id of ids)
      await app.request(pauseRetainer, {
        as: await makeAdmin(app.db, "editor"),
        params: { id },
        body: { isPaused },
      });
  if (day === GST_CHANGE.day) await setGst(GST_CHANGE.to);
  if (day === PRICE_CHANGE.day) for (const id of ids) await setRate(await read(id), PRICE_CHANGE.rate);
}

test("FIRST-9 a year of retainers equals a sum by the calendar: leap day, daylight saving, pause, downtime, GST and prices", async () => {
  const ids: string[] = [];
  for (const { startsOn, period } of SCHEDULES) ids.push(await add(startsOn, period));
  for (const day of days) {
    // In universal time, midnight in Sydney is 13:00 or 14:00: both runs are of the same day there.
    setClock(day, 0);
    await actOn(day, ids);
    if (isDown(day)) continue;
    for (const hour of [1, 12.9]) {
      setClock(day, hour);
      await preparePeriods.run(app.deps, {});
    }
  }
  // A clock that was set back prepares nothing twice.
  setClock("2028-06-01", 1);
  await preparePeriods.run(app.deps, {});
  setClock(LAST, 12);
  for (const [at, id] of ids.entries()) {
    const isBilled = SCHEDULES[at]?.isBilled ?? (() => false);
    const billed = days.filter((day) => isBilled(day) && !isPausedOn(day));
    const { periods } = await read(id);
    expect(periods.map((one) => one.startsOn).toReversed()).toEqual(billed);
    const cents = billed.reduce((sum, day) => sum + centsOn(isDown(day) ? DOWN.until : day), 0);
    const total = periods.reduce(
      (sum, { invoice }) => sum + Math.round(Number(invoice?.total ?? 0) * 100),
      0,
    );
    expect(total).toBe(cents);
  }
});
