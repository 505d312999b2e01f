import { setTimeout as wait } from "node:timers/promises";
import { type Resident, residentMemory } from "./resident-memory.ts";
import { signIn } from "./sign-in.ts";
import { startMeasuredPortal } from "./start-measured-portal.ts";
import { rateOf } from "./statistics.ts";

const LOAD_MS = 12_000;
const AT_ONCE = 10;
const ACCEPTED = 5;
const LOOK_MS = 250;
/** Long enough for the garbage of a start. */
const IDLE_MS = 8_000;
const AFTERWARDS_MS = 20_000;

export type MemoryMeasure = {
  idle: Resident;
  /** The most at any moment while lists and documents are read and some are accepted. */
  loaded: Resident;
  /** After the load. */
  idleAgain: Resident;
  requests: number;
};

/** Memory of the portal's processes in MiB: idle, under load, and idle again (Linux). */
export async function measureMemory(
  variables: Record<string, string>,
  pendingIds: readonly string[],
): Promise<MemoryMeasure> {
  const portal = await startMeasuredPortal(variables);
  const held = () => residentMemory(portal.processId() ?? 0);
  try {
    await wait(IDLE_MS);
    const idle = held();
    const loaded = { own: 0, children: 0 };
    const look = setInterval(() => {
      const { own, children } = held();
      loaded.own = Math.max(loaded.own, own);
      loaded.children = Math.max(loaded.children, children);
    }, LOOK_MS);
    const client = await signIn(portal.url);
    const base = `${portal.url}/api/unique-document/user`;
    const accept = async (id: string) => {
      const read = JSON.parse((await client.get(`${base}/${id}`)).toString());
      const body = { uniqueDocumentId: id, status: "APPROVED", contentHash: read.data.contentHash };
      await client.send("POST", `${base}/${id}/approve`, body);
    };
    let requests = 0;
    const read = async () => {
      requests += 1;
      await client.get(requests % 2 === 0 ? `${base}/list` : `${base}/${pendingIds.at(-1)}`);
    };
    const [rate] = await Promise.all([
      rateOf(read, AT_ONCE, LOAD_MS),
      ...pendingIds.slice(0, ACCEPTED).map(accept),
    ]);
    clearInterval(look);
    client.close();
    await wait(AFTERWARDS_MS);
    return { idle, loaded, idleAgain: held(), requests: Math.round((rate * LOAD_MS) / 1000) };
  } finally {
    await portal.remove();
  }
}
