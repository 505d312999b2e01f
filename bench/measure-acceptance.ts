import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { Client } from "pg";
import { startPostgresServer } from "#tests/support/postgres-server.ts";
import { BareTransaction } from "./bare-transaction.ts";
import { createHttpClient } from "./http-client.ts";
import { BENCH_WRITER, makeWorld } from "./make-world.ts";
import { printBare } from "./print-bare.ts";
import { getToken } from "./sign-in.ts";
import { startMeasuredPortal } from "./start-measured-portal.ts";
import { type Measured, ratio, summarize } from "./statistics.ts";

const CLI = fileURLToPath(new URL("../dist/server/cli.js", import.meta.url));
const WARM_UP = 5;
const ONE_BY_ONE = 35;
const AT_ONCE = 10;
const PRINTS = 30;
const LOOK_MS = 5;

export type AcceptanceMeasure = {
  /** From the request to its answer, on a server that writes every commit to the disk. */
  acceptMs: Measured;
  /** One transaction of the bare driver with the same rows, by turns with the acceptances. */
  bareTransactionMs: Measured;
  rows: number;
  p95OfBare: number;
  /** From the request to the sealed PDF. */
  toSealedMs: Measured;
  /** Of ten documents that are accepted in the same moment. */
  tenAtOnceMs: Measured;
  barePrintMs: Measured;
  ofBarePrint: number;
};

type Told = { data: { contentHash: string } };

/** Acceptances of one person on a durable server, beside a bare transaction and beside a bare print. */
export async function measureAcceptance(): Promise<AcceptanceMeasure> {
  const scratch = mkdtempSync(join(tmpdir(), "counterpart-bench-"));
  const postgres = await startPostgresServer({ isDurable: true });
  try {
    const variables = await loadWorld(scratch, postgres.urlOf("postgres"), postgres.urlOf("accepted"));
    return await measureOn(variables, scratch);
  } finally {
    await postgres.stop();
    rmSync(scratch, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function loadWorld(scratch: string, adminUrl: string, url: string): Promise<Record<string, string>> {
  const admin = new Client({ connectionString: adminUrl });
  await admin.connect();
  await admin.query("create database accepted");
  await admin.end();
  const variables = { DEMO: "0", LOG_LEVEL: "warn", DATA_DIR: join(scratch, "data"), DATABASE_URL: url };
  const file = join(scratch, "world.json");
  writeFileSync(file, makeWorld().text);
  const env = { PATH: process.env.PATH, ...variables };
  await promisify(execFile)(process.execPath, [CLI, "load", file], { env });
  return variables;
}

async function measureOn(variables: Record<string, string>, scratch: string): Promise<AcceptanceMeasure> {
  const printFile = join(scratch, "print.json");
  const recorder = new URL("./record-print.mjs", import.meta.url).href;
  const recording = { PRINT_FILE: printFile, NODE_OPTIONS: `--import ${recorder}` };
  const portal = await startMeasuredPortal({ ...variables, ...recording });
  const client = createHttpClient(2 * AT_ONCE, await getToken(portal.url, BENCH_WRITER));
  const bare = await BareTransaction.open(variables.DATABASE_URL ?? "");
  const addressOf = (id: string) => `${portal.url}/api/unique-document/user/${id}`;
  const read = async (id: string) => (JSON.parse((await client.get(addressOf(id))).toString()) as Told).data;
  const asked = new Client({ connectionString: variables.DATABASE_URL });
  await asked.connect();
  /** In the database, because ten that ask the portal often would be most of its work. */
  const isSealed = async (id: string) => {
    const text = "select from document_snapshots where unique_document_id = $1";
    return (await asked.query({ name: "sealed", text, values: [id] })).rowCount === 1;
  };

  async function accept(id: string): Promise<{ answered: number; sealed: number }> {
    const { contentHash } = await read(id);
    const started = performance.now();
    const body = { uniqueDocumentId: id, status: "APPROVED", contentHash };
    await client.send("POST", `${addressOf(id)}/approve`, body);
    const answered = performance.now() - started;
    while (!(await isSealed(id))) {
      if (performance.now() - started > 60_000) throw new Error(`No PDF of ${id} within a minute.`);
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
    return { answered, sealed: performance.now() - started };
  }

  try {
    await untilQuiet(asked);
    const ids = makeWorld().pendingIds;
    for (const id of ids.splice(0, WARM_UP)) await accept(id);
    const [answers, seals, bares]: [number[], number[], number[]] = [[], [], []];
    let rows = 0;
    for (const id of ids.splice(0, ONE_BY_ONE)) {
      const { answered, sealed } = await accept(id);
      answers.push(answered);
      seals.push(sealed);
      const written = await bare.writtenWith(id);
      rows = written.length;
      bares.push(await bare.write(written));
    }
    const crowded: number[] = [];
    while (ids.length >= AT_ONCE) {
      const accepted = await Promise.all(ids.splice(0, AT_ONCE).map(accept));
      crowded.push(...accepted.map(({ sealed }) => sealed));
    }
    const [acceptMs, bareTransactionMs] = [summarize(answers), summarize(bares)];
    const [toSealedMs, barePrintMs] = [summarize(seals, 0), await printBare(printFile, PRINTS)];
    return {
      acceptMs,
      bareTransactionMs,
      rows,
      p95OfBare: Number((acceptMs.p95 / bareTransactionMs.p95).toFixed(2)),
      toSealedMs,
      tenAtOnceMs: summarize(crowded, 0),
      barePrintMs,
      ofBarePrint: ratio(toSealedMs, barePrintMs),
    };
  } finally {
    await asked.end();
    await bare.close();
    client.close();
    await portal.remove();
  }
}

/** A new world leaves jobs that look at every document, some of which would run beside the measurement. */
async function untilQuiet(database: Client): Promise<void> {
  const text = "select from pgboss.job where state in ('created', 'retry', 'active') limit 1";
  for (let looks = 0; looks < 600; looks += 1) {
    if ((await database.query(text)).rowCount === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error("The jobs of the new world have not ended within two minutes.");
}
