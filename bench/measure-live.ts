import { readFileSync } from "node:fs";
import { type ClientRequest, get } from "node:http";
import { createHttpClient } from "./http-client.ts";
import { BENCH_WRITER } from "./make-world.ts";
import { findDatabaseProcess, processorMs } from "./processor-time.ts";
import { getToken } from "./sign-in.ts";
import { startMeasuredPortal } from "./start-measured-portal.ts";
import { type Measured, summarize } from "./statistics.ts";

const PEOPLE = 30;
const STREAMS_EACH = 10;
const CHANGES = 20;
const ORGANIZATION = "org-1";

export type LiveMeasure = {
  streams: number;
  /** From the change's answer until the last stream has heard of it. It may be negative: streams hear at the commit. */
  toTheLastMs: Measured;
  /** From the change's request until then. */
  fromTheRequestMs: Measured;
  kBAStream: number;
  /** Processor time that one stream takes to hear of one change. */
  portalMs: number;
  databaseMs: number;
};

/** People of one organization who keep the portal open, and a client's choice that all of them are told of. */
export function liveWorld(): string {
  const people = Array.from({ length: PEOPLE }, (_, n) => ({
    ...listenerOf(n),
    firstName: "Lee",
    lastName: `Number ${n}`,
    permissions: [{ organizationId: ORGANIZATION, permissionType: "read" }],
  }));
  return JSON.stringify({ worldVersion: 1, people });
}

function listenerOf(n: number) {
  return { email: `listener-${n}@bench.test`, password: BENCH_WRITER.password };
}

export async function measureLive(
  variables: Record<string, string>,
  workOrderId: string,
): Promise<LiveMeasure | null> {
  const { DATABASE_URL: url } = variables;
  if (!url) return null;
  const portal = await startMeasuredPortal(variables);
  const writer = createHttpClient(1, await getToken(portal.url, BENCH_WRITER));
  const choose = (isWanted: boolean) =>
    writer.send("PATCH", `${portal.url}/api/work-order/user/${workOrderId}/optional`, {
      optional: { doesClientWantWorkDone: isWanted },
    });
  const tokens: string[] = [];
  for (let n = 0; n < PEOPLE; n += 1) tokens.push(await getToken(portal.url, listenerOf(n)));
  await choose(true);
  const emptyKb = residentKb(portal.processId());
  const streams = await Promise.all(
    tokens.flatMap((token) => Array.from({ length: STREAMS_EACH }, () => openStream(portal.url, token))),
  );
  const [ends, answers]: [number[], number[]] = [[], []];
  try {
    await changeAndHear(false);
    const kBAStream = Math.round((residentKb(portal.processId()) - emptyKb) / streams.length);
    const database = await findDatabaseProcess(url);
    const spent = () => [processorMs(portal.processId() ?? 0).own, processorMs(database).all] as const;
    const [portalBefore, databaseBefore] = spent();
    [ends.length, answers.length] = [0, 0];
    for (let n = 0; n < CHANGES; n += 1) await changeAndHear(n % 2 === 0);
    const [portalAfter, databaseAfter] = spent();
    const told = CHANGES * streams.length;
    return {
      streams: streams.length,
      toTheLastMs: summarize(answers),
      fromTheRequestMs: summarize(ends),
      kBAStream,
      portalMs: (portalAfter - portalBefore) / told,
      databaseMs: (databaseAfter - databaseBefore) / told,
    };
  } finally {
    for (const { request } of streams) request.destroy();
    writer.close();
    await portal.remove();
  }

  async function changeAndHear(isWanted: boolean): Promise<void> {
    const heard = Promise.all(streams.map((stream) => stream.next()));
    const started = performance.now();
    const answered = choose(isWanted).then(() => performance.now());
    await heard;
    const last = performance.now();
    ends.push(last - started);
    answers.push(last - (await answered));
    // Two events may come of one change; the second must not count for the next.
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

type Stream = { request: ClientRequest; next(): Promise<void> };

/** Resolves once the stream is ready. */
function openStream(url: string, token: string): Promise<Stream> {
  return new Promise((resolve, reject) => {
    let tell: (() => void) | null = null;
    const request = get(`${url}/api/live`, { agent: false, headers: { authorization: `Bearer ${token}` } });
    request.on("error", reject);
    request.on("response", (response) => {
      if (response.statusCode !== 200) reject(new Error(`A stream answered ${response.statusCode}.`));
      response.on("error", () => undefined);
      response.on("data", (part: Buffer) => {
        const text = part.toString();
        if (text.includes("event: ready")) {
          resolve({
            request,
            next: () =>
              new Promise((heard) => {
                tell = heard;
              }),
          });
        } else if (text.includes("data:")) tell?.();
      });
    });
  });
}

/** The memory of a process on Linux. */
function residentKb(pid: number | undefined): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
}
