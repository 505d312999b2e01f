import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";

/** A body that is right for no call, and how it is sent. */
export type Shape = {
  name: string;
  bytes: Buffer;
  headers?: Record<string, string>;
  /** Sent in chunks, without a length. */
  isChunked?: true;
};

type Draw = (below: number) => number;

/** As long as anything before a sign-in may be. */
const MAX_BYTES = 64 * 1024;

const JSON_TYPE = { "content-type": "application/json" };
const filled = (part: string, bytes: number) => part.repeat(Math.max(1, Math.floor(bytes / part.length)));
const listOf = (part: string, bytes: number) => `[${filled(`${part},`, bytes - 2 - part.length)}${part}]`;

/** What costs most for its length, under one of the call's own names: each is about `bytes` long. */
export function heaviestBodies(name: string, bytes = MAX_BYTES - 100): Record<string, string> {
  const under = (value: string) => `{"${name}":${value}}`;
  const keys = (prefix: string, value: string) =>
    Array.from({ length: Math.floor(bytes / 14) }, (_, at) => `"${prefix}${at}":${value}`).join();
  return {
    numbers: under(listOf("1", bytes)),
    objects: under(listOf("{}", bytes)),
    "empty lists": under(listOf("[]", bytes)),
    texts: under(listOf('"a"', bytes)),
    "lists in lists": under(`${"[".repeat(bytes / 2)}${"]".repeat(bytes / 2)}`),
    "objects in objects": under(`${'{"a":'.repeat(bytes / 6)}1${"}".repeat(bytes / 6)}`),
    keys: `{${keys("key", "1")}}`,
    "the same key": `{${filled(`"${name}":{},`, bytes)}"${name}":{}}`,
    "one text": under(`"${filled("a", bytes)}"`),
    escapes: under(`"${filled("\\ud83c\\udf5e", bytes)}"`),
    backslashes: under(`"${filled("\\\\", bytes)}"`),
    constructors: under(listOf('{"constructor":1}', bytes)),
  };
}

/** Draws bodies that no call accepts. `names` are names of its fields. */
export function drawShapes(draw: Draw, names: readonly string[]): () => Shape {
  const one = <Of>(all: readonly Of[]) => all[draw(all.length)] as Of;
  const json = (name: string, text: string | Buffer, more: Partial<Shape> = {}): Shape => ({
    name,
    bytes: Buffer.from(text as string),
    headers: JSON_TYPE,
    ...more,
  });
  const value = (depth: number): unknown => {
    const kind = draw(depth > 3 ? 7 : 9);
    if (kind === 7) return Array.from({ length: draw(6) }, () => value(depth + 1));
    if (kind === 8) return Object.fromEntries([[one(names), value(depth + 1)]]);
    return [null, true, draw(1000) - 500, 1e308, 0.1, [], {}][kind];
  };
  /** Wrong whatever the call, as no field of theirs is a list of lists. */
  const wrong = () => JSON.stringify({ [one(names)]: [[value(0)]], [`x${draw(1000)}`]: value(0) });
  const kinds: (() => Shape)[] = [
    () => {
      const [name, text] = one(Object.entries(heaviestBodies(one(names), 1 + draw(MAX_BYTES - 200))));
      return json(name, text.startsWith("{") ? text.replace("{", '{"x":0,') : text);
    },
    () => json("drawn values", wrong()),
    () => json("no object", JSON.stringify(one([null, 1, "a", true, [], [1, 2], ""]))),
    () => json("a key twice", `{"${one(names)}":1,"${one(names)}":2,"${one(names)}":3}`),
    () => json("NUL", `{"${one(names)}":"a\\u0000${draw(100)}"}`),
    () => json("a plain NUL", `{"${one(names)}":"a\0"}`),
    () => json("half a character", `{"${one(names)}":"${one(["\\ud83c", "\\udf5e", "\\udf5e\\ud83c"])}"}`),
    () => json("half a character as a name", `{"\\ud8${draw(10)}0":1,"${one(names)}":1}`),
    () => json("bytes that are no text", Buffer.from([0x7b, 0x22, 0xff, 0xed, 0xa0, 0x80, draw(256)])),
    () => json("cut off", wrong().slice(0, -1 - draw(5))),
    () => json("more after the end", `${wrong()}${one(["}", "{}", "]", ",", "\0", "null"])}`),
    () => json("nothing", ""),
    () => json("a prototype", `{"${one(["__proto__", "constructor"])}":{"prototype":{"a":1}},"a":[]}`),
    () => json("a number without end", `{"${one(names)}":[${"9".repeat(1 + draw(5000))}e${draw(999)}]}`),
    () => json("too large", `{"${one(names)}":"${filled("a", MAX_BYTES + draw(200_000))}"}`),
    () => {
      const [encoding, pack] = one([
        ["gzip", gzipSync],
        ["br", brotliCompressSync],
        ["deflate", deflateSync],
        ["GZIP", gzipSync],
        ["gzip, gzip", gzipSync],
        ["zstd", gzipSync],
      ] as const);
      const headers = { ...JSON_TYPE, "content-encoding": encoding };
      return json(`packed with ${encoding}`, pack(Buffer.from(wrong())), { headers });
    },
    () => json("packed without a word", gzipSync(Buffer.from(wrong()))),
    () => {
      const type = one([
        "text/plain",
        "application/xml",
        "multipart/form-data",
        "application/jsonx",
        "a",
        "*/*",
      ]);
      return json(`the type ${type}`, wrong(), { headers: { "content-type": type } });
    },
    () => json("in chunks", wrong(), { isChunked: true }),
    () => json("too large, in chunks", filled("[", MAX_BYTES + 1 + draw(100_000)), { isChunked: true }),
  ];
  return () => one(kinds)();
}
