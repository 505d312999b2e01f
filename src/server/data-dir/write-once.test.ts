import fs, { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { writeOnce } from "./write-once.ts";

test("TRUST-8 a line is written whole where the disk takes it in parts", () => {
  const folder = mkdtempSync(join(tmpdir(), "counterpart-once-"));
  const own = fs.writeSync;
  onTestFinished(() => {
    fs.writeSync = own;
    syncBuiltinESMExports();
    rmSync(folder, { recursive: true, force: true });
  });
  fs.writeSync = (file: number, bytes: unknown, at?: unknown, length?: unknown) =>
    own(file, bytes as Buffer, Number(at), Math.min(3, Number(length)));
  syncBuiltinESMExports();
  const path = join(folder, "secret");
  expect(writeOnce(path, "a key of many letters")).toBe("a key of many letters");
  expect(readFileSync(path, "utf8")).toBe("a key of many letters\n");
});

test("TRUST-8 a line and its name are on the disk before it is used", () => {
  const folder = mkdtempSync(join(tmpdir(), "counterpart-once-"));
  const names = new Map<number, string>();
  const flushed: string[] = [];
  const { openSync: open, fsyncSync: flush } = fs;
  onTestFinished(() => {
    Object.assign(fs, { openSync: open, fsyncSync: flush });
    syncBuiltinESMExports();
    rmSync(folder, { recursive: true, force: true });
  });
  fs.openSync = (path, ...given) => {
    const file = open(path, ...given);
    names.set(file, String(path));
    return file;
  };
  fs.fsyncSync = (file) => {
    flush(file);
    flushed.push(names.get(file) ?? "");
  };
  syncBuiltinESMExports();
  writeOnce(join(folder, "secret"), "a key");
  expect(flushed).toEqual([expect.stringMatching(/secret\.[0-9a-f]+\.part$/), folder]);
});
