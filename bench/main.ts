// npm run bench: prints one line of JSON with figures and ratios of this run on this machine.
import { availableParallelism } from "node:os";
import { Client } from "pg";
import { startPostgresServer } from "#tests/support/postgres-server.ts";
import { makeWorld } from "./make-world.ts";
import { measurePages } from "./measure-pages.ts";
import { measurePortal } from "./measure-portal.ts";
import { measureView } from "./measure-view.ts";

const started = performance.now();
const world = makeWorld();
const embedded = await measurePortal(world, async () => ({}));
const server = await measureOnServer();
const gzipBytes = await measurePages();
const view = await measureView();
const measured = {
  documents: world.documents,
  listed: world.listed,
  node: process.version,
  processors: availableParallelism(),
  embedded,
  server,
  gzipBytes,
  view,
  seconds: Math.round((performance.now() - started) / 1000),
};
process.stdout.write(`${JSON.stringify(measured)}\n`);

async function measureOnServer() {
  const postgres = await startPostgresServer();
  let databases = 0;
  try {
    return await measurePortal(world, async () => {
      databases += 1;
      const admin = new Client({ connectionString: postgres.urlOf("postgres") });
      await admin.connect();
      await admin.query(`create database bench_${databases}`);
      await admin.end();
      return { DATABASE_URL: postgres.urlOf(`bench_${databases}`) };
    });
  } finally {
    await postgres.stop();
  }
}
