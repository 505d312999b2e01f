import { readFileSync } from "node:fs";
import { pino } from "pino";
import { inject, onTestFinished } from "vitest";
import { backUp } from "#server/backup/back-up.ts";
import { findTables, quotedIdentifier } from "#server/backup/dump-rows.ts";
import { openBackup } from "#server/backup/read-archive.ts";
import { restoreBackup } from "#server/backup/restore-backup.ts";
import { pathOfFile } from "#server/files/local-file-store.ts";
import { openDatabase } from "#server/installation/open-database.ts";
import { runAsAdmin } from "./copied-database.ts";
import { unique } from "./factories.ts";
import type { TestApp } from "./make-app.ts";
import { makeFolder } from "./make-folder.ts";

export type Place = { dataDir: string; databaseUrl: string | undefined };
const log = pino({ level: "silent" });
const ignoreProgress = () => undefined;

/** A new database on the run's server, without a table. */
export async function makeEmptyDatabase(): Promise<string> {
  const template = inject("databaseTemplate");
  if (template.kind !== "server") throw new Error("Only the server has other databases.");
  const name = unique("empty").replace("-", "_");
  await runAsAdmin(template.adminUrl, `create database ${name}`);
  onTestFinished(() => runAsAdmin(template.adminUrl, `drop database ${name} with (force)`));
  const url = new URL(template.adminUrl);
  url.pathname = `/${name}`;
  return url.href;
}

export function placeOf({
  variables: { DATABASE_URL: databaseUrl, DATA_DIR: dataDir = "" },
}: TestApp): Place {
  return { databaseUrl, dataDir };
}

/** The environment of a portal at this place. */
export function variablesOf({ databaseUrl, dataDir }: Place): Record<string, string> {
  return { DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) };
}

/** Returns the path of a new backup. */
export async function makeBackup(place: Place, target?: string): Promise<string> {
  const { path } = await backUp(place, target ?? (await makeFolder()), log, ignoreProgress);
  return path;
}

export function restore(path: string, to: Place) {
  return restoreBackup(() => openBackup(path), to, log, ignoreProgress);
}

/**
 * Every row of every table that a backup has, and every file that rows name, each as a text. The portal there is
 * stopped; a job that it cut short may have left a file that no row names.
 */
export async function readAll(place: Place): Promise<Map<string, string[]>> {
  const database = await openDatabase(place, log);
  const all = new Map<string, string[]>();
  try {
    await database.asOwner(async (owner) => {
      await owner.query("set timezone = 'UTC'");
      for (const { name } of await findTables(owner)) {
        const { rows } = await owner.query<{ line: string }>(
          `select row_to_json(one)::text as line from ${quotedIdentifier(name)} as one`,
        );
        all.set(name, rows.map(({ line }) => line).toSorted());
      }
      const { rows } = await owner.query<{ line: string }>(
        `select conname || ' ' || pg_get_constraintdef(oid) as line from pg_constraint
           where connamespace = 'public'::regnamespace
         union all select pg_get_indexdef(indexrelid) from pg_index join pg_class on pg_class.oid = indrelid
           where relnamespace = 'public'::regnamespace
         union all select sequencename || ' ' || last_value from pg_sequences`,
      );
      all.set("the catalogue", rows.map(({ line }) => line).toSorted());
    });
  } finally {
    await database.close();
  }
  const named = [...all].flatMap(([name, lines]) => (name === "the catalogue" ? [] : lines.flatMap(hashIn)));
  const bytesOf = (sha256: string) => readFileSync(pathOfFile(place.dataDir, sha256), "hex");
  all.set(
    "files",
    [...new Set(named)].toSorted().map((sha256) => `${sha256} ${bytesOf(sha256)}`),
  );
  return all;
}

function hashIn(line: string): string[] {
  const { sha256 } = JSON.parse(line) as { sha256?: string | null };
  return sha256 ? [sha256] : [];
}
