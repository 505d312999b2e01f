import { Client } from "pg";
import { createHttpClient } from "./http-client.ts";
import { BENCH_WRITER } from "./make-world.ts";
import { addDocuments } from "./measure-floors.ts";
import { findDatabaseProcess, processorMs } from "./processor-time.ts";
import { getToken } from "./sign-in.ts";
import { startMeasuredPortal } from "./start-measured-portal.ts";
import { type Measured, rateOf, ratio, summarize } from "./statistics.ts";

const AT_ONCE = 20;
const ROUNDS = 5;
const ROUND_MS = 1500;
const ACCEPTED = 20;
const TRIES_EACH = 4;
/** Both processes are reached at one address, as behind a balancer, so both take the same tokens. */
const PUBLIC_URL = "http://portal.bench.test";

export type ProcessesMeasure = {
  list: { onePerSecond: Measured; twoPerSecond: Measured; twoOfOne: number };
  /** Processor time of a list in the portal's processes and the database, and of two processes beside one. */
  work: { oneMs: Measured; twoMs: Measured; twoOfOne: number };
  /** Rows after both processes were asked four times at once to accept each document. */
  rows: { documents: number; answered: number; decisions: number; snapshots: number; evidence: number };
};

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
  const client = createHttpClient(AT_ONCE, await getToken(portals[0].url, BENCH_WRITER));
  const database = await findDatabaseProcess(url);
  const spent = () =>
    portals.reduce(
      (sum, { processId }) => sum + processorMs(processId() ?? 0).own,
      processorMs(database).all,
    );

  async function listOn(addresses: readonly string[]): Promise<{ rate: number; work: number }> {
    let calls = 0;
    const before = spent();
    const rate = await rateOf(
      async () => {
        calls += 1;
        const address = addresses[calls % addresses.length];
        await client.get(`${address}/api/unique-document/user/list?limit=10`);
      },
      AT_ONCE,
      ROUND_MS,
    );
    return { rate, work: (spent() - before) / calls };
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
    const [one, two] = [portals.slice(0, 1), portals].map((some) => some.map((portal) => portal.url));
    if (!one || !two) throw new Error("There are no portals.");
    await listOn(two);
    const rounds: { one: Awaited<ReturnType<typeof listOn>>; two: Awaited<ReturnType<typeof listOn>> }[] = [];
    for (let n = 0; n < ROUNDS; n += 1) rounds.push({ one: await listOn(one), two: await listOn(two) });
    const onePerSecond = summarize(
      rounds.map((round) => round.one.rate),
      0,
    );
    const twoPerSecond = summarize(
      rounds.map((round) => round.two.rate),
      0,
    );
    const oneMs = summarize(
      rounds.map((round) => round.one.work),
      2,
    );
    const twoMs = summarize(
      rounds.map((round) => round.two.work),
      2,
    );
    const ids = pendingIds.slice(0, ACCEPTED);
    const answered = await Promise.all(ids.map(accept));
    return {
      list: { onePerSecond, twoPerSecond, twoOfOne: ratio(twoPerSecond, onePerSecond) },
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
