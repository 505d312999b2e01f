// npm run bench: prints one line of JSON with figures and ratios of this run on this machine. `npm run bench -- search
// embedded` measures only these pieces and databases.
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

const DATABASES = ["embedded", "server"] as const;
const ALONE = {
  gzipBytes: measurePages,
  firstPaint: measureFirstPaint,
  view: measureView,
  editor: measureEditor,
  backups: measureBackups,
  acceptance: measureAcceptance,
};
const NAMES = [...PORTAL_PIECES, ...Object.keys(ALONE)];

const words = process.argv.slice(2);
const unknown = words.filter((word) => ![...NAMES, ...DATABASES].includes(word));
if (unknown.length > 0) {
  throw new Error(`There is no ${unknown.join(", ")}. There are ${[...DATABASES, ...NAMES].join(", ")}.`);
}
const asked = NAMES.filter((name) => words.includes(name));
/** They take many minutes, so they run only if they are named. */
const ON_REQUEST = [
  "editor",
  "backups",
  "acceptance",
  "growth",
  "badInput",
  "heavyPage",
  "screens",
  "memory",
];
const isAsked = (name: string) => (asked.length === 0 ? !ON_REQUEST.includes(name) : asked.includes(name));
const databases = DATABASES.filter((one) => words.includes(one));

const started = performance.now();
const world = makeWorld();
const pieces: PortalPiece[] = PORTAL_PIECES.filter(isAsked);
const measured: Record<string, unknown> = {
  documents: world.documents,
  listed: world.listed,
  node: process.version,
  processors: availableParallelism(),
  processor: cpus()[0]?.model.trim(),
  date: new Date().toISOString().slice(0, 10),
  /** What the machine did besides, on average in the minute before. */
  loadBefore: Number(loadavg()[0]?.toFixed(1)),
};
if (pieces.length > 0) {
  for (const database of databases.length === 0 ? DATABASES : databases) {
    measured[database] =
      database === "embedded"
        ? await measurePortal(pieces, world, async () => ({}))
        : await measureOnServer();
  }
}
for (const [name, measure] of Object.entries(ALONE)) if (isAsked(name)) measured[name] = await measure();
measured.seconds = Math.round((performance.now() - started) / 1000);
process.stdout.write(`${JSON.stringify(measured)}\n`);

async function measureOnServer() {
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
