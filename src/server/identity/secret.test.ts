import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { deriveKey, readSecret } from "../data-dir/secret.ts";

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

test("a key depends on the secret and its purpose, and is the same at every start", () => {
  const key = deriveKey("one secret", "links to files");
  expect(key).toHaveLength(32);
  expect(deriveKey("one secret", "links to files")).toEqual(key);
  expect(deriveKey("one secret", "list cursors")).not.toEqual(key);
  expect(deriveKey("another secret", "links to files")).not.toEqual(key);
});

test("a damaged secret is told with its place instead of being used", () => {
  writeFileSync(join(folder, "secret"), "\n");
  expect(() => readSecret(folder)).toThrow(join(folder, "secret"));
});
