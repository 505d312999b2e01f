import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readSecret } from "./secret.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "counterpart-secret-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("a secret is made once and kept for the server's user alone", () => {
  const dataDir = join(folder, "data");
  const secret = readSecret(dataDir);
  expect(Buffer.from(secret, "base64url")).toHaveLength(32);
  expect(readSecret(dataDir)).toBe(secret);
  expect(readSecret(join(folder, "other"))).not.toBe(secret);
  expect(statSync(join(dataDir, "secret")).mode & 0o777).toBe(0o600);
  expect(readdirSync(dataDir)).toEqual(["secret"]);
});

test("a damaged secret is told with its place instead of being used", () => {
  writeFileSync(join(folder, "secret"), "\n");
  expect(() => readSecret(folder)).toThrow(join(folder, "secret"));
});
