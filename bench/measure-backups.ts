import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { pino } from "pino";
import { copyDatabase } from "#server/backup/back-up.ts";
import { pathOfFile } from "#server/files/local-file-store.ts";
import { openDatabase } from "#server/installation/open-database.ts";
import { scopedDb } from "#server/wall/scoped-db.ts";
import { runAsAdmin } from "#tests/support/copied-database.ts";
import { addManyDocuments } from "#tests/support/many-documents.ts";
import { startPostgresServer } from "#tests/support/postgres-server.ts";
import { timed } from "./statistics.ts";

const ORGANIZATIONS = 10;
const DOCUMENTS_EACH = 10_000;
const FILES = 20_000;
const FILE_BYTES = 50_000;

const log = pino({ level: "warn" });
const CLI = fileURLToPath(new URL("../dist/server/cli.js", import.meta.url));
type Place = { dataDir: string; databaseUrl: string | undefined };

/**
 * Seconds that each command takes with 100,000 documents and 20,000 files: on a server, into an embedded database, from
 * there, and back to a server.
 */
export async function measureBackups(): Promise<Record<string, number>> {
  const scratch = mkdtempSync(join(tmpdir(), "counterpart-bench-backups-"));
  const postgres = await startPostgresServer();
  const measured: Record<string, number> = { documents: ORGANIZATIONS * DOCUMENTS_EACH, files: FILES };
  const time = async (name: string, work: () => Promise<unknown>) => {
    measured[name] = Math.round((await timed(work)) / 100) / 10;
    process.stderr.write(`${name}: ${measured[name]}\n`);
  };
  const place = async (name: string, isServer: boolean): Promise<Place> => {
    if (isServer) await runAsAdmin(postgres.urlOf("postgres"), `create database ${name}`);
    return {
      dataDir: join(scratch, name),
      databaseUrl: isServer ? postgres.urlOf(name) : undefined,
    };
  };
  try {
    const [server, again] = [await place("server", true), await place("again", true)];
    const [embedded, moved] = [await place("embedded", false), await place("moved", true)];
    await time("makeWorldSeconds", () => makePortal(server));
    const whole = join(scratch, "server.backup");
    await time("backupOfServerSeconds", () => command(server, "backup", whole));
    measured.backupMegabytes = Math.round(statSync(whole).size / 1_000_000);
    await time("verifyBackupSeconds", () => command(server, "verify", whole));
    await time("restoreToServerSeconds", () => command(again, "restore", whole));
    await time("verifyEvidenceSeconds", () => command(again, "verify"));
    await time("restoreToEmbeddedSeconds", () => command(embedded, "restore", whole));
    const database = await openDatabase(embedded, log);
    await time("requestsWaitSeconds", () => copyDatabase(database, embedded.dataDir));
    await database.close();
    await time("backupOfEmbeddedSeconds", () =>
      command(embedded, "backup", join(scratch, "embedded.backup")),
    );
    const { databaseUrl } = moved;
    await time("moveSeconds", () => command({ ...embedded, databaseUrl }, "move", moved.dataDir));
    return measured;
  } finally {
    await postgres.stop();
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Runs a command of the built portal, as an operator does. */
async function command({ dataDir, databaseUrl }: Place, ...words: string[]): Promise<void> {
  const env = {
    ...process.env,
    NODE_ENV: "production",
    DATA_DIR: dataDir,
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  };
  await promisify(execFile)(process.execPath, [CLI, ...words], { env });
}

/** A portal of an age: documents with pages of 3 kB, two of five decided, with evidence, and files on the disk. */
async function makePortal({ dataDir, databaseUrl }: Place): Promise<void> {
  // Makes the tables of an empty portal.
  await command({ dataDir, databaseUrl }, "verify");
  const database = await openDatabase({ dataDir, databaseUrl }, log);
  const db = scopedDb(database, { role: "portal" });
  for (let n = 1; n <= ORGANIZATIONS; n += 1) {
    await db.execute(
      `insert into organizations (organization_id, organization_name, status, quick_links) values ('org-${n}', 'Client ${n}', 'ACTIVE', '[]')`,
    );
    await addManyDocuments(db, `org-${n}`, DOCUMENTS_EACH);
  }
  await database.asOwner((owner) =>
    owner.query(`update unique_documents set puck_state = jsonb_build_object('root', '{"props": {}}'::jsonb, 'content',
      jsonb_build_array(jsonb_build_object('type', 'Text', 'props', jsonb_build_object('id', 't', 'text',
        (select string_agg(md5(unique_document_id || n), ' ') from generate_series(1, 90) n)))))`),
  );
  for (let at = 0; at < FILES; at += 1000) {
    const rows = Array.from({ length: 1000 }, (_, index) => keepFile(dataDir, at + index)).join(", ");
    await db.execute(
      `insert into files (file_id, organization_id, sha256, byte_length, content_type, file_name) values ${rows}`,
    );
  }
  await database.close();
  // Begins the evidence with all decisions.
  await command({ dataDir, databaseUrl }, "verify");
}

function keepFile(dataDir: string, n: number): string {
  const bytes = Buffer.alloc(FILE_BYTES, createHash("sha512").update(String(n)).digest());
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const path = pathOfFile(dataDir, sha256);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, bytes);
  return `('file-${n}', 'org-${1 + (n % ORGANIZATIONS)}', '${sha256}', ${FILE_BYTES}, 'application/pdf', 'a.pdf')`;
}
