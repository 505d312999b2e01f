// npm run bench: measures what docs/performance.md has figures of, and prints them beside what is asked, and then one line
// of JSON. `npm run bench -- search embedded` measures only these pieces and databases.
import { availableParallelism, cpus, loadavg } from "node:os";
import { Client } from "pg";
import { startPostgresServer } from "#tests/support/postgres-server.ts";
import { makeWorld } from "./make-world.ts";
import { measureAcceptance } from "./measure-acceptance.ts";
import { measureBackups } from "./measure-backups.ts";
import { measureEditor } from "./measure-editor.ts";
import { measureFirstPaint } from "./measure-first-paint.ts";
import { measurePages } from "./measure-pages.ts";
import { measurePortal, PORTAL_PIECES, type PortalPiece } from "./measure-portal.ts";
import { measureView } from "./measure-view.ts";
import { type Run, reachedBy, writeReached } from "./reached.ts";

const DATABASES = ["embedded", "server"] as const;
const ALONE = {
  acceptance: measureAcceptance,
  view: measureView,
  firstPaint: measureFirstPaint,
  gzipBytes: measurePages,
  editor: measureEditor,
  backups: measureBackups,
};
const NAMES = [...PORTAL_PIECES, ...Object.keys(ALONE)];

/** What runs if nothing is named: the figures that something is asked of, in under a quarter of an hour. */
const ASKED = {
  embedded: ["starts", "memory"],
  server: [
    "starts",
    "memory",
    "floors",
    "growth",
    "processes",
    "live",
    "screens",
    "badInput",
    "bodies",
    "heavyPage",
  ],
  alone: ["acceptance", "view", "firstPaint", "gzipBytes"],
} satisfies Record<(typeof DATABASES)[number], PortalPiece[]> & { alone: (keyof typeof ALONE)[] };

const words = process.argv.slice(2);
const unknown = words.filter((word) => ![...NAMES, ...DATABASES].includes(word));
if (unknown.length > 0) {
  throw new Error(`There is no ${unknown.join(", ")}. There are ${[...DATABASES, ...NAMES].join(", ")}.`);
}
const named = NAMES.filter((name) => words.includes(name));
const databases = DATABASES.filter((one) => words.includes(one));
const isWanted = (name: string, asked: readonly string[]) =>
  named.length === 0 ? asked.includes(name) : named.includes(name);

const started = performance.now();
const world = makeWorld();
const measured: Run & Record<string, unknown> = {
  documents: world.documents,
  listed: world.listed,
  node: process.version,
  processors: availableParallelism(),
  processor: cpus()[0]?.model.trim(),
  date: new Date().toISOString().slice(0, 10),
  /** What the machine did besides, on average in the minute before. */
  loadBefore: Number(loadavg()[0]?.toFixed(1)),
};
for (const database of databases.length === 0 ? DATABASES : databases) {
  const pieces = PORTAL_PIECES.filter((piece) => isWanted(piece, ASKED[database]));
  if (pieces.length === 0) continue;
  measured[database] =
    database === "embedded"
      ? await measurePortal(pieces, world, async () => ({}))
      : await measureOnServer(pieces);
}
for (const [name, measure] of Object.entries(ALONE)) {
  if (isWanted(name, ASKED.alone)) measured[name] = await measure();
}
measured.seconds = Math.round((performance.now() - started) / 1000);
process.stdout.write(`${writeReached(reachedBy(measured))}\n${JSON.stringify(measured)}\n`);

async function measureOnServer(pieces: readonly PortalPiece[]) {
  const postgres = await startPostgresServer();
  let made = 0;
  try {
    return await measurePortal(pieces, world, async () => {
      made += 1;
      const admin = new Client({ connectionString: postgres.urlOf("postgres") });
      await admin.connect();
      await admin.query(`create database bench_${made}`);
      await admin.end();
      return { DATABASE_URL: postgres.urlOf(`bench_${made}`) };
    });
  } finally {
    await postgres.stop();
  }
}
