import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { isNamedTimeZone } from "#domain/settings/settings.ts";
import { refuseTimeZone } from "#server/db/refuse-server.ts";
import { openDatabase } from "#server/installation/open-database.ts";
import { serve } from "#server/start/serve.ts";
import { formatFatalError } from "#server/start-error.ts";
import { runAsAdmin } from "#tests/support/copied-database.ts";
import { makeCertificate } from "#tests/support/make-certificate.ts";
import { type PostgresServer, startPostgresServer } from "#tests/support/postgres-server.ts";
import { runProgram } from "#tests/support/run-program.ts";
import { recordLog } from "#tests/support/test-log.ts";
import { startTlsRelay } from "#tests/support/tls-relay.ts";
import { startTransactionPooler } from "#tests/support/transaction-pooler.ts";

// What a start refuses, in one sentence and with nothing written.

let server: PostgresServer;
let folder: string;
beforeAll(async () => {
  server = await startPostgresServer();
  folder = mkdtempSync(join(tmpdir(), "counterpart-refusals-"));
});
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const administer = (...statements: string[]) => runAsAdmin(server.urlOf("postgres"), ...statements);

let made = 0;
async function makeDatabase(...statements: string[]): Promise<string> {
  made += 1;
  const name = `portal_${made}`;
  await administer(`create database ${name}`, ...statements.map((one) => one.replaceAll("DATABASE", name)));
  return name;
}

/** An address of the server by TCP, where `change` may set another port or user. */
function addressOf(database: string, change: (url: URL) => void = () => undefined): string {
  const url = new URL(server.urlOf(database));
  url.search = "";
  change(url);
  return url.href;
}

let starts = 0;
/** What the start prints. It must leave no folder and no table. */
async function refusalOf(variables: Record<string, string>, database?: string): Promise<string> {
  starts += 1;
  const DATA_DIR = join(folder, `data-${starts}`, "deep");
  const silent = { write: () => undefined };
  const failure = await serve({ DEMO: "0", PORT: "0", DATA_DIR, ...variables }, silent).then(
    async (served) => {
      await served.close();
      return "It started.";
    },
    (error: unknown) => formatFatalError(error),
  );
  expect(failure).not.toMatch(/\n|^ +at /m);
  expect(readdirSync(folder)).not.toContain(`data-${starts}`);
  if (database !== undefined) expect(await readSchemas(database)).toEqual(["public"]);
  return failure;
}

async function readSchemas(database: string): Promise<string[]> {
  const client = new Client({ connectionString: server.urlOf(database) });
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    "select nspname as name from pg_namespace where nspname !~ '^pg_|^information_schema$'",
  );
  await client.end();
  return rows.map(({ name }) => name);
}

test.each(["last", "first"] as const)(
  "FIELD-11 a pooler in transaction mode that lends the %s connection is refused, and nothing is made",
  async (order) => {
    const database = await makeDatabase();
    const pooler = await startTransactionPooler(addressOf(database), order);
    onTestFinished(() => pooler.close());
    const DATABASE_URL = addressOf(database, (url) => {
      url.port = String(pooler.port);
    });
    expect(await refusalOf({ DATABASE_URL }, database)).toMatch(
      /^DATABASE_URL leads to a pooler .+ session mode/,
    );
  },
);

test("FIELD-11 a database user who may not create tables gets the statements for an administrator", async () => {
  const database = await makeDatabase("create role guest login password 'secret-word'");
  const DATABASE_URL = addressOf(database, (url) => {
    [url.username, url.password] = ["guest", "secret-word"];
  });
  const refusal = await refusalOf({ DATABASE_URL }, database);
  expect(refusal).toMatch(
    /^The database user guest \(DATABASE_URL\) may not make tables .+ Nothing was changed/,
  );
  expect(refusal).toContain(`alter database ${database} owner to guest;`);
});

test("RUN-1 a database that stores no Unicode is refused with the statement that makes one which does", async () => {
  await administer(
    "create role tenant login password 'secret-word' createrole",
    "create database bytes owner tenant encoding 'SQL_ASCII' template template0 locale 'C'",
  );
  const urlOf = (database: string) =>
    addressOf(database, (url) => {
      url.username = "tenant";
      url.password = "secret-word";
    });
  const refusal = await refusalOf({ DATABASE_URL: urlOf("bytes") }, "bytes");
  expect(refusal).toMatch(
    /^The database bytes \(DATABASE_URL\) has the encoding SQL_ASCII, and the portal needs UTF8\. Nothing was changed\./,
  );
  const [, statement = ""] = refusal.split("set DATABASE_URL to it: ");
  await administer(statement.replace("<name>", "letters"));
  const opened = await openDatabase(
    { databaseUrl: urlOf("letters"), dataDir: folder },
    recordLog("error").logger,
  );
  await opened.close();
});

test("FIELD-11 a user with too few connections gets an error without a stack", async () => {
  const database = await makeDatabase(
    "create role limited login password 'secret-word' createrole",
    "alter database DATABASE owner to limited",
    "alter role limited connection limit 1",
  );
  const DATABASE_URL = addressOf(database, (url) => {
    [url.username, url.password] = ["limited", "secret-word"];
  });
  const refusal = await refusalOf({ DATABASE_URL }, database);
  expect(refusal).toMatch(
    /^The database .+ cannot be reached\. .+ \(too many connections for role "limited"\)$/,
  );
  expect(refusal).not.toContain("secret-word");
});

