import { spawn } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startMeasuredPortal } from "./start-measured-portal.ts";
import { type Measured, ratio, summarize, timed } from "./statistics.ts";

const COLD_STARTS = 3;
const WARM_STARTS = 7;

export type StartsMeasure = {
  coldStartMs: Measured;
  warmStartMs: Measured;
  /** Bare Fastify and driver on a server, the bare engine on an embedded database. */
  floorMs: Measured;
  ofFloor: number;
};

/** Starts on empty databases, and by turns with the floor on one with the world. */
export async function measureStarts({
  scratch,
  variables,
  newDatabase,
}: {
  scratch: string;
  variables: Record<string, string>;
  newDatabase: () => Promise<Record<string, string>>;
}): Promise<StartsMeasure> {
  const [cold, warm, floor]: [number[], number[], number[]] = [[], [], []];
  for (let n = 0; n < COLD_STARTS; n += 1) {
    const empty = { DEMO: "0", DATA_DIR: join(scratch, `cold-${n}`), ...(await newDatabase()) };
    const started = performance.now();
    const portal = await startMeasuredPortal(empty);
    cold.push(performance.now() - started);
    await portal.remove();
  }
  const { DATABASE_URL: url } = variables;
  const startFloor = () =>
    url ? startBare("bare-fastify.mjs", url) : startBare("bare-pglite.mjs", join(scratch, "bare"));
  await startFloor();
  const portal = await startMeasuredPortal(variables);
  for (let n = 0; n < WARM_STARTS; n += 1) {
    await portal.end();
    warm.push(await timed(() => portal.startAgain()));
    floor.push(await timed(startFloor));
  }
  await portal.remove();
  const [warmStartMs, floorMs] = [summarize(warm, 0), summarize(floor, 0)];
  return { coldStartMs: summarize(cold, 0), warmStartMs, floorMs, ofFloor: ratio(warmStartMs, floorMs) };
}

/** Resolves with the program's first line. */
async function startBare(name: string, argument: string): Promise<void> {
  const program = fileURLToPath(new URL(`./${name}`, import.meta.url));
  const started = spawn(process.execPath, [program, argument], { stdio: ["ignore", "pipe", "inherit"] });
  const ended = new Promise<void>((resolve) => started.once("exit", () => resolve()));
  await new Promise<void>((resolve, reject) => {
    started.stdout.once("data", () => resolve());
    started.once("exit", () => reject(new Error(`${name} ended without a line.`)));
  });
  started.kill();
  await ended;
}
