import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { hasWholeDatabase, listStored } from "./refuse-damaged-folder.ts";

/** A folder with the parts of a database, and a portal's own things beside it. */
function makeDataDir(): string {
  const dataDir = mkdtempSync(join(tmpdir(), "counterpart-damaged-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const folder = join(dataDir, "database");
  const parts = ["base", "global", "logical", "multixact", "notify", "replslot", "stat", "subtrans"];
  for (const part of [...parts, "tblspc", "twophase", "wal", "xact"]) {
    mkdirSync(join(folder, ["base", "global"].includes(part) ? part : `pg_${part}`), { recursive: true });
  }
  writeFileSync(join(folder, "PG_VERSION"), "18\n");
  writeFileSync(join(folder, "postgresql.conf"), "");
  writeFileSync(join(folder, "global/pg_control"), Buffer.alloc(8192));
  writeFileSync(join(folder, "global/pg_filenode.map"), "");
  writeFileSync(join(dataDir, "secret"), "s");
  mkdirSync(join(dataDir, "files"));
  return dataDir;
}

test("a whole database is found, and an empty folder is a new one", () => {
  expect(hasWholeDatabase(makeDataDir())).toBe(true);
  const empty = mkdtempSync(join(tmpdir(), "counterpart-damaged-"));
  onTestFinished(() => rmSync(empty, { recursive: true }));
  mkdirSync(join(empty, "database"));
  expect(hasWholeDatabase(empty)).toBe(false);
});

test("what a portal keeps beside its database is listed; an empty folder is nothing", () => {
  expect(listStored(makeDataDir())).toEqual(["secret"]);
});

const remove = (path: string) => (dataDir: string) => rmSync(join(dataDir, path), { recursive: true });

test.each<[string, (dataDir: string) => void, string]>([
  ["no PG_VERSION", remove("database/PG_VERSION"), "only partly restored: PG_VERSION is missing."],
  [
    "no write-ahead log, no base",
    (dataDir) => {
      remove("database/pg_wal")(dataDir);
      remove("database/base")(dataDir);
    },
    "only partly restored: base, pg_wal are missing.",
  ],
  [
    "a truncated pg_control",
    (dataDir) => truncateSync(join(dataDir, "database/global/pg_control"), 100),
    "global/pg_control has 100 bytes in place of 8192.",
  ],
  [
    "a database of another engine",
    (dataDir) => writeFileSync(join(dataDir, "database/PG_VERSION"), "17\n"),
    "PG_VERSION says 17, and this portal reads 18.",
  ],
  ["no database", remove("database"), "holds a portal's secret, but its database"],
])("CARE-7 a damaged folder is refused in one line: %s", (_case, damage, words) => {
  const dataDir = makeDataDir();
  damage(dataDir);
  const start = () => hasWholeDatabase(dataDir);
  expect(start).toThrow(words);
  expect(start).toThrow(dataDir);
  expect(start).toThrow(/^[^\n]+Nothing was changed\. (To begin|Restore)[^\n]+$/);
});
