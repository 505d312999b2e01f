import { gzipSync } from "node:zlib";
import { type Figure, figure, percentile } from "./figures.ts";
import { type Setting, startMeasuredPortal } from "./measured-portal.ts";
import { processorMs } from "./processes.ts";

const ROUNDS = 10;
const MAX_MS = 10;
const CALLS = {
  "a public call": "/api/general-document/public/batch",
  "an invitation": "/api/invitation/public/read",
  "the sign-in": "/api/auth/sign-in/email",
};
const LARGE = 950_000;
const SMALL = 64_000;

type Body = { text: string; isGzip?: boolean };

const repeated = (part: string, bytes: number) => part.repeat(Math.floor(bytes / part.length));
const listOf = (part: string, bytes: number) => `{"x":[${repeated(`${part},`, bytes)}1]}`;
const nested = (bytes: number) => `{"x":${repeated("[", bytes / 2)}${repeated("]", bytes / 2)}}`;
const manyKeys = (bytes: number) =>
  JSON.stringify(Object.fromEntries(Array.from({ length: bytes / 11 }, (_, index) => [`k${index}`, 1])));

const BODIES: Record<string, Body> = {
  "numbers, compressed": { text: listOf("1", LARGE), isGzip: true },
  "objects, compressed": { text: listOf("{}", LARGE), isGzip: true },
  "lists in lists, compressed": { text: nested(LARGE), isGzip: true },
  "numbers of 950 kB": { text: listOf("1", LARGE) },
  "lists in lists of 950 kB": { text: nested(LARGE) },
  numbers: { text: listOf("1", SMALL) },
  objects: { text: listOf("{}", SMALL) },
  "lists in lists": { text: nested(SMALL) },
  keys: { text: manyKeys(SMALL) },
  "one text": { text: JSON.stringify({ x: repeated("\u00e9", SMALL / 2) }) },
  escapes: { text: `{"x":"${repeated("\\ud83d\\ude00", SMALL)}"}` },
};

/** The processor time that a request without a sign-in can cost: its worst body, beside a small one. */
export async function measureBodies({ variables }: Setting): Promise<Figure[]> {
  const portal = await startMeasuredPortal(variables);

  async function measure(path: string, body: Body): Promise<number> {
    const times: number[] = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      const before = processorMs(portal.processId());
      await post(`${portal.url}${path}`, body);
      times.push(processorMs(portal.processId()) - before);
    }
    // The first one compiles.
    return percentile(times.slice(1), 0.5);
  }

  async function measureCall([name, path]: [string, string]): Promise<Figure[]> {
    for (const body of Object.values(BODIES)) await measure(path, body);
    const small = await measure(path, { text: "{}" });
    const costs: { shape: string; ms: number }[] = [];
    for (const [shape, body] of Object.entries(BODIES)) costs.push({ shape, ms: await measure(path, body) });
    const [worst = { shape: "none", ms: Number.NaN }] = costs.toSorted((a, b) => b.ms - a.ms);
    return [
      figure(`processor time of ${name}, small body`, small, "ms"),
      figure(`processor time of ${name}, worst body (${worst.shape})`, worst.ms, "ms", MAX_MS),
    ];
  }

  try {
    const figures: Figure[] = [];
    for (const call of Object.entries(CALLS)) figures.push(...(await measureCall(call)));
    return figures;
  } finally {
    await portal.remove();
  }
}

/** A portal that refuses a body before its end may close the connection. */
async function post(address: string, { text, isGzip = false }: Body): Promise<void> {
  const headers = { "content-type": "application/json", ...(isGzip && { "content-encoding": "gzip" }) };
  const body = isGzip ? gzipSync(text, { level: 9 }) : text;
  const answer = await fetch(address, { method: "POST", headers, body }).catch(() => null);
  await answer?.arrayBuffer();
}
