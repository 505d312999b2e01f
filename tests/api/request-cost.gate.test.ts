import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { afterEach, expect, test, vi } from "vitest";
import { z } from "zod";
import { API_BASE } from "#contract/call.ts";
import { CALLS } from "#contract/calls.ts";
import { SIGN_IN_CALLS } from "#server/identity/sign-in-calls.ts";
import { drawShapes, heaviestBodies, type Shape } from "#tests/support/body-shapes.ts";
import { startTestApp } from "#tests/support/make-app.ts";
import { readAllTables } from "#tests/support/read-all-tables.ts";
import { drawFrom, SEED } from "#tests/support/suite-cases.ts";

// What a request may cost before its sender has signed in.

/** Every call with a body that needs no sign-in, and the names of its fields. */
const OPEN = [
  ...Object.values(CALLS)
    .filter(({ who }) => who === "public")
    .map(({ path, body }) => ({ path: `${API_BASE}/${path}`, body })),
  ...SIGN_IN_CALLS.map(({ path, body }) => ({ path: `${API_BASE}/auth${path}`, body })),
].flatMap(({ path, body }) =>
  body instanceof z.ZodObject ? [{ path, names: Object.keys(body.shape) }] : [],
);
/** Answers 404, after the same reading. */
const NOWHERE = { path: `${API_BASE}/no-such-call`, names: ["a"] };

const app = await startTestApp({ TRUSTED_PROXIES: "1" });
afterEach(() => {
  vi.restoreAllMocks();
});

let networks = 0;
/** Each request comes from a network of its own. */
function send(path: string, bytes: Buffer, headers: Record<string, string> = {}, isChunked = false) {
  networks += 1;
  const from = { "x-forwarded-for": `10.${networks >> 16}.${(networks >> 8) & 255}.${networks & 255}` };
  const body = isChunked ? new Blob([new Uint8Array(bytes)]).stream() : new Uint8Array(bytes);
  const init = { method: "POST", headers: { ...from, ...headers }, body, duplex: "half" };
  return fetch(`${app.baseUrl}${path}`, init as RequestInit);
}

/** Counts how often something of a parsed body is read: its names, a value, whether there is one. */
function counting<Value>(value: Value, count: () => void): Value {
  if (typeof value !== "object" || value === null) return value;
  return new Proxy(value, {
    get(target, name, receiver) {
      count();
      return counting(Reflect.get(target, name, receiver), count);
    },
    has(target, name) {
      count();
      return Reflect.has(target, name);
    },
    ownKeys(target) {
      count();
      return Reflect.ownKeys(target);
    },
    getOwnPropertyDescriptor(target, name) {
      count();
      return Reflect.getOwnPropertyDescriptor(target, name);
    },
  });
}

/** What the portal does with a body: how many bytes it parses as JSON, and how often it reads a part of what it parsed. */
async function workOf(path: string, text: string, headers: Record<string, string>, bytes: Buffer) {
  const work = { parsed: 0, read: 0 };
  const parse = JSON.parse;
  const spy = vi.spyOn(JSON, "parse").mockImplementation((json, reviver) => {
    const value = parse(json, reviver);
    if (json !== text) return value;
    work.parsed += Buffer.byteLength(text);
    return counting(value, () => {
      work.read += 1;
    });
  });
  const response = await send(path, bytes, { "content-type": "application/json", ...headers });
  spy.mockRestore();
  return { ...work, status: response.status, answered: (await response.text()).length };
}

const LARGEST = 64 * 1024;

test.each([...OPEN, NOWHERE])(
  "FIELD-1 $path: no body costs more than reading its bytes once, whatever its shape",
  async ({ path, names }) => {
    for (const [name, text] of names.flatMap((one) => Object.entries(heaviestBodies(one)))) {
      const { parsed, read, status, answered } = await workOf(path, text, {}, Buffer.from(text));
      expect(parsed, name).toBeLessThanOrEqual(LARGEST);
      expect(read, `${name}: parts that were read`).toBeLessThanOrEqual(LARGEST / 4);
      expect(status, name).toBeGreaterThanOrEqual(400);
      expect(answered, `${name}: bytes of the answer`).toBeLessThan(2000);
    }
  },
);

test.each([...OPEN, NOWHERE])(
  "FIELD-1 $path: nothing of a body is parsed that is packed or larger than 64 kB",
  async ({ path, names: [name = ""] }) => {
    const { numbers = "" } = heaviestBodies(name);
    const packed = { "content-encoding": "gzip" };
    const work = await workOf(path, numbers, packed, gzipSync(numbers));
    expect(work).toMatchObject({ parsed: 0, read: 0, status: 415 });
    const { numbers: large = "" } = heaviestBodies(name, LARGEST + 10);
    expect(await workOf(path, large, {}, Buffer.from(large))).toMatchObject({
      parsed: 0,
      read: 0,
      status: 413,
    });
  },
);