test("FIELD-11 a certificate of a private authority is refused with the solution, and accepted with sslrootcert", async () => {
  const database = await makeDatabase();
  const certificate = await makeCertificate(["localhost"]);
  const relay = await startTlsRelay(Number(new URL(server.urlOf("x")).port), certificate);
  onTestFinished(() => relay.close());
  const DATABASE_URL = addressOf(database, (url) => {
    [url.hostname, url.port, url.search] = ["localhost", String(relay.port), "?sslmode=require"];
  });
  const refusal = await refusalOf({ DATABASE_URL }, database);
  expect(refusal).toMatch(
    /^The database portal_\d+ on localhost:\d+ .+ cannot be reached\. Its certificate is not trusted/,
  );
  expect(refusal).toContain("sslrootcert=<file> in DATABASE_URL or by NODE_EXTRA_CA_CERTS");
  const file = join(folder, "authority.pem");
  writeFileSync(file, certificate.cert);
  onTestFinished(() => rmSync(file));
  // The driver warns of every other mode.
  const trusting = {
    databaseUrl: `${DATABASE_URL.replace("require", "verify-full")}&sslrootcert=${file}`,
    dataDir: folder,
  };
  const opened = await openDatabase(trusting, recordLog("error").logger);
  await opened.close();
  // Node reads the other way to name an authority when a process begins.
  const connecting = `const { Client } = require("pg"); const client = new Client({ connectionString: process.env.DATABASE_URL });
    client.connect().then(() => client.end()).then(() => console.log("connected"));`;
  const { output } = await runProgram(["--eval", connecting], {
    DATABASE_URL: DATABASE_URL.replace("require", "verify-full"),
    NODE_EXTRA_CA_CERTS: file,
  });
  expect(output).toBe("connected\n");
  const plain = addressOf(database, (url) => {
    url.search = "?sslmode=verify-full";
  });
  expect(await refusalOf({ DATABASE_URL: plain })).toMatch(
    /It offers no TLS, which sslmode in DATABASE_URL asks for/,
  );
});

test.each([
  ["an hour ahead", 3_600_000 + 5000, "1 hour ahead of"],
  ["two minutes behind", -125_000, "2 minutes behind"],
])(
  "RUN-1 a clock %s of the database server's is refused, and nothing is made",
  async (_how, offsetMs, words) => {
    const database = await makeDatabase();
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + offsetMs });
    onTestFinished(() => void vi.useRealTimers());
    expect(await refusalOf({ DATABASE_URL: addressOf(database) }, database)).toBe(
      `The clock of this machine is ${words} the clock of the database server. Nothing was changed. ` +
        "Let both machines get the time by NTP, then start again.",
    );
  },
);

test("FIELD-11 a port that is taken, or an address of another machine, is refused before anything is made", async () => {
  const taken = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void taken.close());
  await new Promise((resolve) => taken.once("listening", resolve));
  const PORT = String((taken.address() as AddressInfo).port);
  const database = await makeDatabase();
  for (const DATABASE_URL of ["", addressOf(database)])
    expect(await refusalOf({ PORT, DATABASE_URL }, database)).toMatch(
      new RegExp(`^Port ${PORT} of 127.0.0.1 is in use already\\. Stop the program`),
    );
  expect(await refusalOf({ HOST: "203.0.113.7" })).toMatch(
    /^The address 203.0.113.7 \(HOST\) cannot be used/,
  );
});

test("FIELD-11 files of TLS that are no key and certificate are refused before anything is made", async () => {
  const files = { TLS_KEY: import.meta.filename, TLS_CERT: import.meta.filename };
  expect(await refusalOf(files)).toMatch(/^TLS_KEY and TLS_CERT aren't a key in PEM and its certificate/);
});

test.each([
  ["/proc/nope/data", "no folder can be made there"],
  [join(import.meta.filename, "data"), "a file is in the place of one of its folders"],
  [import.meta.filename, "a file is in its place"],
  [`/tmp/${"x".repeat(300)}`, "its name is too long"],
])("FIELD-11 DATA_DIR=%s is refused at once: %s", async (DATA_DIR, words) => {
  expect(await refusalOf({ DATA_DIR })).toBe(
    `The data directory ${DATA_DIR} can't be used: ${words}. Set DATA_DIR to a folder that the portal may write to.`,
  );
});

test("FIELD-11 the database interprets every zone that TIME_ZONE accepts like this machine, and refuses others", async () => {
  const client = new Client({ connectionString: server.urlOf("postgres") });
  await client.connect();
  onTestFinished(() => client.end());
  const zones = [
    ...Intl.supportedValuesOf("timeZone"),
    "UTC",
    "GMT",
    "Europe/Kyiv",
    "Asia/Kolkata",
    "Etc/GMT+10",
    ..."Singapore Japan NZ NZ-CHAT GB Israel PRC W-SU EST5EDT EST HST Zulu utc australia/sydney".split(" "),
  ];
  expect(zones.filter((zone) => !isNamedTimeZone(zone))).toEqual([]);
  for (const moment of ["2026-01-01T00:00Z", "2026-07-01T00:00Z"]) {
    const { rows } = await client.query<{ zone: string; clock: string }>(
      "select zone, to_char($1::timestamptz at time zone zone, 'YYYY-MM-DD HH24:MI') as clock from unnest($2::text[]) as zone",
      [moment, zones],
    );
    const clockIn = (timeZone: string) => new Date(moment).toLocaleString("sv-SE", { timeZone }).slice(0, 16);
    expect(rows).toEqual(zones.map((zone) => ({ zone, clock: clockIn(zone) })));
  }
  for (const zone of ["+10:00", "UTC+10", "CET", "eet", "MET", "WET", "AEST"])
    expect(isNamedTimeZone(zone)).toBe(false);
  await expect(refuseTimeZone(client, "Mars/Olympus")).rejects.toThrow(
    /^TIME_ZONE is a name that the database does not/,
  );
});
