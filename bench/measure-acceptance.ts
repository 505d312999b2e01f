import { setTimeout as wait } from "node:timers/promises";
import type { Client } from "pg";
import { acceptDocument } from "./accept-document.ts";
import { type Figure, timings } from "./figures.ts";
import { type HttpClient, signIn } from "./http-client.ts";
import { makeWorld, WRITER } from "./make-world.ts";
import { startMeasuredPortal, withClient, withSetting } from "./measured-portal.ts";

/** V8 compiles what runs often, so these do not count. */
const WARM_UP = 100;
const ONE_BY_ONE = 60;
const CROWD = 10;
const ROUNDS = 4;
/** Of five documents four are pending. */
const DOCUMENTS = Math.ceil(((WARM_UP + ONE_BY_ONE + ROUNDS * CROWD) * 5) / 4);
const TIMEOUT_MS = 60_000;
const POLL_MS = 50;

/** Acceptances on a server that writes each commit to the disk: until the answer, and until the sealed PDF. */
export function measureAcceptance(): Promise<Figure[]> {
  const world = makeWorld(DOCUMENTS);
  return withSetting(
    "server",
    world,
    async ({ variables }) => {
      const portal = await startMeasuredPortal(variables);
      const client = await signIn(portal.url, WRITER, CROWD);
      try {
        return await withClient(variables.DATABASE_URL, (database) =>
          measureOn(client, portal.url, database, [...world.pendingIds]),
        );
      } finally {
        client.close();
        await portal.remove();
      }
    },
    { isDurable: true },
  );
}

async function measureOn(
  client: HttpClient,
  url: string,
  database: Client,
  ids: string[],
): Promise<Figure[]> {
  const untilSealed = await listenForSeals(database);
  async function accept(id: string): Promise<{ answerMs: number; sealMs: number }> {
    const sealed = untilSealed(id);
    const { sentAt, answeredAt } = await acceptDocument(client, url, id);
    await sealed;
    return { answerMs: answeredAt - sentAt, sealMs: performance.now() - sentAt };
  }

  await waitForJobs(database);
  const single: { answerMs: number; sealMs: number }[] = [];
  for (const id of ids.splice(0, WARM_UP + ONE_BY_ONE)) {
    single.push(await accept(id));
    await waitForJobs(database);
  }
  const crowded: number[] = [];
  while (ids.length >= CROWD) {
    const accepted = await Promise.all(ids.splice(0, CROWD).map(accept));
    crowded.push(...accepted.map(({ sealMs }) => sealMs));
    await waitForJobs(database);
  }
  const counted = single.slice(WARM_UP);
  return [
    ...timings(
      "acceptance to its answer",
      counted.map(({ answerMs }) => answerMs),
      { p95: 50 },
    ),
    ...timings(
      "acceptance to its sealed PDF",
      counted.map(({ sealMs }) => sealMs),
      { median: 200 },
    ),
    ...timings("ten acceptances at once to their PDFs", crowded, { p95: 1000 }),
  ];
}

/** Resolves when a document has its PDF, by the events that open pages get: polling would be work of its own. */
async function listenForSeals(database: Client): Promise<(id: string) => Promise<void>> {
  const waiting = new Map<string, () => void>();
  database.on("notification", ({ payload = "" }) => {
    const { event } = JSON.parse(payload) as { event: { kind: string; id: string } };
    if (event.kind === "document") void resolveIfSealed(event.id);
  });
  await database.query("listen counterpart_live");

  async function resolveIfSealed(id: string): Promise<void> {
    if (!waiting.has(id)) return;
    const text = "select from document_snapshots where unique_document_id = $1";
    const { rowCount } = await database.query({ name: "sealed", text, values: [id] });
    if (rowCount === 1) waiting.get(id)?.();
  }

  return (id) =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`No PDF of ${id} within a minute.`)), TIMEOUT_MS);
      waiting.set(id, () => {
        clearTimeout(timer);
        waiting.delete(id);
        resolve();
      });
    });
}

/** Jobs of the new world and of earlier acceptances do not run beside a measurement. */
async function waitForJobs(database: Client): Promise<void> {
  const text = "select from pgboss.job where state in ('created', 'retry', 'active') limit 1";
  for (let waited = 0; waited < 2 * TIMEOUT_MS; waited += POLL_MS) {
    if ((await database.query(text)).rowCount === 0) return;
    await wait(POLL_MS);
  }
  throw new Error("The jobs of the new world have not ended within two minutes.");
}
