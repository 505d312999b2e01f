import { addDays } from "../documents/validity.ts";

export const PERIODS = ["WEEK", "FORTNIGHT", "MONTH", "QUARTER", "YEAR"] as const;
export type Period = (typeof PERIODS)[number];

export const PERIOD_LABELS = {
  WEEK: "Week",
  FORTNIGHT: "Fortnight",
  MONTH: "Month",
  QUARTER: "Quarter",
  YEAR: "Year",
} satisfies Record<Period, string>;

/** Days of the company such as "2026-11-21". A period that begins on `from` or later and before `until` is left out. */
export type Pause = { from: string; until: string | null };

export type Schedule = {
  startsOn: string;
  period: Period;
  /** No period begins after this day; null: there is no end. */
  endsOn: string | null;
  pauses: readonly Pause[];
};

const DAYS: Partial<Record<Period, number>> = { WEEK: 7, FORTNIGHT: 14 };
const MONTHS: Partial<Record<Period, number>> = { MONTH: 1, QUARTER: 3, YEAR: 12 };

/** The first day of a period, counted from 0. Computed from the first start, so that 31 January never drifts. */
export function periodStart(
  { startsOn, period }: Pick<Schedule, "startsOn" | "period">,
  index: number,
): string {
  const days = DAYS[period];
  if (days !== undefined) return addDays(startsOn, days * index);
  const [year = 0, month = 0, day = 0] = startsOn.split("-").map(Number);
  const months = month - 1 + (MONTHS[period] ?? 0) * index;
  const lastDay = new Date(Date.UTC(year, months + 1, 0));
  lastDay.setUTCDate(Math.min(day, lastDay.getUTCDate()));
  return lastDay.toISOString().slice(0, 10);
}

/** The last day of a period: the one before the next period. */
export function periodEnd(schedule: Pick<Schedule, "startsOn" | "period">, index: number): string {
  return addDays(periodStart(schedule, index + 1), -1);
}

export type DuePeriod = { index: number; startsOn: string };

/** The first period from an index on that is neither paused nor after the end; null: there is none yet. */
export function nextPeriod(schedule: Schedule, from: number): DuePeriod | null {
  for (let index = from; ; index += 1) {
    const startsOn = periodStart(schedule, index);
    if (schedule.endsOn !== null && startsOn > schedule.endsOn) return null;
    const pause = schedule.pauses.find(
      (one) => one.from <= startsOn && (one.until === null || startsOn < one.until),
    );
    if (!pause) return { index, startsOn };
    if (pause.until === null) return null;
  }
}

/** The periods from an index on that have begun by a day, at most so many. */
export function duePeriods(schedule: Schedule, from: number, today: string, limit: number): DuePeriod[] {
  const due: DuePeriod[] = [];
  let next = nextPeriod(schedule, from);
  while (next !== null && next.startsOn <= today && due.length < limit) {
    due.push(next);
    next = nextPeriod(schedule, next.index + 1);
  }
  return due;
}

/** The pauses with one from a day on, which lasts until it is ended. */
export function pausedFrom(pauses: readonly Pause[], day: string): Pause[] {
  return isPaused(pauses) ? [...pauses] : [...pauses, { from: day, until: null }];
}

/** The pauses with the open one ended: periods that begin on the day or later are prepared again. */
export function resumedOn(pauses: readonly Pause[], day: string): Pause[] {
  return pauses
    .map((one) => (one.until === null ? { ...one, until: day } : one))
    .filter(({ from, until }) => until === null || from < until);
}

export function isPaused(pauses: readonly Pause[]): boolean {
  return pauses.some(({ until }) => until === null);
}
