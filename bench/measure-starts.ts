import { join } from "node:path";
import { type Figure, timed, timings } from "./figures.ts";
import { type DatabaseKind, type Setting, startMeasuredPortal } from "./measured-portal.ts";

const COLD_STARTS = 3;
const WARM_STARTS = 7;
const MAX_WARM_MS = { server: 600, embedded: 1000 };

/** Starts on empty databases, and on one that holds the world. */
export async function measureStarts(
  { folder, variables, createDatabase }: Setting,
  kind: DatabaseKind,
): Promise<Figure[]> {
  const cold: number[] = [];
  for (let n = 0; n < COLD_STARTS; n += 1) {
    const empty = { DEMO: "0", DATA_DIR: join(folder, `cold-${n}`), ...(await createDatabase()) };
    const started = performance.now();
    const portal = await startMeasuredPortal(empty);
    cold.push(performance.now() - started);
    await portal.remove();
  }
  const portal = await startMeasuredPortal(variables);
  const warm: number[] = [];
  for (let n = 0; n < WARM_STARTS; n += 1) {
    await portal.end();
    warm.push(await timed(() => portal.startAgain()));
  }
  await portal.remove();
  return [
    ...timings("first start with an empty database", cold),
    ...timings("start to ready", warm, { median: MAX_WARM_MS[kind] }),
  ];
}
