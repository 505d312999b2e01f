import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { Client } from "pg";
import { type Portal, startPortal } from "#tests/support/portal.ts";
import { startPostgresServer } from "#tests/support/postgres-server.ts";
import portalOptions from "../scripts/portal-options.json" with { type: "json" };
import type { World } from "./make-world.ts";

const CLI = fileURLToPath(new URL("../dist/server/cli.js", import.meta.url));

export type DatabaseKind = "embedded" | "server";

/** A folder and the variables of a portal whose database holds the world. */
export type Setting = {
  folder: string;
  variables: Record<string, string>;
  world: World;
  /** The variables of another, empty database of the same kind. */
  createDatabase(): Promise<Record<string, string>>;
};

/** The built portal as `npm start` starts it; tests use a slower embedded database. */
export function startMeasuredPortal(variables: Record<string, string> = {}): Promise<Portal> {
  const { node, environment } = portalOptions;
  return startPortal({ ...environment, ...variables }, node);
}

/** Runs `measure` with a fresh database that holds the world, and removes both afterwards. */
export async function withSetting<Result>(
  kind: DatabaseKind,
  world: World,
  measure: (setting: Setting) => Promise<Result>,
  { isDurable = false } = {},
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), "counterpart-bench-"));
  const postgres = kind === "server" ? await startPostgresServer({ isDurable }) : null;
  let databases = 0;
  async function createDatabase(): Promise<Record<string, string>> {
    if (!postgres) return {};
    databases += 1;
    const name = `bench_${databases}`;
    await withClient(postgres.urlOf("postgres"), (client) => client.query(`create database ${name}`));
    return { DATABASE_URL: postgres.urlOf(name) };
  }
  try {
    const own = { DEMO: "0", LOG_LEVEL: "warn", DATA_DIR: join(folder, "data") };
    const variables = { ...own, ...(await createDatabase()) };
    await startOnce(variables);
    await loadWorld(world.text, folder, variables);
    return await measure({ folder, variables, world, createDatabase });
  } finally {
    await postgres?.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** The jobs of a first start find nothing in an empty database. Later they would run beside the measurement. */
async function startOnce(variables: Record<string, string>): Promise<void> {
  const portal = await startMeasuredPortal(variables);
  await wait(1000);
  await portal.end();
}

async function loadWorld(text: string, folder: string, variables: Record<string, string>): Promise<void> {
  const file = join(folder, "world.json");
  writeFileSync(file, text);
  const env = { PATH: process.env.PATH, ...variables };
  await promisify(execFile)(process.execPath, [CLI, "load", file], { env });
}

/** Runs `work` with a connection of the database's owner. */
export async function withClient<Result>(
  connectionString: string | undefined,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
