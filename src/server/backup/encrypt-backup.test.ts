import { writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { Decrypter } from "age-encryption";
import { expect, onTestFinished, test } from "vitest";
import { decryptBackup, encryptBackup, isEncrypted, makeBackupKey } from "./encrypt-backup.ts";

async function* inParts(...parts: Buffer[]) {
  yield* parts;
}

const read = (bytes: AsyncIterable<Buffer>) => buffer(bytes);
const KEY = await makeBackupKey();
/** More than one chunk of age's, which has 64 KiB. */
const CONTENT = Buffer.alloc(200_000, "a page of the portal ");
const encrypted = await read(
  encryptBackup(inParts(CONTENT.subarray(0, 70_000), CONTENT.subarray(70_000)), KEY),
);

test("RUN-3 a backup is a plain file of age, and is read with its key", async () => {
  expect(KEY).toMatch(/^AGE-SECRET-KEY-1[0-9A-Z]{58}$/);
  const decrypter = new Decrypter();
  decrypter.addIdentity(KEY);
  expect(Buffer.from(await decrypter.decrypt(encrypted)).equals(CONTENT)).toBe(true);
  expect((await read(decryptBackup(inParts(encrypted), KEY))).equals(CONTENT)).toBe(true);
  expect(encrypted.includes("a page of the portal")).toBe(false);

  const folder = await mkdtemp(join(tmpdir(), "counterpart-encrypted-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const [name, bytes] of Object.entries({ encrypted, plain: CONTENT, empty: Buffer.alloc(0) })) {
    writeFileSync(join(folder, name), bytes);
    expect(isEncrypted(join(folder, name))).toBe(name === "encrypted");
  }
});

test.each([
  ["no key", () => null, "Set BACKUP_KEY to the key with which it was made"],
  ["another key", makeBackupKey, "was encrypted with another key than BACKUP_KEY"],
  [
    "a key with a wrong letter",
    () => `${KEY.slice(0, -1)}${KEY.endsWith("Q") ? "P" : "Q"}`,
    "has a mistake in it",
  ],
])("RUN-3 with %s, a backup stays shut in one sentence without a key", async (_, makeKey, sentence) => {
  const key = await makeKey();
  const failure = await read(decryptBackup(inParts(encrypted), key)).catch((error: Error) => error);
  expect(failure).toMatchObject({ name: "StartError", message: expect.stringContaining(sentence) });
  expect((failure as Error).message).not.toContain("AGE-SECRET-KEY-1");
});

test("RUN-3 a changed byte, a cut and an added byte are noticed wherever they are", async () => {
  const places = [60, 180, 250, 70_000, 140_000, encrypted.byteLength - 1];
  const changed = places.map((at) => {
    const copy = Buffer.from(encrypted);
    copy[at] = (copy[at] ?? 0) ^ 1;
    return copy;
  });
  const cut = [10, 100, 70_000, encrypted.byteLength - 1].map((at) => encrypted.subarray(0, at));
  for (const damaged of [...changed, ...cut, Buffer.concat([encrypted, Buffer.from("a")])])
    await expect(read(decryptBackup(inParts(damaged), KEY))).rejects.toThrow(
      /^This backup (is refused: it was changed, damaged or cut off|was encrypted with another key)/,
    );
});
