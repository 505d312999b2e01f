import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { makeDataDir } from "./make-folder.ts";

test("FIELD-11 a data directory can be used whatever another process with the same number left there", () => {
  const dataDir = mkdtempSync(join(tmpdir(), "counterpart-folder-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const left = [`trial-${process.pid}`, `trial-${process.pid}-link`];
  for (const name of left) writeFileSync(join(dataDir, name), "");
  makeDataDir(dataDir);
  expect(readdirSync(dataDir)).toEqual(left);
});
