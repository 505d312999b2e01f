import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { DataInUseError, lockData } from "./data-lock.ts";

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "counterpart-lock-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test("the second to ask is refused, told by whom and what to do, and changes nothing", () => {
  const folder = makeFolder();
  lockData(folder);
  const lock = readFileSync(join(folder, "lock"), "utf8");

  expect(() => lockData(folder)).toThrow(DataInUseError);
  expect(() => lockData(folder)).toThrow(
    `Another process (${process.pid}) already uses the data directory ${folder}. Nothing was changed.`,
  );
  expect(readdirSync(folder)).toEqual(["lock"]);
  expect(readFileSync(join(folder, "lock"), "utf8")).toBe(lock);
});

test("given back, it can be taken again", () => {
  const folder = makeFolder();
  lockData(folder).release();
  expect(existsSync(join(folder, "lock"))).toBe(false);
  lockData(folder).release();
});

test("the lock of a process that is gone is taken over", () => {
  const folder = makeFolder();
  const { pid } = spawnSync(process.execPath, ["--eval", ""]);
  writeFileSync(join(folder, "lock"), `${pid} 12345`);
  lockData(folder);
  expect(readFileSync(join(folder, "lock"), "utf8")).toMatch(new RegExp(`^${process.pid} `));
  expect(readdirSync(folder)).toEqual(["lock"]);
});

test("a later process with the same number is not the holder", () => {
  const folder = makeFolder();
  writeFileSync(join(folder, "lock"), `${process.pid} 1`);
  lockData(folder);
  expect(readFileSync(join(folder, "lock"), "utf8")).not.toBe(`${process.pid} 1`);
});

test("a lock file that makes no sense holds no one off", () => {
  const folder = makeFolder();
  writeFileSync(join(folder, "lock"), "");
  lockData(folder).release();
});
