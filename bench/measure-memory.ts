import { setTimeout as wait } from "node:timers/promises";
import { acceptDocument } from "./accept-document.ts";
import { type Figure, figure, runFor } from "./figures.ts";
import { signIn } from "./http-client.ts";
import { WRITER } from "./make-world.ts";
import { type DatabaseKind, type Setting, startMeasuredPortal } from "./measured-portal.ts";
import { memoryMib } from "./processes.ts";

const LOAD_MS = 12_000;
const CONCURRENCY = 10;
const ACCEPTED = 5;
const SAMPLE_INTERVAL_MS = 250;
/** Long enough to collect the garbage of a start, and of a load. */
const AFTER_START_MS = 8_000;
const AFTER_LOAD_MS = 20_000;
const MAX_MIB = { server: { idle: 150, loaded: 250 }, embedded: { idle: 300, loaded: 450 } };

/** Memory of the portal's process: idle, at most while documents are read and accepted, and idle again. */
export async function measureMemory({ variables, world }: Setting, kind: DatabaseKind): Promise<Figure[]> {
  const portal = await startMeasuredPortal(variables);
  const sample = () => memoryMib(portal.processId());
  try {
    await wait(AFTER_START_MS);
    const idle = sample();
    const client = await signIn(portal.url, WRITER);
    let loaded = 0;
    const sampling = setInterval(() => {
      loaded = Math.max(loaded, sample());
    }, SAMPLE_INTERVAL_MS);
    const base = `${portal.url}/api/unique-document/user`;
    let requests = 0;
    const read = () => {
      requests += 1;
      return client.get(requests % 2 === 0 ? `${base}/list` : `${base}/${world.pendingIds.at(-1)}`);
    };
    const accepted = world.pendingIds.slice(0, ACCEPTED);
    await Promise.all([
      runFor(read, CONCURRENCY, LOAD_MS),
      ...accepted.map((id) => acceptDocument(client, portal.url, id)),
    ]);
    clearInterval(sampling);
    client.close();
    await wait(AFTER_LOAD_MS);
    return [
      figure("memory idle", idle, "MiB", MAX_MIB[kind].idle),
      figure("memory loaded", loaded, "MiB", MAX_MIB[kind].loaded),
      figure("memory idle again", sample(), "MiB"),
    ];
  } finally {
    await portal.remove();
  }
}
