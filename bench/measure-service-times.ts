import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { addDocuments } from "./measure-floors.ts";
import { findDatabaseProcess, processorMs } from "./processor-time.ts";
import { signIn } from "./sign-in.ts";
import { startMeasuredPortal } from "./start-measured-portal.ts";
import { type Measured, rateOf, summarize } from "./statistics.ts";

const AT_ONCE = 10;
const ROUNDS = 5;
const ROUND_MS = 1500;
const ACCEPTANCES = 40;

/** Milliseconds of processor time that one call takes of the portal's process, the database and the browser. */
type ServiceTime = { portalMs: Measured; databaseMs: Measured; browserMs: Measured };
export type ServiceTimes = {
  list: ServiceTime;
  document: ServiceTime;
  profile: ServiceTime;
  /** With the sealed PDF, the notifications and the mails. */
  accept: ServiceTime;
  /** What an acceptance leaves in the file store. */
  acceptedBytes: number;
};

/** Measures the work of calls, on which a forecast can be built. Waiting is no part of it. */
export async function measureServiceTimes(
  variables: Record<string, string>,
  pendingIds: readonly string[],
): Promise<ServiceTimes | null> {
  const { DATABASE_URL: url, DATA_DIR: dataDir = "" } = variables;
  if (!url) return null;
  await addDocuments(url);
  const portal = await startMeasuredPortal(variables);
  const client = await signIn(portal.url);
  const database = await findDatabaseProcess(url);
  const spent = () => {
    const { own, all } = processorMs(portal.processId() ?? 0);
    return { portal: own, browser: all - own, database: processorMs(database).all };
  };
  const documents = `${portal.url}/api/unique-document/user`;

  /** `work` returns how many calls it made. */
  async function measure(rounds: number, work: () => Promise<number>): Promise<ServiceTime> {
    await work();
    const [portalMs, databaseMs, browserMs]: [number[], number[], number[]] = [[], [], []];
    for (let round = 0; round < rounds; round += 1) {
      const before = spent();
      const calls = await work();
      const after = spent();
      portalMs.push((after.portal - before.portal) / calls);
      databaseMs.push((after.database - before.database) / calls);
      browserMs.push((after.browser - before.browser) / calls);
    }
    return {
      portalMs: summarize(portalMs, 2),
      databaseMs: summarize(databaseMs, 2),
      browserMs: summarize(browserMs, 2),
    };
  }
  const reading = (address: string) => async () => {
    let calls = 0;
    async function call(): Promise<void> {
      await client.get(address);
      calls += 1;
    }
    await rateOf(call, AT_ONCE, ROUND_MS);
    return calls;
  };
  const waiting = [...pendingIds];
  async function acceptSome(): Promise<number> {
    const ids = waiting.splice(0, ACCEPTANCES / (ROUNDS - 1));
    await Promise.all(ids.map(accept));
    return ids.length;
  }
  async function accept(id: string): Promise<void> {
    const read = async () => (JSON.parse((await client.get(`${documents}/${id}`)).toString()) as Read).data;
    const { contentHash } = await read();
    await client.send("POST", `${documents}/${id}/approve`, {
      uniqueDocumentId: id,
      status: "APPROVED",
      contentHash,
    });
    while ((await read()).documentSnapshots.length === 0) {
      await new Promise((resolve) => setTimeout(resolve, 1000));
    }
  }
  try {
    const list = await measure(ROUNDS, reading(`${documents}/list?limit=10`));
    const document = await measure(ROUNDS, reading(`${documents}/${pendingIds.at(-1)}`));
    const profile = await measure(ROUNDS, reading(`${portal.url}/api/user-profile/user`));
    const accepted = await measure(ROUNDS - 1, acceptSome);
    const acceptedBytes = Math.round(bytesIn(join(dataDir, "files")) / (pendingIds.length - waiting.length));
    return { list, document, profile, accept: accepted, acceptedBytes };
  } finally {
    client.close();
    await portal.remove();
  }
}

type Read = { data: { contentHash: string; documentSnapshots: { status: string }[] } };

function bytesIn(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}
