import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { updateProfile } from "#contract/account.ts";
import { getDocument } from "#contract/documents.ts";
import { runAsAdmin } from "#tests/support/copied-database.ts";
import { freePort } from "#tests/support/free-port.ts";
import { makeCertificate } from "#tests/support/make-certificate.ts";
import { createPersonClient } from "#tests/support/person-client.ts";
import { type Portal, ROOT, startPortal } from "#tests/support/portal.ts";
import { type PostgresServer, startPostgresServer } from "#tests/support/postgres-server.ts";
import { answers, peerFolder, runPeer } from "#tests/support/run-peer.ts";

const run = promisify(execFile);
const CALLERS = 6;
const MIN_CALLS = 2000;

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgresServer();
});
afterAll(() => server?.stop());

const shipped = (name: string) => readFile(join(ROOT, "deploy", name), "utf8");

/** The shipped site without TLS, before these portals. */
async function startNginx(port: number, portals: readonly string[]): Promise<void> {
  const folder = await peerFolder();
  const [first = "", second = ""] = portals;
  const site = (await shipped("nginx.conf"))
    .replace("127.0.0.1:4000", first)
    .replace("127.0.0.1:4001", second)
    .replace("listen 80;", "listen 127.0.0.1:0;")
    .replace(/server \{\s+listen 127\.0\.0\.1:0;[^}]+\}/, "")
    .replace("listen 443 ssl http2;", `listen 127.0.0.1:${port};`)
    .replaceAll(/^ *ssl_.*$/gm, "");
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  const main = `${process.getuid?.() === 0 ? "user root;" : ""} daemon off; pid ${folder}/pid; error_log stderr;
    events {} http { access_log off; ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join(" ")}
    ${site} }`;
  await writeFile(join(folder, "nginx.conf"), main);
  await runPeer("nginx", ["-c", join(folder, "nginx.conf")], () =>
    answers(`http://127.0.0.1:${port}/healthz`),
  );
}

async function startCaddy(port: number, portals: readonly string[]): Promise<void> {
  const folder = await peerFolder();
  const [first = "", second = ""] = portals;
  const site = (await shipped("Caddyfile"))
    .replace(/^portal\.example/m, `http://127.0.0.1:${port}`)
    .replace("127.0.0.1:4000", first)
    .replace("127.0.0.1:4001", second);
  await writeFile(join(folder, "Caddyfile"), `{\n\tadmin off\n}\n${site}`);
  const args = ["run", "--config", join(folder, "Caddyfile"), "--adapter", "caddyfile"];
  const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  await runPeer("caddy", args, () => answers(`http://127.0.0.1:${port}/healthz`), { env });
}

const PROXIES = {
  nginx: { start: startNginx, asksReadiness: false },
  Caddy: { start: startCaddy, asksReadiness: true },
};

test.each(Object.keys(PROXIES) as (keyof typeof PROXIES)[])(
  "RUN-1 behind %s a restart of two processes one after the other fails no call",
  async (name) => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const database = `portal_${name.toLowerCase()}`;
    await runAsAdmin(server.urlOf("postgres"), `create database ${database}`);
    const variables = {
      DATABASE_URL: server.urlOf(database),
      PUBLIC_URL: url,
      TRUSTED_PROXIES: "1",
      DRAIN_SECONDS: "5",
      LOG_LEVEL: "debug",
      DEMO: "1",
    };
    const first = await startPortal(variables);
    onTestFinished(() => first.remove());
    const second = await startPortal({ ...variables, DATA_DIR: first.dataDir });
    onTestFinished(() => second.remove());
    const { start, asksReadiness } = PROXIES[name];
    await start(
      port,
      [first.url, second.url].map((address) => new URL(address).host),
    );

    const writer = createPersonClient(url, "writer@demo.test");
    let calls = 0;
    let isOver = false;
    const failures: unknown[] = [];
    const callUntilOver = async (caller: number) => {
      while (!isOver) {
        // Every second caller changes something: a proxy may not send such a call twice.
        const call =
          caller % 2 === 0
            ? writer.request(getDocument, { params: { id: "doc-1042" } })
            : writer.request(updateProfile, { body: { firstName: `Maya ${calls}` } });
        await call.catch((error: unknown) => failures.push(error));
        calls += 1;
      }
    };
    const callers = Array.from({ length: CALLERS }, (_, caller) => callUntilOver(caller));
    await restart(first, asksReadiness);
    await restart(second, asksReadiness);
    await expect.poll(() => calls).toBeGreaterThan(MIN_CALLS);
    isOver = true;
    await Promise.all(callers);
    expect(failures).toEqual([]);
    process.stdout.write(`${calls} calls through ${name}, ${failures.length} failed\n`);
  },
);

/** Restarts a process, and waits until a proxy that asks for its readiness has heard of it. */
async function restart(portal: Portal, isAsked: boolean): Promise<void> {
  expect(await portal.end("SIGTERM")).toBe(0);
  const before = portal.output().length;
  await portal.startAgain();
  const hasAnswered = () => /"route":"\/readyz","status":200/.test(portal.output().slice(before));
  if (isAsked) await expect.poll(hasAnswered).toBe(true);
}

test("RUN-1 nginx and Caddy accept the shipped sites as they are", async () => {
  const folder = await peerFolder();
  const { cert, key } = await makeCertificate(["portal.example"]);
  await writeFile(join(folder, "portal.crt"), cert);
  await writeFile(join(folder, "portal.key"), key);
  const site = (await shipped("nginx.conf")).replaceAll("/etc/ssl/portal.example", join(folder, "portal"));
  await writeFile(join(folder, "nginx.conf"), `pid ${folder}/pid; events {} http { ${site} }`);
  await run("nginx", ["-t", "-c", join(folder, "nginx.conf")]);
  await run("caddy", ["validate", "--config", join(ROOT, "deploy", "Caddyfile"), "--adapter", "caddyfile"], {
    env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
  });
});
