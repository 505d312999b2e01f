// npm run bench: measures the figures of docs/performance.md. Prints each beside its limit, and then all of
// them as one line of JSON. `npm run bench -- calls server` measures only this piece on this database.
import { availableParallelism, cpus, loadavg } from "node:os";
import { type Figure, formatFigures } from "./figures.ts";
import { makeWorld } from "./make-world.ts";
import { measureAcceptance } from "./measure-acceptance.ts";
import { measureBodies } from "./measure-bodies.ts";
import { measureCalls } from "./measure-calls.ts";
import { measureEditor } from "./measure-editor.ts";
import { measureGrowth } from "./measure-growth.ts";
import { measureMemory } from "./measure-memory.ts";
import { measureScreens } from "./measure-screens.ts";
import { measureStarts } from "./measure-starts.ts";
import { type DatabaseKind, type Setting, withSetting } from "./measured-portal.ts";

type Measure = (setting: Setting, kind: DatabaseKind) => Promise<Figure[]>;

/** On a database with the world. */
const ON_A_DATABASE: Record<string, Measure> = {
  calls: measureCalls,
  starts: measureStarts,
  memory: measureMemory,
  growth: measureGrowth(1_000, 100_000),
  million: measureGrowth(1_000, 100_000, 1_000_000),
  bodies: measureBodies,
};
/** On databases of their own. */
const ALONE: Record<string, () => Promise<Figure[]>> = {
  acceptance: measureAcceptance,
  screens: measureScreens,
  editor: measureEditor,
};
const DATABASES: DatabaseKind[] = ["embedded", "server"];
/** The embedded database is for one small company, so the larger measures need a server. */
const ONLY_ON_SERVER = ["calls", "growth", "million", "bodies"];
const ONLY_BY_NAME = ["million", "editor"];

const words = process.argv.slice(2);
const known = [...DATABASES, ...Object.keys(ON_A_DATABASE), ...Object.keys(ALONE)];
const unknown = words.filter((word) => !known.includes(word));
if (unknown.length > 0) throw new Error(`There is no ${unknown.join(", ")}. There are ${known.join(", ")}.`);
const named = words.filter((word) => !DATABASES.some((database) => database === word));
const isRequested = (name: string) =>
  named.length === 0 ? !ONLY_BY_NAME.includes(name) : named.includes(name);
const databases = DATABASES.filter((database) => words.includes(database));

if (databases.join() === "embedded" && named.some((name) => ONLY_ON_SERVER.includes(name)))
  throw new Error(`${ONLY_ON_SERVER.join(", ")} are measured on a server only.`);

const started = performance.now();
const loadBefore = Number(loadavg()[0]?.toFixed(1));
const figures: Figure[] = [];
for (const database of databases.length === 0 ? DATABASES : databases) {
  for (const [name, measure] of Object.entries(ON_A_DATABASE)) {
    if (!isRequested(name) || (database === "embedded" && ONLY_ON_SERVER.includes(name))) continue;
    const found = await withSetting(database, makeWorld(), (setting) => measure(setting, database));
    figures.push(...found.map((figure) => ({ ...figure, name: `${database}: ${figure.name}` })));
  }
}
for (const [name, measure] of Object.entries(ALONE)) {
  if (isRequested(name)) figures.push(...(await measure()));
}
const machine = {
  node: process.version,
  processors: availableParallelism(),
  processor: cpus()[0]?.model.trim(),
  date: new Date().toISOString().slice(0, 10),
  loadBefore,
  seconds: Math.round((performance.now() - started) / 1000),
};
process.stdout.write(`${formatFigures(figures)}\n${JSON.stringify({ ...machine, figures })}\n`);
