import { hash } from "node:crypto";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { z } from "zod";
import type { ReportProgress } from "../commands/serve-commands.ts";
import { VERSION } from "../version.ts";
import { FORMAT, Head, kindOfPart, Manifest, type PartKind } from "./describe-backup.ts";
import { readArchive, refusedBackup } from "./read-archive.ts";
import type { Part } from "./write-archive.ts";

/** Where the parts of a backup go. Nothing is valid until the whole backup has been read and compared. */
export type Receiver = {
  begin(head: Head): Promise<void>;
  storeFile(sha256: string, bytes: Buffer): Promise<void>;
  storeInstallationFile(name: string, bytes: Buffer): Promise<void>;
  addRows(table: string, lines: string[]): Promise<void>;
};

export type Contents = { head: Head; manifest: Manifest; rows: number; files: number };

/** A part has rows of a few megabytes; one row may be larger. */
const MAX_TEXT_LENGTH = 128 * 1024 * 1024;
const unpack = promisify(gunzip);

/** Reads a backup to its end and hands on every part. Throws StartError unless each is as the portal wrote it. */
export async function readBackup(
  chunks: AsyncIterable<Buffer>,
  receiver: Receiver,
  report: ReportProgress,
): Promise<Contents> {
  const found = new Map<string, [byteLength: number, sha256: string]>();
  const counts = { rows: 0, files: 0, ofTable: new Map<string, number>() };
  let [head, manifest]: [Head | null, Manifest | null] = [null, null];
  for await (const part of readArchive(chunks)) {
    const kind = kindOfPart(part.name);
    if (!kind) throw refusedBackup(`no backup has a part ${part.name}`);
    if (manifest) throw refusedBackup("something was added behind its end");
    const sha256 = hash("sha256", part.bytes);
    if ("sha256" in kind && sha256 !== kind.sha256) throw changed(part.name);
    if (kind.kind === "manifest") {
      manifest = parsePart(Manifest, part);
      continue;
    }
    if (found.has(part.name)) throw refusedBackup(`its part ${part.name} is there twice`);
    found.set(part.name, [part.bytes.byteLength, sha256]);
    if (kind.kind === "head") {
      head = parseHead(part);
      await receiver.begin(head);
      continue;
    }
    if (!head) throw refusedBackup("it does not begin with a head");
    await passOn(part, kind, head, receiver, counts);
    if (kind.kind === "file") report(`${counts.rows} rows and ${counts.files} files read`);
    if (kind.kind === "rows") report(`${counts.rows} rows read`);
  }
  if (!head || !manifest) throw refusedBackup("it is cut off: it has no manifest");
  requireAll(manifest, found);
  requireRows(head, manifest, counts.ofTable);
  return { head, manifest, rows: counts.rows, files: counts.files };
}

async function passOn(
  part: Part,
  of: Exclude<PartKind, { kind: "manifest" | "head" }>,
  head: Head,
  receiver: Receiver,
  counts: { rows: number; files: number; ofTable: Map<string, number> },
): Promise<void> {
  if (of.kind === "own") {
    if (of.name === "installation" && part.bytes.toString().trim() !== head.installationId)
      throw refusedBackup("its parts are of two portals");
    await receiver.storeInstallationFile(of.name, part.bytes);
  } else if (of.kind === "file") {
    await receiver.storeFile(of.sha256, part.bytes);
    counts.files += 1;
  } else {
    if (!head.tables.some(({ name }) => name === of.table))
      throw refusedBackup(`its head does not name the table ${of.table}`);
    const lines = await readLines(part);
    await receiver.addRows(of.table, lines);
    counts.ofTable.set(of.table, (counts.ofTable.get(of.table) ?? 0) + lines.length);
    counts.rows += lines.length;
  }
}

function requireRows(head: Head, manifest: Manifest, countOf: ReadonlyMap<string, number>): void {
  for (const { name } of head.tables)
    if ((countOf.get(name) ?? 0) !== manifest.rows[name]) throw refusedBackup(`rows of ${name} are missing`);
}

function requireAll(manifest: Manifest, found: ReadonlyMap<string, [number, string]>): void {
  for (const [name, byteLength, sha256] of manifest.parts) {
    const part = found.get(name);
    if (!part) throw refusedBackup(`its part ${name} is missing`);
    if (part[0] !== byteLength || part[1] !== sha256) throw changed(name);
  }
  if (manifest.parts.length !== found.size)
    throw refusedBackup("it holds parts that its manifest does not name");
  for (const name of ["own/secret", "own/installation"])
    if (!found.has(name)) throw refusedBackup(`its part ${name} is missing`);
}

function changed(name: string) {
  return refusedBackup(`its part ${name} was changed or is damaged`);
}

/** What the head of every format names. */
const FormatAndVersion = z.looseObject({ format: z.number(), version: z.string().optional() });

function parseHead(part: Part): Head {
  const { format, version } = parsePart(FormatAndVersion, part);
  const maker = version === undefined ? "a newer version" : `version ${version}`;
  if (format > FORMAT)
    throw refusedBackup(`${maker} of the portal made it, in a format that ${VERSION} does not know`);
  if (format !== FORMAT) throw refusedBackup("another version of the portal wrote it, in another format");
  return parsePart(Head, part);
}

function parsePart<Schema extends z.ZodType>(schema: Schema, part: Part): z.output<Schema> {
  try {
    return schema.parse(JSON.parse(part.bytes.toString("utf8")));
  } catch {
    throw refusedBackup(`its part ${part.name} cannot be read`);
  }
}

async function readLines(part: Part): Promise<string[]> {
  let text: Buffer;
  try {
    text = await unpack(part.bytes, { maxOutputLength: MAX_TEXT_LENGTH });
  } catch {
    throw refusedBackup(`its part ${part.name} cannot be unpacked, or is larger than any of a portal`);
  }
  const lines = text.toString("utf8").split("\n");
  if (lines.pop() !== "") throw refusedBackup(`its part ${part.name} is cut off`);
  return lines;
}
