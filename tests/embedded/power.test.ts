import {
  copyFileSync,
  cpSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  readlinkSync,
  rmSync,
  statSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { EngineStopped, isDiskFault } from "#server/causes.ts";
import { DurableFiles } from "#server/db-embedded/durable-files.ts";
import { openEngine } from "#server/db-embedded/open-engine.ts";
import "#tests/support/provided.ts";

let root: string;
let folder: string;
/** What a power failure leaves: of each file what was flushed last. */
let disk: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "counterpart-power-"));
  folder = join(root, "database");
  disk = join(root, "disk");
  const template = inject("databaseTemplate");
  if (template.kind !== "embedded") throw new Error("Run this on the embedded database.");
  for (const copy of [folder, disk]) cpSync(template.folder, copy, { recursive: true });
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

function flush(file: number): void {
  fsyncSync(file);
  const path = readlinkSync(`/proc/self/fd/${file}`);
  if (statSync(path).isDirectory()) return;
  const kept = join(disk, relative(folder, path));
  mkdirSync(dirname(kept), { recursive: true });
  copyFileSync(path, kept);
}

/** The rows that a start after a power failure finds. */
async function afterPowerFailure(): Promise<number[]> {
  const copy = mkdtempSync(join(root, "copy-"));
  cpSync(disk, copy, { recursive: true });
  const engine = await openEngine(copy);
  const { rows } = await engine.query<{ n: number }>("select n from kept order by n");
  await engine.close();
  return rows.map(({ n }) => n);
}

test("TRUST-9 whatever the embedded database has confirmed is there after a power failure, before and after a checkpoint", async () => {
  const engine = await openEngine(folder, new DurableFiles(folder, flush));
  await engine.exec("create table kept (n int, words text)");
  const keep = (n: number) => engine.query("insert into kept values ($1, repeat('x', 4000))", [n]);
  await keep(1);
  expect(await afterPowerFailure()).toEqual([1]);
  await keep(2);
  await engine.exec("checkpoint");
  await keep(3);
  await engine.exec("begin; insert into kept values (4, 'not confirmed')");
  expect(await afterPowerFailure()).toEqual([1, 2, 3]);
  await engine.exec("commit; checkpoint");
  expect(await afterPowerFailure()).toEqual([1, 2, 3, 4]);
  await engine.close();
});

test("TRUST-9 TRUST-8 an unflushed change is not confirmed, and the engine stops: no answer is wrong, and none hangs", async () => {
  const copy = mkdtempSync(join(root, "copy-"));
  cpSync(folder, copy, { recursive: true });
  let isBroken = false;
  const ends: EngineStopped[] = [];
  const flushOrFail = (file: number) => {
    if (isBroken) throw new Error("The disk is gone");
    fsyncSync(file);
  };
  const files = new DurableFiles(copy, flushOrFail, (stopped) => void ends.push(stopped));
  const engine = await openEngine(copy, files);
  await engine.exec("create table if not exists kept (n int, words text)");
  isBroken = true;
  await expect(engine.query("insert into kept values (5, '')")).rejects.toThrow(EngineStopped);
  isBroken = false;
  for (const later of ["select n from kept", "insert into kept values (6, '')", "checkpoint"])
    await expect(engine.exec(later)).rejects.toThrow(EngineStopped);
  expect(ends.map(({ message }) => message)).toEqual([expect.stringContaining("could not fsync file")]);
  await engine.close();

  const again = await openEngine(
    copy,
    new DurableFiles(copy, fsyncSync, (stopped) => void ends.push(stopped)),
  );
  await again.query("insert into kept values (7, '')");
  const { rows } = await again.query<{ n: number }>("select n from kept where n > 5");
  expect(rows).toEqual([{ n: 7 }]);
  // An engine whose stack ends counts neither as having executed the statement, nor as a full disk.
  const deep = `select '${"[".repeat(20_000)}${"]".repeat(20_000)}'::jsonb`;
  for (const lost of [deep, "select 1"]) await expect(again.query(lost)).rejects.toThrow(EngineStopped);
  expect(ends.at(-1)?.message).toMatch(/^The engine failed: RangeError/);
  expect(isDiskFault(ends.at(-1))).toBe(false);
  await again.close();
});
