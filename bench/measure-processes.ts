import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpus } from "node:os";
import { fileURLToPath } from "node:url";
import { Client } from "pg";
import type { Portal } from "#tests/support/portal.ts";
import { createHttpClient } from "./http-client.ts";
import { BENCH_WRITER } from "./make-world.ts";
import { addDocuments } from "./measure-floors.ts";
import { findDatabaseProcess, processorMs, threadsMs } from "./processor-time.ts";
import { getToken } from "./sign-in.ts";
import { startMeasuredPortal } from "./start-measured-portal.ts";
import { type Measured, rateOf, ratio, summarize } from "./statistics.ts";

/** Calls that each process has to answer at once: fewer would be sent to the database together. */
const EACH_AT_ONCE = 20;
const ROUNDS = { count: 5, ms: 1500 };
/** Of a core, for each process, so that the database and this program have what they need of two. */
const SHARE = 0.1;
/** One collection of garbage takes a fifth of what a process gets in such a round, so there are more. */
const HELD_ROUNDS = { count: 9, ms: 3000 };
const ACCEPTED = 20;
const TRIES_EACH = 4;
/** Both processes are reached at one address, as behind a balancer, so both take the same tokens. */
const PUBLIC_URL = "http://portal.bench.test";

export type ProcessesMeasure = {
  list: Rates;
  /**
   * The same while each process gets at most this share of a core: what a second one brings while cores last. They lasted
   * if the processes got all of it. And how busy all cores were, with whatever else ran.
   */
  held: Rates & { share: number; got: OneAndTwo; busy: OneAndTwo };
  /** Processor time of a list in the portal's processes and the database, and of two processes beside one. */
  work: { oneMs: Measured; twoMs: Measured; twoOfOne: number };
  /** Rows after both processes were asked four times at once to accept each document. */
  rows: { documents: number; answered: number; decisions: number; snapshots: number; evidence: number };
};

type OneAndTwo = { one: Measured; two: Measured };
/** `twoOfOne` is the median of what two brought beside one in the round before. */
type Rates = { onePerSecond: Measured; twoPerSecond: Measured; twoOfOne: number };

/** Two processes beside one, in alternating rounds on one database. */
export async function measureProcesses(
  variables: Record<string, string>,
  pendingIds: readonly string[],
): Promise<ProcessesMeasure | null> {
  const { DATABASE_URL: url } = variables;
  if (!url) return null;
  await addDocuments(url);
  const shared = { ...variables, PUBLIC_URL };
  const portals = [await startMeasuredPortal(shared), await startMeasuredPortal(shared)] as const;
  const client = createHttpClient(EACH_AT_ONCE, await getToken(portals[0].url, BENCH_WRITER));
  const database = await findDatabaseProcess(url);
  const spent = () =>
    portals.reduce(
      (sum, { processId }) => sum + processorMs(processId() ?? 0).own,
      processorMs(database).all,
    );

  async function listOn(asked: readonly Portal[], ms: number): Promise<Round> {
    let calls = 0;
    const used = () => asked.reduce((sum, { processId }) => sum + threadsMs(processId() ?? 0), 0);
    const before = { work: spent(), used: used(), cores: coresMs(), at: performance.now() };
    const listOf = async ({ url }: Portal) => {
      calls += 1;
      await client.get(`${url}/api/unique-document/user/list?limit=10`);
    };
    const rates = await Promise.all(asked.map((one) => rateOf(() => listOf(one), EACH_AT_ONCE, ms)));
    const cores = coresMs();
    return {
      rate: rates.reduce((sum, rate) => sum + rate, 0),
      work: (spent() - before.work) / calls,
      got: (used() - before.used) / (performance.now() - before.at) / asked.length / SHARE,
      busy: (cores.busy - before.cores.busy) / (cores.all - before.cores.all),
    };
  }

  /** One key for all tries of a document: whichever process is asked, the document is accepted once. */
  async function accept(id: string): Promise<number> {
    const path = `/api/unique-document/user/${id}`;
    const { data } = JSON.parse((await client.get(portals[0].url + path)).toString()) as Read;
    const body = { uniqueDocumentId: id, status: "APPROVED", contentHash: data.contentHash };
    const tries = Array.from({ length: TRIES_EACH }, () => portals).flat();
    const answers = await Promise.all(
      tries.map((portal) =>
        client.send("POST", `${portal.url}${path}/approve`, body, { "idempotency-key": `accept-${id}` }),
      ),
    );
    return answers.length;
  }

  try {
    const alternate = async ({ count, ms }: typeof ROUNDS) => {
      await listOn(portals, ms);
      const rounds: { one: Round; two: Round }[] = [];
      for (let n = 0; n < count; n += 1)
        rounds.push({ one: await listOn([portals[0]], ms), two: await listOn(portals, ms) });
      const of = (count: "one" | "two", figure: keyof Round) => rounds.map((round) => round[count][figure]);
      const told = (figure: keyof Round, digits: number): OneAndTwo => ({
        one: summarize(of("one", figure), digits),
        two: summarize(of("two", figure), digits),
      });
      // Rounds one after the other are alike: a process that is held warms up slowly.
      const growth = rounds.map(({ one, two }) => two.rate / one.rate);
      return { told, twoOfOne: summarize(growth, 2).median };
    };
    const whole = await alternate(ROUNDS);
    const held = await whileHeld(
      portals.flatMap(({ processId }) => processId() ?? []),
      () => alternate(HELD_ROUNDS),
    );
    const { one: oneMs, two: twoMs } = whole.told("work", 2);
    const ids = pendingIds.slice(0, ACCEPTED);
    const answered = await Promise.all(ids.map(accept));
    return {
      list: ratesOf(whole),
      held: { share: SHARE, ...ratesOf(held), got: held.told("got", 2), busy: held.told("busy", 2) },
      work: { oneMs, twoMs, twoOfOne: ratio(twoMs, oneMs) },
      rows: {
        documents: ids.length,
        answered: answered.reduce((sum, count) => sum + count, 0),
        ...(await countRows(url, ids)),
      },
    };
  } finally {
    client.close();
    for (const portal of portals) await portal.remove();
  }
}

