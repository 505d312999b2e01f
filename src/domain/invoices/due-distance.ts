const DAY_MS = 86_400_000;

const format = new Intl.RelativeTimeFormat("en-AU", { numeric: "auto" });

/** How far a day such as "2026-12-07" is from today: "in 11 days", "tomorrow", "today", "11 days ago". */
export function dayDistance(day: string, today: string): string {
  const midnight = (one: string) => Date.parse(`${one}T00:00:00Z`);
  return format.format(Math.round((midnight(day) - midnight(today)) / DAY_MS), "day");
}
