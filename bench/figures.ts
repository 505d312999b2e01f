/** One measured value. `max` is its limit; a figure without one is there for comparison. */
export type Figure = { name: string; value: number; unit: string; max?: number };

/** The value that this share of all values does not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

export function figure(name: string, value: number, unit: string, max?: number): Figure {
  const rounded = Number(value.toFixed(value < 100 ? 1 : 0));
  return { name, value: rounded, unit, ...(max !== undefined && { max }) };
}

/** The median and the 95th percentile of some milliseconds. */
export function timings(
  name: string,
  milliseconds: readonly number[],
  max: { median?: number; p95?: number } = {},
): Figure[] {
  return [
    figure(`${name}, median`, percentile(milliseconds, 0.5), "ms", max.median),
    figure(`${name}, p95`, percentile(milliseconds, 0.95), "ms", max.p95),
  ];
}

/** The figures as a table of Markdown. */
export function formatFigures(figures: readonly Figure[]): string {
  const rows = figures.map(({ name, value, unit, max }) => {
    const reached = max === undefined ? "" : value <= max ? "yes" : "**no**";
    return `| ${name} | ${value} ${unit} | ${max === undefined ? "" : `≤ ${max} ${unit}`} | ${reached} |`;
  });
  return ["| Measure | Figure | Asked | Reached |", "|---|---|---|---|", ...rows, ""].join("\n");
}

/** How long some work takes, in milliseconds. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** Runs `work` with this concurrency for a limited time. Returns the milliseconds of each run. */
export async function runFor(
  work: () => Promise<unknown>,
  concurrency: number,
  milliseconds: number,
): Promise<number[]> {
  const started = performance.now();
  const times: number[] = [];
  async function repeat(): Promise<void> {
    while (performance.now() - started < milliseconds) times.push(await timed(work));
  }
  await Promise.all(Array.from({ length: concurrency }, repeat));
  return times;
}
