import { gzipSync } from "node:zlib";
import { threadsMs } from "./processor-time.ts";
import { startMeasuredPortal } from "./start-measured-portal.ts";
import { summarize } from "./statistics.ts";

const EACH = 10;
const CALLS = {
  batch: "/api/general-document/public/batch",
  invitation: "/api/invitation/public/read",
  signIn: "/api/auth/sign-in/email",
} as const;

/** Processor milliseconds of the portal for one request without a sign-in, median by call: a small body, and the worst. */
export type BodiesMeasure = Record<
  keyof typeof CALLS,
  { smallMs: number; worstMs: number; worst: string; bytes: number }
>;

type Body = { text: string; isPacked?: true };

const repeated = (part: string, bytes: number) => part.repeat(Math.floor(bytes / part.length));
const inList = (part: string, bytes: number) => `{"x":[${repeated(`${part},`, bytes)}1]}`;
const nested = (bytes: number) => `{"x":${repeated("[", bytes / 2)}${repeated("]", bytes / 2)}}`;
const manyKeys = (bytes: number) =>
  JSON.stringify(Object.fromEntries(Array.from({ length: bytes / 11 }, (_, index) => [`k${index}`, 1])));

const WHOLE = 950_000;
const SHORT = 64_000;
const BODIES: Record<string, Body> = {
  "numbers, packed": { text: inList("1", WHOLE), isPacked: true },
  "objects, packed": { text: inList("{}", WHOLE), isPacked: true },
  "lists in lists, packed": { text: nested(WHOLE), isPacked: true },
  "numbers of 950 kB": { text: inList("1", WHOLE) },
  "lists in lists of 950 kB": { text: nested(WHOLE) },
  numbers: { text: inList("1", SHORT) },
  objects: { text: inList("{}", SHORT) },
  "lists in lists": { text: nested(SHORT) },
  keys: { text: manyKeys(SHORT) },
  "one text": { text: JSON.stringify({ x: repeated("\u00e9", SHORT / 2) }) },
  escapes: { text: `{"x":"${repeated("\\ud83d\\ude00", SHORT)}"}` },
};

/** What bodies of every shape cost before anybody has signed in. */
export async function measureBodies(variables: Record<string, string>): Promise<BodiesMeasure> {
  const portal = await startMeasuredPortal(variables);
  const spent = () => threadsMs(portal.processId() ?? 0);

  async function measure(path: string, { text, isPacked }: Body): Promise<number> {
    const times: number[] = [];
    for (let round = 0; round <= EACH; round += 1) {
      const before = spent();
      await send(`${portal.url}${path}`, text, isPacked);
      times.push(spent() - before);
    }
    // The first one compiles.
    return summarize(times.slice(1)).median;
  }

  async function measureCall(path: string) {
    for (const body of Object.values(BODIES)) await measure(path, body);
    const smallMs = await measure(path, { text: "{}" });
    let [worstMs, worst, bytes] = [0, "", 0];
    for (const [name, body] of Object.entries(BODIES)) {
      const ms = await measure(path, body);
      if (ms > worstMs) [worstMs, worst, bytes] = [ms, name, bytesOf(body)];
    }
    return { smallMs, worstMs, worst, bytes };
  }

  try {
    return {
      batch: await measureCall(CALLS.batch),
      invitation: await measureCall(CALLS.invitation),
      signIn: await measureCall(CALLS.signIn),
    };
  } finally {
    await portal.remove();
  }
}

const packed = (text: string) => gzipSync(text, { level: 9 });

function bytesOf({ text, isPacked }: Body): number {
  return isPacked ? packed(text).length : text.length;
}

/** A portal that refuses a body before its end may close the connection. */
async function send(address: string, text: string, isPacked = false): Promise<void> {
  const headers = { "content-type": "application/json", ...(isPacked && { "content-encoding": "gzip" }) };
  const body = isPacked ? packed(text) : text;
  const answer = await fetch(address, { method: "POST", headers, body }).catch(() => null);
  await answer?.arrayBuffer();
}
