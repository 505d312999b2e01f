import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import type { Database } from "#server/db/database.ts";
import { ALL_ROLES } from "#server/db/roles.ts";
import { createReadiness } from "#server/health/find-readiness.ts";
import { migrateDatabase } from "#server/installation/migrate.ts";
import { openDatabase } from "#server/installation/open-database.ts";
import { scopedDb } from "#server/rls/scoped-db.ts";
import { organizations } from "#server/schema/organizations.ts";
import { RLS } from "#server/start/nouns.ts";
import { StartError } from "#server/start-error.ts";
import { runAsAdmin } from "#tests/support/copied-database.ts";
import { makeOrganization } from "#tests/support/factories.ts";
import { type PostgresServer, startPostgresServer } from "#tests/support/postgres-server.ts";
import { recordLog } from "#tests/support/test-log.ts";

let server: PostgresServer;
let folder: string;
beforeAll(async () => {
  server = await startPostgresServer();
  folder = await mkdtemp(join(tmpdir(), "counterpart-two-portals-"));
  // An administrator once ran what the start of each portal prints: every portal's user has our roles.
  const roles = ALL_ROLES.map((role) => `create role ${role} nologin`);
  const users = ["first", "second"].map((name) => `create role ${name} login password 'secret'`);
  await administer(...roles, ...users, `grant ${ALL_ROLES.join(", ")} to first, second`);
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

let made = 0;
let name: string;
beforeEach(async () => {
  made += 1;
  name = `portal ${made}`;
  await administer(`create database "${name}" owner first`);
});

const administer = (...statements: string[]) => runAsAdmin(server.urlOf("postgres"), ...statements);

function urlFor(user: string, database: string, password = "secret"): string {
  const url = new URL(server.urlOf(encodeURIComponent(database)));
  url.username = user;
  url.password = password;
  return url.href;
}

/** A portal's database after its start, and what the start logged. */
async function start(user: string, database = name): Promise<{ database: Database; logged: string }> {
  const log = recordLog("info");
  const opened = await openDatabase({ databaseUrl: urlFor(user, database), dataDir: "" }, log.logger);
  onTestFinished(() => opened.close());
  await migrateDatabase(opened, RLS);
  return { database: opened, logged: log.records.map(({ msg }) => msg).join("\n") };
}

async function connect(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

async function checksOf(database: Database) {
  const seal = { findFault: async () => null } as never;
  const ask = createReadiness({ database, seal, env: { dataDir: folder } as never });
  return (await ask()).checks;
}

/** What another portal's user gets of a database: its rows, or why not. */
async function readAs(user: string, database = name): Promise<unknown> {
  const client = new Client({ connectionString: urlFor(user, database) });
  try {
    await client.connect();
    await client.query("set role counterpart_portal");
    return (await client.query("update organizations set organization_name = 'x' returning 1")).rowCount;
  } catch (error) {
    return (error as Error).message;
  } finally {
    await client.end();
  }
}

const statementsOf = (words: string) =>
  words
    .split("\n")
    .filter((line) => line.endsWith(";"))
    .map((line) => line.trim());

const refused = `permission denied for database "portal `;

test("FIELD-5 a portal's user neither reads nor writes another portal's database on the same server", async () => {
  const other = `${name} of another company`;
  await administer(`create database "${other}" owner second`);
  const [first, second] = [await start("first"), await start("second", other)];
  for (const { database, logged } of [first, second]) {
    expect(logged).toBe("");
    await makeOrganization(scopedDb(database, { role: "portal" }));
  }
  expect(await readAs("second")).toContain(refused);
  expect(await readAs("first", other)).toContain(refused);
  // Each continues with its own, also after its next start.
  for (const [user, database] of [
    ["first", name],
    ["second", other],
  ] as const) {
    const again = await start(user, database);
    expect(again.logged).toBe("");
    expect(await scopedDb(again.database, { role: "portal" }).select().from(organizations)).toHaveLength(1);
  }
});

test("FIELD-5 an older database is closed to others at its next start, and explicit grants remain", async () => {
  const { database } = await start("first");
  await makeOrganization(scopedDb(database, { role: "portal" }));
  await administer(
    `grant connect, temporary on database "${name}" to public, counterpart_app`,
    "create role monitor login password 'secret'",
    `grant connect on database "${name}" to monitor`,
  );
  expect(await readAs("second")).toBe(1);
  const all = await Promise.all([1, 2, 3].map(() => start("first")));
  expect(all.map(({ logged }) => logged)).toEqual(["", "", ""]);
  expect(await readAs("second")).toContain(refused);
  const monitor = await connect(urlFor("monitor", name));
  await expect(monitor.query("select 1")).resolves.toMatchObject({ rowCount: 1 });
  await expect(monitor.query("select from organizations")).rejects.toThrow("permission denied for table");
});

test("FIELD-5 a start names another portal's user who may connect by a group, until an administrator revokes it", async () => {
  await administer(
    `create role "group ${made}"`,
    `grant "group ${made}" to first, second`,
    `grant connect on database "${name}" to "group ${made}"`,
  );
  const { database, logged } = await start("first");
  await makeOrganization(scopedDb(database, { role: "portal" }));
  expect(await readAs("second")).toBe(1);
  expect(logged).toMatch(
    /^These users of the PostgreSQL server can read and change this database, .*: second\. /,
  );
  await administer(`revoke connect on database "${name}" from "group ${made}"`);
  expect((await start("first")).logged).toBe("");
  expect(await readAs("second")).toContain(refused);
});

test("FIELD-5 a user who does not own the database gets the statements at start, and /readyz reports it until they ran", async () => {
  await administer(
    `alter database "${name}" owner to postgres`,
    `grant create on database "${name}" to first`,
  );
  const asOwner = await connect(server.urlOf(encodeURIComponent(name)));
  await asOwner.query("grant create on schema public to first");
  const { database, logged } = await start("first");
  expect(logged).toContain("Other users of the PostgreSQL server can connect to this database");
  expect(logged).toContain("first (DATABASE_URL) does not own the database");
  const isolation = () => checksOf(database);
  expect(await isolation()).toMatchObject({
    database: "ok",
    isolation: "other users can connect to the database",
  });

  const statements = statementsOf(logged);
  expect(statements).toEqual([
    `grant connect on database "${name}" to first;`,
    `revoke connect, temporary on database "${name}" from public, ${ALL_ROLES.join(", ")};`,
  ]);
  await administer(...statements);
  expect(await isolation()).toMatchObject({ database: "ok", isolation: "ok" });
  expect(await readAs("second")).toContain(refused);
  expect((await start("first")).logged).toBe("");
});

test("FIELD-5 a database user who may create roles cannot open another portal's database", async () => {
  const bare = await startPostgresServer();
  onTestFinished(() => bare.stop());
  await runAsAdmin(
    bare.urlOf("postgres"),
    "create role maker login createrole password 'secret'",
    "create role client login password 'secret'",
    "create database made owner maker",
    "create database kept owner client",
  );
  const urlOf = (user: string, database: string) => {
    const url = new URL(bare.urlOf(database));
    [url.username, url.password] = [user, "secret"];
    return url.href;
  };
  const { logger } = recordLog("info");
  const open = (databaseUrl: string) => openDatabase({ databaseUrl, dataDir: "" }, logger);
  await (await open(urlOf("maker", "made"))).close();
  const failure = await open(urlOf("client", "kept")).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(StartError);
  await runAsAdmin(bare.urlOf("postgres"), ...statementsOf((failure as StartError).message));
  await (await open(urlOf("client", "kept"))).close();

  // Who made the roles may change them, but no role of ours connects anywhere.
  const maker = await connect(urlOf("maker", "made"));
  await maker.query("alter role counterpart_portal login password 'secret'");
  for (const [user, database] of [
    ["maker", "kept"],
    ["counterpart_portal", "kept"],
    ["client", "made"],
  ] as const)
    await expect(connect(urlOf(user, database))).rejects.toThrow(
      `permission denied for database "${database}"`,
    );
  await expect(maker.query("grant client to maker")).rejects.toThrow("permission denied");
  await expect(maker.query("alter role client password 'x'")).rejects.toThrow("permission denied");
});

test("FIELD-5 a start as a superuser says that its password opens every database of the server", async () => {
  const log = recordLog("info");
  const databaseUrl = server.urlOf(encodeURIComponent(name));
  await (await openDatabase({ databaseUrl, dataDir: "" }, log.logger)).close();
  expect(log.records).toMatchObject([
    { level: 40, msg: expect.stringContaining("postgres (DATABASE_URL) is a superuser") },
  ]);
});

test("FIELD-11 /readyz distinguishes a user without a free connection from a database that does not answer", async () => {
  const { database } = await start("first");
  const held = await database.pool.connect();
  await administer("alter role first connection limit 1");
  try {
    expect(await checksOf(database)).toMatchObject({
      database: "has no free connection",
      migrations: "unknown",
    });
  } finally {
    await administer("alter role first connection limit -1");
    held.release();
  }
});
