import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { StartError } from "../start-error.ts";

/** Without these files the engine fails, or overwrites the folder as a new one. */
const PARTS = [
  "PG_VERSION",
  "postgresql.conf",
  "base",
  "global",
  "global/pg_control",
  "global/pg_filenode.map",
  "pg_logical",
  "pg_multixact",
  "pg_notify",
  "pg_replslot",
  "pg_stat",
  "pg_subtrans",
  "pg_tblspc",
  "pg_twophase",
  "pg_wal",
  "pg_xact",
];
const ENGINE_VERSION = "18";
const CONTROL_BYTES = 8192;

/** What the data directory has of the portal, beside the embedded database. */
export function listStored(dataDir: string): string[] {
  return ["installation", "secret", "files", "mails"].filter((name) => !isMissing(join(dataDir, name)));
}

/** Whether the data directory holds an embedded database. Throws StartError if only a part of one is there. */
export function hasWholeDatabase(dataDir: string): boolean {
  const folder = join(dataDir, "database");
  if (isMissing(folder)) {
    const stored = listStored(dataDir);
    if (stored.length === 0) return false;
    throw new StartError(
      `The data directory ${dataDir} holds a portal's ${stored.join(", ")}, but its database (${folder}) is missing. ` +
        "Nothing was changed. Restore the folder from a backup, or set DATABASE_URL if the database is on a server. " +
        "To begin a new portal, set DATA_DIR to an empty folder.",
    );
  }
  const damage = findDamage(folder);
  if (damage) throw damagedDatabase(folder, damage);
  return true;
}

export function damagedDatabase(folder: string, damage: string, cause?: unknown): StartError {
  return new StartError(
    `The database in ${folder} is damaged or only partly restored: ${damage}. Nothing was changed. ` +
      "Restore the whole folder from a backup that was made while the portal was stopped, then start again.",
    { cause },
  );
}

function findDamage(folder: string): string | null {
  const missing = PARTS.filter((part) => !existsSync(join(folder, part)));
  if (missing.length > 0) return `${missing.join(", ")} ${missing.length === 1 ? "is" : "are"} missing`;
  const version = readFileSync(join(folder, "PG_VERSION"), "utf8").trim();
  if (version !== ENGINE_VERSION)
    return `PG_VERSION says ${version || "nothing"}, and this portal reads ${ENGINE_VERSION}`;
  const { size } = statSync(join(folder, "global/pg_control"));
  return size === CONTROL_BYTES ? null : `global/pg_control has ${size} bytes in place of ${CONTROL_BYTES}`;
}

function isMissing(path: string): boolean {
  if (!existsSync(path)) return true;
  return statSync(path).isDirectory() && readdirSync(path).length === 0;
}
