import { hash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import type { Head, Manifest } from "./describe-backup.ts";
import { readBackup } from "./read-backup.ts";
import { END_OF_ARCHIVE, headerOf, type Part, packPart } from "./write-archive.ts";

const ID = "0b4f8f1e-6b53-4d4c-9a30-2f0c6a1d7e55";
const HEAD: Head = {
  format: 1,
  backupId: ID,
  madeAt: "2026-11-23T02:00:00.000Z",
  installationId: ID,
  migrations: ["20261120000000_first"],
  tables: [{ name: "public.products", columns: ["product_id"] }],
  sequences: [],
  ends: [],
};
const part = (name: string, bytes: string | Buffer): Part => ({ name, bytes: Buffer.from(bytes) });
const FILE = Buffer.from("a PDF");
const PARTS = [
  part("head.json", JSON.stringify(HEAD)),
  part("own/secret", "s".repeat(43)),
  part("own/installation", `${ID}\n`),
  part("rows/public.products/000001.ndjson.gz", gzipSync('["a"]\n["b"]\n')),
  part(`files/${hash("sha256", FILE)}`, FILE),
];

function manifestOf(parts: readonly Part[], rows = { "public.products": 2 }): Part {
  const manifest: Manifest = {
    parts: parts.map(({ name, bytes }) => [name, bytes.byteLength, hash("sha256", bytes)]),
    rows,
    lost: [],
  };
  const bytes = Buffer.from(JSON.stringify(manifest));
  return { name: `manifest-${hash("sha256", bytes)}.json`, bytes };
}

function archive(parts: readonly Part[], last = manifestOf(parts)): Buffer {
  return Buffer.concat([...parts, last].map(packPart).concat(END_OF_ARCHIVE));
}

async function* inPieces(bytes: Buffer, length = 700): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.byteLength; at += length) yield bytes.subarray(at, at + length);
}

async function read(bytes: Buffer): Promise<string[]> {
  const calls: string[] = [];
  await readBackup(
    inPieces(bytes),
    {
      begin: async () => void calls.push("begin"),
      storeInstallationFile: async (name) => void calls.push(name),
      storeFile: async (sha256) => void calls.push(sha256),
      addRows: async (_table, lines) => void calls.push(...lines),
    },
    () => undefined,
  );
  return calls;
}

const refused = (bytes: Buffer) => expect(read(bytes)).rejects;

test("TRUST-7 a backup is read part by part", async () => {
  expect(await read(archive(PARTS))).toEqual([
    "begin",
    "secret",
    "installation",
    '["a"]',
    '["b"]',
    hash("sha256", FILE),
  ]);
});

test("TRUST-7 a changed byte of a backup is noticed, wherever it is", async () => {
  const whole = archive(PARTS);
  for (let at = 0; at < whole.byteLength; at += 7) {
    const changed = Buffer.from(whole);
    changed[at] = (changed[at] ?? 0) ^ 1;
    await refused(changed).toThrow("This backup is refused");
  }
});

test("TRUST-7 a backup that lacks a part, or has another one, is refused", async () => {
  for (const { name } of PARTS.slice(1)) {
    const left = PARTS.filter((one) => one.name !== name);
    await refused(archive(left, manifestOf(PARTS))).toThrow("is missing");
  }
  await refused(archive(PARTS.slice(0, -1).concat(part("files/x", "")))).toThrow(
    "no backup has a part files/x",
  );
  await refused(archive(PARTS, manifestOf(PARTS.slice(0, -1)))).toThrow("that its manifest does not name");
  await refused(archive([...PARTS, PARTS[1] ?? part("", "")])).toThrow("is there twice");
  await refused(archive(PARTS, manifestOf(PARTS, { "public.products": 3 }))).toThrow(
    "rows of public.products are missing",
  );
  await refused(archive(PARTS.slice(1))).toThrow("does not begin with a head");
  await refused(Buffer.concat(PARTS.map(packPart).concat(END_OF_ARCHIVE))).toThrow("it has no manifest");
  await refused(Buffer.concat([archive(PARTS), Buffer.alloc(512)])).toThrow("behind its end");
  await refused(Buffer.alloc(0)).toThrow("it is cut off");
});

test.each([
  "../secret",
  "/etc/passwd",
  "own/../../x",
  "own/lock",
  "own/authorized_keys",
  "files/..",
  "rows/pg_catalog.pg_authid/000001.ndjson.gz",
  "rows/public.session/000001.ndjson.gz",
])("TRUST-7 a part named %s goes nowhere", async (name) => {
  await refused(archive([...PARTS, part(name, gzipSync("[]\n"))])).toThrow("This backup is refused");
});

test("TRUST-7 links, folders and other kinds of entries are refused", async () => {
  for (const type of ["1", "2", "3", "5", "L", "x"]) {
    const header = headerOf("own/secret", 0);
    header.write(type, 156, "latin1");
    header.write("../../outside", 157, "latin1");
    header.write(" ".repeat(8), 148, "latin1");
    const sum = header.reduce((total, byte) => total + byte, 0);
    header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148, "latin1");
    const first = packPart(PARTS[0] ?? part("", ""));
    await refused(Buffer.concat([first, header, END_OF_ARCHIVE])).toThrow(
      "something else than the plain files",
    );
  }
});

test("TRUST-7 a part that unpacks to more than any portal has, or names a huge length, is refused", async () => {
  const bomb = part("rows/public.products/000002.ndjson.gz", gzipSync(Buffer.alloc(129 * 1024 * 1024)));
  await refused(archive([...PARTS, bomb])).toThrow("larger than any of a portal");
  const first = packPart(PARTS[0] ?? part("", ""));
  await refused(Buffer.concat([first, headerOf("own/secret", 8_000_000_000)])).toThrow(
    "larger than any of a portal",
  );
});

test("TRUST-7 parts of two portals, and another format, are refused", async () => {
  const head = (changes: object) => part("head.json", JSON.stringify({ ...HEAD, ...changes }));
  const other = "1b4f8f1e-6b53-4d4c-9a30-2f0c6a1d7e55";
  await refused(archive([head({ installationId: other }), ...PARTS.slice(1)])).toThrow("of two portals");
  await refused(archive([head({ format: 2 }), ...PARTS.slice(1)])).toThrow(
    "a newer version of the portal made it",
  );
  await refused(archive([head({ format: 2, version: "7.1.0" }), ...PARTS.slice(1)])).toThrow(
    "version 7.1.0 of the portal made it",
  );
  await refused(archive([head({ format: 0 }), ...PARTS.slice(1)])).toThrow("in another format");
  await refused(archive([head({ tables: [{ name: 'public.x"; drop', columns: ["a"] }] })])).toThrow(
    "cannot be read",
  );
});