/** Lists a second, processor time of one, the part of their share that the processes got, and of all cores that was used. */
type Round = { rate: number; work: number; got: number; busy: number };

type Told = { told: (figure: keyof Round, digits: number) => OneAndTwo; twoOfOne: number };

function ratesOf({ told, twoOfOne }: Told): Rates {
  const { one: onePerSecond, two: twoPerSecond } = told("rate", 0);
  return { onePerSecond, twoPerSecond, twoOfOne };
}

/** While this works, each process gets its share of a core and no more. */
async function whileHeld<Result>(
  processIds: readonly number[],
  work: () => Promise<Result>,
): Promise<Result> {
  const program = fileURLToPath(new URL("./hold-shares.ts", import.meta.url));
  const args = [program, SHARE, ...processIds].map(String);
  const holding = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "inherit"] });
  const ended = new Promise((resolve) => holding.once("exit", resolve));
  const begun = await Promise.race([once(holding.stdout, "data"), ended.then(() => null)]);
  if (begun === null) throw new Error("Nobody holds the processes to their share.");
  try {
    return await work();
  } finally {
    holding.stdin.end();
    await ended;
  }
}

/** Of all cores since the machine started. */
function coresMs(): { busy: number; all: number } {
  const times = cpus().map((core) => core.times);
  const idle = times.reduce((sum, one) => sum + one.idle, 0);
  const busy = times.reduce((sum, { user, nice, sys, irq }) => sum + user + nice + sys + irq, 0);
  return { busy, all: busy + idle };
}

type Read = { data: { contentHash: string } };
type Counts = { decisions: number; snapshots: number; evidence: number };

/** Counts once every document has its PDF, or after a minute. */
async function countRows(connectionString: string, ids: readonly string[]): Promise<Counts> {
  const owner = new Client({ connectionString });
  await owner.connect();
  try {
    for (const deadline = Date.now() + 60_000; ; ) {
      const { rows } = await owner.query<Counts>(
        `select (select count(*)::int from document_decisions where unique_document_id = any($1)) as decisions,
           (select count(*)::int from document_snapshots where unique_document_id = any($1)) as snapshots,
           (select count(*)::int from evidence_events where subject_id = any($1)) as evidence`,
        [ids],
      );
      const [counts] = rows;
      if (counts && (counts.snapshots >= ids.length || Date.now() > deadline)) return counts;
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  } finally {
    await owner.end();
  }
}
