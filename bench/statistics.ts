/**
 * The median of some measurements, those that 95 and 99 of 100 do not exceed, their number, and the smallest and
 * greatest.
 */
export type Measured = { median: number; p95: number; p99: number; n: number; min: number; max: number };

export function summarize(values: readonly number[], digits = 1): Measured {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  const low = sorted[Math.floor(middle)] ?? Number.NaN;
  const high = sorted[Math.ceil(middle)] ?? Number.NaN;
  const round = (value: number) => Number(value.toFixed(digits));
  const notExceededBy = (share: number) => round(sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN);
  return {
    median: round((low + high) / 2),
    p95: notExceededBy(0.95),
    p99: notExceededBy(0.99),
    n: sorted.length,
    min: round(sorted[0] ?? Number.NaN),
    max: round(sorted.at(-1) ?? Number.NaN),
  };
}

/** The part as a share of the whole: 0.25 if it reaches a quarter of the rate. */
export function ratio(part: Measured, whole: Measured): number {
  return Number((part.median / whole.median).toFixed(3));
}

/** How often per second `work` finishes with this concurrency, measured for a limited time. */
export async function rateOf(
  work: () => Promise<unknown>,
  atOnce: number,
  milliseconds: number,
): Promise<number> {
  const started = performance.now();
  let done = 0;
  async function loop(): Promise<void> {
    while (performance.now() - started < milliseconds) {
      await work();
      done += 1;
    }
  }
  await Promise.all(Array.from({ length: atOnce }, loop));
  return (done * 1000) / (performance.now() - started);
}

/** How long some work takes, in milliseconds. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** How long one call after the other takes. The first one, which fills caches, does not count. */
export async function measureRounds(work: () => Promise<unknown>, rounds: number): Promise<Measured> {
  await work();
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) times.push(await timed(work));
  return summarize(times);
}
