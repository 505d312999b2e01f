import { hash, randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { ifMissing } from "../causes.ts";
import type { ReportProgress } from "../commands/serve-commands.ts";
import { readLine } from "../data-dir/write-once.ts";
import type { OwnerConnection } from "../db/database.ts";
import { pathOfFile } from "../files/local-file-store.ts";
import { StartError } from "../start-error.ts";
import { VERSION } from "../version.ts";
import { FORMAT, type Head, type Manifest, OWN_FILES } from "./describe-backup.ts";
import { beginSnapshot, findTables, quotedIdentifier, readRows } from "./dump-rows.ts";
import { END_OF_ARCHIVE, type Part, packPart } from "./write-archive.ts";

/** A database, and the data directory with its files. */
export type Source = { owner: OwnerConnection; dataDir: string };
export type Written = { rows: number; files: number; lost: readonly string[] };

const FILE_CONCURRENCY = 16;
const FAST = { level: 1 };
const compress = promisify(gzip);

/**
 * The bytes of a backup. Rows of one moment come first, because a file is on the disk before a row names it, and the
 * manifest last, so a backup that is cut short has none. `end` gets what the backup holds.
 */
export async function* writeBackup(
  { owner, dataDir }: Source,
  report: ReportProgress = () => undefined,
  end: (written: Written) => void = () => undefined,
): AsyncGenerator<Buffer> {
  const manifest: Manifest = { parts: [], rows: {}, lost: [] };
  const pack = (part: Part): Buffer => {
    manifest.parts.push([part.name, part.bytes.byteLength, hash("sha256", part.bytes)]);
    return packPart(part);
  };
  await beginSnapshot(owner);
  try {
    const head = await readHead(owner, dataDir);
    yield pack({ name: "head.json", bytes: Buffer.from(JSON.stringify(head)) });
    for (const name of OWN_FILES) {
      const bytes = await readFile(join(dataDir, name)).catch(ifMissing(null));
      if (bytes) yield pack({ name: `own/${name}`, bytes });
    }
    let rows = 0;
    for (const table of head.tables) {
      let [count, number] = [0, 0];
      for await (const lines of readRows(owner, table)) {
        number += 1;
        count += lines.length;
        const name = `rows/${table.name}/${String(number).padStart(6, "0")}.ndjson.gz`;
        yield pack({ name, bytes: await compress(`${lines.join("\n")}\n`, FAST) });
        report(`${rows + count} rows copied`);
      }
      manifest.rows[table.name] = count;
      rows += count;
    }
    const named = await findNamedFiles(owner);
    for (let at = 0; at < named.length; at += FILE_CONCURRENCY) {
      const hashes = named.slice(at, at + FILE_CONCURRENCY);
      const read = hashes.map(async (sha256) => ({ sha256, bytes: await readFileOf(dataDir, sha256) }));
      for (const { sha256, bytes } of await Promise.all(read))
        if (bytes) yield pack({ name: `files/${sha256}`, bytes });
        else manifest.lost.push(sha256);
      report(`${rows} rows and ${at + hashes.length} of ${named.length} files copied`);
    }
    const bytes = Buffer.from(JSON.stringify(manifest));
    yield packPart({ name: `manifest-${hash("sha256", bytes)}.json`, bytes });
    yield END_OF_ARCHIVE;
    end({ rows, files: named.length - manifest.lost.length, lost: manifest.lost });
  } finally {
    await owner.query("rollback").catch(() => undefined);
  }
}

async function readHead(owner: OwnerConnection, dataDir: string): Promise<Head> {
  const query = async <Row extends object>(text: string) => (await owner.query<Row>(text)).rows;
  const found = await query<{ has_portal: boolean }>(
    "select to_regclass('public.evidence_heads') is not null as has_portal",
  );
  if (!found[0]?.has_portal) throw nothingToBackUp();
  const migrations = await query<{ name: string }>(
    "select name from drizzle.__drizzle_migrations order by name",
  );
  const sequences = await query<{ name: string }>(
    "select schemaname || '.' || sequencename as name from pg_sequences where schemaname in ('public', 'drizzle') order by 1",
  );
  const tables = await findTables(owner);
  const states: Head["sequences"] = [];
  for (const { name } of sequences) {
    const select = `select '${name}' as name, last_value::text as value, is_called as "isUsed" from ${quotedIdentifier(name)}`;
    states.push(...(await query<Head["sequences"][number]>(select)));
  }
  const ends = await query<Head["ends"][number]>(
    "select chain, position, head::text as head from evidence_heads order by chain",
  );
  const installationId = readLine(join(dataDir, "installation"));
  if (installationId === null) throw nothingToBackUp();
  return {
    format: FORMAT,
    backupId: randomUUID(),
    madeAt: new Date().toISOString(),
    version: VERSION,
    installationId,
    migrations: migrations.map(({ name }) => name),
    tables,
    sequences: states,
    ends,
  };
}

function nothingToBackUp(): StartError {
  return new StartError(
    "There is no portal of this version to back up. Nothing was written. Correct DATA_DIR and DATABASE_URL. If the portal " +
      "was only just installed, or is from before backups, start it once.",
  );
}

/** Every table of the portal that names stored bytes has them in a column of this name. */
async function findNamedFiles(owner: OwnerConnection): Promise<string[]> {
  const { rows: tables } = await owner.query<{ name: string }>(
    `select table_schema || '.' || table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'sha256'`,
  );
  const all = tables.map(
    ({ name }) => `select sha256 from ${quotedIdentifier(name)} where sha256 is not null`,
  );
  const { rows } = await owner.query<{ sha256: string }>(`${all.join(" union ")} order by sha256`);
  return rows.map(({ sha256 }) => sha256);
}

/** The bytes with this hash; null if they are missing or changed. */
async function readFileOf(dataDir: string, sha256: string): Promise<Buffer | null> {
  const bytes = await readFile(pathOfFile(dataDir, sha256)).catch(ifMissing(null));
  return bytes && hash("sha256", bytes) === sha256 ? bytes : null;
}
