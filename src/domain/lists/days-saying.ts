import { formatDate } from "../format.ts";
import { comparableText } from "./comparable-text.ts";

const DAY_MS = 86_400_000;
const FIRST_DAY = Date.UTC(1970, 0, 1);
const END = Date.UTC(2100, 0, 1);

/** Days from the first up to but not including the second, as "2026-11-21". */
type DayRange = readonly [from: string, before: string];

let dayTexts: string[] | undefined;

/** The days from 1970 to 2099 whose medium date ("21 Nov 2026") contains a text. */
export function daysSaying(wanted: string): DayRange[] {
  const sought = comparableText(wanted);
  dayTexts ??= Array.from({ length: (END - FIRST_DAY) / DAY_MS }, (_, day) =>
    comparableText(formatDate(dayName(day), "UTC")),
  );
  const ranges: DayRange[] = [];
  let from: number | null = null;
  for (let day = 0; day <= dayTexts.length; day += 1) {
    const isSaid = dayTexts[day]?.includes(sought) ?? false;
    if (isSaid && from === null) from = day;
    if (!isSaid && from !== null) {
      ranges.push([dayName(from), dayName(day)]);
      from = null;
    }
  }
  return ranges;
}

function dayName(day: number): string {
  return new Date(FIRST_DAY + day * DAY_MS).toISOString().slice(0, 10);
}
