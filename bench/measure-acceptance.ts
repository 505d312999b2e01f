import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { Client } from "pg";
import { startPostgresServer } from "#tests/support/postgres-server.ts";
import { BareTransaction } from "./bare-transaction.ts";
import { createHttpClient } from "./http-client.ts";
import { BENCH_WRITER, makeWorld } from "./make-world.ts";
import { BarePrinter } from "./print-bare.ts";
import { getToken } from "./sign-in.ts";
import { startMeasuredPortal } from "./start-measured-portal.ts";
import { type Measured, ratio, summarize } from "./statistics.ts";

const CLI = fileURLToPath(new URL("../dist/server/cli.js", import.meta.url));
/** V8 compiles what runs often, in the portal as in the bare driver: so both do as many before they are measured. */
const WARM_UP = 100;
const ONE_BY_ONE = 60;
const AT_ONCE = 10;
const CROWDS = 4;
/** Of five documents four wait for a decision. */
const DOCUMENTS = Math.ceil(((WARM_UP + ONE_BY_ONE + CROWDS * AT_ONCE) * 5) / 4);
const LONGEST_MS = 60_000;

export type AcceptanceMeasure = {
  /** From the request to its answer, on a server that writes every commit to the disk. */
  acceptMs: Measured;
  /** How much of that an answer of the database was missing, whatever the portal did meanwhile. */
  databaseMs: Measured;
  /** One transaction of the bare driver with the same rows, by turns with the acceptances. */
  bareTransactionMs: Measured;
  rows: number;
  p95OfBare: number;
  databaseOfBare: number;
  /** From the request to the sealed PDF. */
  toSealedMs: Measured;
  /** Of ten documents that are accepted in the same moment. */
  tenAtOnceMs: Measured;
  /** A bare Chromium's print of the same page, by turns with the acceptances. */
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
  writeFileSync(file, makeWorld(DOCUMENTS).text);
  const env = { PATH: process.env.PATH, ...variables };
  await promisify(execFile)(process.execPath, [CLI, "load", file], { env });
  return variables;
}

async function measureOn(variables: Record<string, string>, scratch: string): Promise<AcceptanceMeasure> {
  const [printFile, waitsFile] = [join(scratch, "print.json"), join(scratch, "waits")];
  const recorders = ["./record-print.mjs", "./record-waits.mjs"].map(
    (name) => `--import ${new URL(name, import.meta.url).href}`,
  );
  const recording = { PRINT_FILE: printFile, WAITS_FILE: waitsFile, NODE_OPTIONS: recorders.join(" ") };
  const portal = await startMeasuredPortal({ ...variables, ...recording });
  const client = createHttpClient(2 * AT_ONCE, await getToken(portal.url, BENCH_WRITER));
  const bare = await BareTransaction.open(variables.DATABASE_URL ?? "");
  const addressOf = (id: string) => `${portal.url}/api/unique-document/user/${id}`;
  const read = async (id: string) => (JSON.parse((await client.get(addressOf(id))).toString()) as Told).data;
  const asked = new Client({ connectionString: variables.DATABASE_URL });
  await asked.connect();
  const sealings = await Sealings.open(variables.DATABASE_URL ?? "");
  const printer = await BarePrinter.open(printFile);

  async function accept(id: string): Promise<{ answered: number; sealed: number }> {
    const { contentHash } = await read(id);
    const sealedAt = sealings.of(id);
    const started = performance.now();
    const body = { uniqueDocumentId: id, status: "APPROVED", contentHash };
    await client.send("POST", `${addressOf(id)}/approve`, body);
    const answered = performance.now() - started;
    return { answered, sealed: (await sealedAt) - started };
  }

  try {
    await untilQuiet(asked);
    const ids = makeWorld(DOCUMENTS).pendingIds;
    const [answers, seals, bares, prints]: [number[], number[], number[], number[]] = [[], [], [], []];
    let rows = 0;
    for (const [place, id] of ids.splice(0, WARM_UP + ONE_BY_ONE).entries()) {
      const { answered, sealed } = await accept(id);
      // Its mails are sent meanwhile.
      await untilQuiet(asked);
      const written = await bare.writtenWith(id);
      rows = written.length;
      const [wrote, printed] = [await bare.write(written), await printer.print()];
      if (place < WARM_UP) continue;
      answers.push(answered);
      seals.push(sealed);
      bares.push(wrote);
      prints.push(printed);
    }
    const waits = readFileSync(waitsFile, "utf8").trim().split("\n").slice(WARM_UP).map(Number);
    if (waits.length !== ONE_BY_ONE || waits.some((ms) => !(ms > 0)))
      throw new Error("Not every acceptance told how long it waited for the database.");
    const crowded: number[] = [];
    while (ids.length >= AT_ONCE) {
      const accepted = await Promise.all(ids.splice(0, AT_ONCE).map(accept));
      crowded.push(...accepted.map(({ sealed }) => sealed));
    }
    const [acceptMs, databaseMs, bareTransactionMs] = [
      summarize(answers),
      summarize(waits),
      summarize(bares),
    ];
    const [toSealedMs, barePrintMs] = [summarize(seals), summarize(prints)];
    return {
      acceptMs,
      databaseMs,
      bareTransactionMs,
      rows,
      p95OfBare: Number((acceptMs.p95 / bareTransactionMs.p95).toFixed(2)),
      databaseOfBare: ratio(databaseMs, bareTransactionMs),
      toSealedMs,
      tenAtOnceMs: summarize(crowded, 0),
      barePrintMs,
      ofBarePrint: ratio(toSealedMs, barePrintMs),
    };
  } finally {
    await printer.close();
    await sealings.close();
    await asked.end();
    await bare.close();
    client.close();
    await portal.remove();
  }
}

/** When documents have got their sealed PDF. It hears what open pages hear: who asks often would be work of its own. */
class Sealings {
  readonly #client: Client;
  readonly #awaited = new Map<string, (at: number) => void>();

  private constructor(client: Client) {
    this.#client = client;
    client.on("notification", ({ payload = "" }) => {
      const { event } = JSON.parse(payload) as { event: { kind: string; id: string } };
      if (event.kind === "document") void this.#look(event.id);
    });
  }

  static async open(connectionString: string): Promise<Sealings> {
    const client = new Client({ connectionString });
    await client.connect();
    const sealings = new Sealings(client);
    await client.query("listen counterpart_live");
    return sealings;
  }

  /** The moment, of a document whose acceptance has not been asked for yet. */
  of(id: string): Promise<number> {
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`No PDF of ${id} within a minute.`)), LONGEST_MS);
      this.#awaited.set(id, (at) => {
        clearTimeout(late);
        resolve(at);
      });
    });
  }

  async #look(id: string): Promise<void> {
    const tell = this.#awaited.get(id);
    if (!tell) return;
    const text = "select from document_snapshots where unique_document_id = $1";
    const { rowCount } = await this.#client.query({ name: "sealed", text, values: [id] });
    if (rowCount !== 1) return;
    this.#awaited.delete(id);
    tell(performance.now());
  }

  close(): Promise<void> {
    return this.#client.end();
  }
}

/** Neither the jobs of a new world, which look at every document, nor those of an acceptance run beside a measurement. */
async function untilQuiet(database: Client): Promise<void> {
  const text = "select from pgboss.job where state in ('created', 'retry', 'active') limit 1";
  for (let looks = 0; looks < 2400; looks += 1) {
    if ((await database.query(text)).rowCount === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("The jobs of the new world have not ended within two minutes.");
}
