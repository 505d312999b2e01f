import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { runAsAdmin } from "#tests/support/copied-database.ts";
import { freePort } from "#tests/support/free-port.ts";
import { startPortal } from "#tests/support/portal.ts";
import { type PostgresServer, startPostgresServer } from "#tests/support/postgres-server.ts";
import { isListening, peerFolder, runPeer } from "#tests/support/run-peer.ts";
import { startInVain } from "#tests/support/run-program.ts";

/** A user that every Linux has: PgBouncer refuses to run as root. */
const ANONYMOUS = 65534;

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgresServer();
});
afterAll(() => server?.stop());

/** The address of a new database behind PgBouncer. */
async function startPgBouncer(mode: "session" | "transaction"): Promise<string> {
  const database = `pooled_${mode}`;
  await runAsAdmin(server.urlOf("postgres"), `create database ${database}`);
  const direct = new URL(server.urlOf(database));
  const [folder, port] = [await peerFolder(), await freePort()];
  const { username, password } = direct;
  await writeFile(join(folder, "users.txt"), `"${username}" "${password}"\n`);
  await writeFile(
    join(folder, "pgbouncer.ini"),
    `[databases]
${database} = host=127.0.0.1 port=${direct.port} user=${username} password=${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${join(folder, "users.txt")}
pool_mode = ${mode}
ignore_startup_parameters = extra_float_digits
`,
  );
  const identity = process.getuid?.() === 0 ? { uid: ANONYMOUS, gid: ANONYMOUS } : {};
  await runPeer("pgbouncer", [join(folder, "pgbouncer.ini")], () => isListening(port), identity);
  return `postgres://${username}:${password}@127.0.0.1:${port}/${database}`;
}

test("RUN-1 a portal works behind PgBouncer in session mode", async () => {
  const portal = await startPortal({ DATABASE_URL: await startPgBouncer("session"), DEMO: "1" });
  onTestFinished(() => portal.remove());
  const ready = await fetch(`${portal.url}/readyz`);
  expect(await ready.json()).toMatchObject({ status: "ready", checks: { database: "ok", jobs: "ok" } });
});

test("RUN-1 a portal refuses PgBouncer in transaction mode in one sentence", async () => {
  const DATABASE_URL = await startPgBouncer("transaction");
  const { code, errors } = await startInVain({ DATABASE_URL, DATA_DIR: join(await peerFolder(), "data") });
  expect(code).toBe(1);
  expect(errors).toMatch(/^DATABASE_URL leads to a pooler.*\n$/);
});