test("FIELD-1 API-2 bodies of every shape get one sentence each, and nothing is stored", async () => {
  const before = await readAllTables(app.db);
  const draw = drawFrom(SEED);
  const calls = OPEN.map((call) => ({ ...call, next: drawShapes(draw, call.names) }));
  const ask = async ({ path }: { path: string }, { name, bytes, headers, isChunked }: Shape) => {
    const response = await send(path, bytes, headers, isChunked);
    const answer = (await response.json()) as { error?: { message: string } };
    const words = `${name} to ${path} (${bytes.subarray(0, 80).toString()}): ${response.status}`;
    expect([400, 413, 415], words).toContain(response.status);
    expect(answer.error?.message, words).toMatch(/^[A-Z][^\n]{5,400}\.$/s);
  };
  const line = Array.from({ length: Math.ceil(1000 / calls.length) })
    .flatMap(() => calls)
    .values();
  const worker = async () => {
    for (const call of line) await ask(call, call.next());
  };
  await Promise.all(Array.from({ length: 6 }, worker));
  expect(await readAllTables(app.db)).toEqual(before);
  expect((await app.rawRequest("GET /healthz")).status).toBe(200);
});

test("HOUSE-1 FIELD-1 every call that needs a sign-in checks it before it parses a body, also a call without a body", async () => {
  const closed = Object.values(CALLS).filter(({ who, method }) => who !== "public" && method === "POST");
  const parse = vi.spyOn(JSON, "parse");
  const answers = closed.map(async ({ path }) => {
    const at = `${API_BASE}/${path.replaceAll(/\{\w+\}/g, "id")}`;
    return (await send(at, Buffer.from("{"), { "content-type": "application/json" })).status;
  });
  expect(new Set(await Promise.all(answers))).toEqual(new Set([401]));
  expect(parse.mock.calls.filter(([text]) => text === "{")).toEqual([]);
});

test("FIELD-1 a network that sends too much is refused before a body is read, and no other network is", async () => {
  const path = OPEN[0]?.path ?? "";
  const headers = { "content-type": "application/json", "x-forwarded-for": "203.0.113.7" };
  const ask = () => fetch(`${app.baseUrl}${path}`, { method: "POST", headers, body: "[]" });
  const counts: Record<number, number> = {};
  const line = Array.from({ length: 1210 }).keys();
  const worker = async () => {
    for (const _ of line) {
      const { status, body } = await ask();
      counts[status] = (counts[status] ?? 0) + 1;
      await body?.cancel();
    }
  };
  await Promise.all(Array.from({ length: 10 }, worker));
  expect(counts).toEqual({ 400: 1200, 429: 10 });
  const parse = vi.spyOn(JSON, "parse");
  const refused = await ask();
  expect(parse.mock.calls.filter(([text]) => text === "[]")).toEqual([]);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  const { error } = (await refused.json()) as { error: { message: string } };
  expect(error.message).toBe(
    "Your network sent too many requests, so this one wasn't read. Please try again in a minute.",
  );
  expect((await send(path, Buffer.from("[]"), { "content-type": "application/json" })).status).toBe(400);
});

test.each([
  ["with its length", (bytes: number) => `Content-Length: ${bytes}`, (part: string) => part],
  [
    "in chunks",
    () => "Transfer-Encoding: chunked",
    (part: string) => `${part.length.toString(16)}\r\n${part}\r\n`,
  ],
])(
  "FIELD-1 a sender of a body that is too large, %s, who reads only after sending, gets the 413",
  async (_how, header, wrap) => {
    const { hostname, port, host } = new URL(app.baseUrl);
    // More than the buffers of both ends take.
    const [bytes, parts] = [65_536, 256];
    const socket = connect(Number(port), hostname).pause();
    const write = promisify(socket.write.bind(socket)) as (text: string) => Promise<void>;
    const head = [
      `POST ${OPEN[0]?.path} HTTP/1.1`,
      `Host: ${host}`,
      "Content-Type: application/json",
      header(bytes * parts),
    ];
    await write(`${head.join("\r\n")}\r\n\r\n`);
    for (let sent = 0; sent < parts; sent += 1) await write(wrap("x".repeat(bytes)));
    const answer = await text(socket.end());
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(answer).toContain("larger than the portal accepts here (64 kB), so nothing was saved.");
  },
);
