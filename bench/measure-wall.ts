import { cpSync } from "node:fs";
import { join } from "node:path";
import { startPortal } from "#tests/support/portal.ts";
import { signIn } from "./sign-in.ts";
import { type Measured, ratio, summarize } from "./statistics.ts";

const WARM_UPS = 30;
const REQUESTS = 300;

/** How long one person waits for a call with row level security and without. `cost` is their ratio. */
export type WallMeasure = Record<"list" | "document", { ms: Measured; withoutMs: Measured; cost: number }>;

/** Measures two portals with the same rows in alternation, so that both see the same machine. */
export async function measureWall(
  variables: Record<string, string>,
  scratch: string,
  paths: Record<keyof WallMeasure, string>,
): Promise<WallMeasure> {
  const preload = new URL("./without-wall.mjs", import.meta.url).href;
  const open: Record<string, string> = { ...variables, NODE_OPTIONS: `--import ${preload}` };
  if (!variables.DATABASE_URL) {
    // Two processes cannot share an embedded database.
    open.DATA_DIR = join(scratch, "data-without-wall");
    cpSync(variables.DATA_DIR ?? "", open.DATA_DIR, { recursive: true });
  }
  const [behind, before] = [await startPortal(variables), await startPortal(open)];
  try {
    const [ours, theirs] = [await signIn(behind.url), await signIn(before.url)];
    const measure = async (path: string) => {
      const [ms, withoutMs]: [number[], number[]] = [[], []];
      for (let n = -WARM_UPS; n < REQUESTS; n += 1) {
        const took = [
          await timed(() => ours.get(`${behind.url}${path}`)),
          await timed(() => theirs.get(`${before.url}${path}`)),
        ] as const;
        if (n < 0) continue;
        ms.push(took[0]);
        withoutMs.push(took[1]);
      }
      const [measured, without] = [summarize(ms, 2), summarize(withoutMs, 2)];
      return { ms: measured, withoutMs: without, cost: ratio(measured, without) };
    };
    const measured = { list: await measure(paths.list), document: await measure(paths.document) };
    ours.close();
    theirs.close();
    return measured;
  } finally {
    await behind.remove();
    await before.remove();
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}
