import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { signIn } from "./sign-in.ts";
import { startMeasuredPortal } from "./start-measured-portal.ts";
import { type Measured, summarize, timed } from "./statistics.ts";

/**
 * How long one person waits for a call with row level security and without. `cost` is the median of the ratios of two
 * requests one after the other, so that a change of the machine's load hardly moves the cost.
 */
export type WallMeasure<Name extends string> = Record<
  Name,
  { ms: Measured; withoutMs: Measured; cost: number }
>;

/** Measures two portals with the same rows in alternation, so that both see the same machine. */
export async function measureWall<Name extends string>(
  variables: Record<string, string>,
  scratch: string,
  paths: Record<Name, string>,
  requests: number,
): Promise<WallMeasure<Name>> {
  const preload = new URL("./without-wall.mjs", import.meta.url).href;
  const open: Record<string, string> = { ...variables, NODE_OPTIONS: `--import ${preload}` };
  if (!variables.DATABASE_URL) {
    // Two processes cannot share an embedded database.
    open.DATA_DIR = join(scratch, "data-without-wall");
    rmSync(open.DATA_DIR, { recursive: true, force: true });
    cpSync(variables.DATA_DIR ?? "", open.DATA_DIR, { recursive: true });
  }
  const [behind, before] = [await startMeasuredPortal(variables), await startMeasuredPortal(open)];
  try {
    const [ours, theirs] = [await signIn(behind.url), await signIn(before.url)];
    const warmUps = requests / 10;
    const measured: Partial<WallMeasure<Name>> = {};
    for (const [name, path] of Object.entries(paths) as [Name, string][]) {
      const [ms, withoutMs]: [number[], number[]] = [[], []];
      for (let n = -warmUps; n < requests; n += 1) {
        const took = await timed(() => ours.get(`${behind.url}${path}`));
        const tookWithout = await timed(() => theirs.get(`${before.url}${path}`));
        if (n < 0) continue;
        ms.push(took);
        withoutMs.push(tookWithout);
      }
      const costs = ms.map((took, n) => took / (withoutMs[n] ?? Number.NaN));
      const cost = summarize(costs, 3).median;
      measured[name] = { ms: summarize(ms, 2), withoutMs: summarize(withoutMs, 2), cost };
    }
    ours.close();
    theirs.close();
    return measured as WallMeasure<Name>;
  } finally {
    await behind.remove();
    await before.remove();
  }
}
