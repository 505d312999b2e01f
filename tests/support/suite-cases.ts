import { appendFileSync } from "node:fs";

/** `npm run prove` sets LONG to 1, and to 2 with `--long`. */
const LONG = Number(process.env.LONG ?? 0);
export const isLong = LONG > 0;
export const isLongest = LONG > 1;

/** Of everything that a test draws by chance, fast-check too. `npm run prove -- --seed 7` repeats a run. */
export const SEED = Number(process.env.SEED ?? 1);

/**
 * The cases that a test runs: representatives of each kind in both suites, all of them in `npm run prove`, and
 * `longest` with `--long` where all of them take too long.
 */
export function casesFor<Cases>(short: Cases, long: Cases, longest: Cases = long): Cases {
  if (isLongest) return longest;
  return isLong ? long : short;
}

/** Every fifth case in both suites, all of them in `npm run prove`. */
export function sampled<One>(all: readonly One[]): readonly One[] {
  return casesFor(
    all.filter((_one, place) => place % 5 === 0),
    all,
  );
}

/** Whole numbers below a limit, always the same for the same seed. */
export function drawFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    // A linear congruential generator (Numerical Recipes); its high bits are the random ones.
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Prints a figure of `npm run prove`, and saves it for its summary. */
export function reportFigure(words: string): void {
  if (!isLong) return;
  process.stdout.write(`${words}\n`);
  if (process.env.FIGURES) appendFileSync(process.env.FIGURES, `${words}\n`);
}
