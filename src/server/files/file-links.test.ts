import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createFileLinks, LINK_SECONDS } from "./file-links.ts";
import { readLinkKey } from "./link-key.ts";

const NOW = new Date("2026-11-21T09:41:05.000Z");
const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);

function partsOf(uri: string) {
  const url = new URL(uri, "http://portal.test");
  return {
    fileId: url.pathname.split("/").at(-1) ?? "",
    expires: url.searchParams.get("expires") ?? "",
    signature: url.searchParams.get("signature") ?? "",
  };
}

describe("links to files", () => {
  const links = createFileLinks(Buffer.alloc(32, 1));

  test.each([
    [0, true],
    [LINK_SECONDS - 1, true],
    [LINK_SECONDS, false],
    [3600, false],
  ])("after %i seconds a link works: %s", (seconds, works) => {
    const { fileId, ...link } = partsOf(links.sign("file-1", NOW));
    expect(links.verify(fileId, link, later(seconds))).toBe(works);
  });

  test("a link for another file, a later time or by another key does not work", () => {
    const { fileId, expires, signature } = partsOf(links.sign("file-1", NOW));
    expect(links.verify("file-2", { expires, signature }, NOW)).toBe(false);
    expect(links.verify(fileId, { expires: String(Number(expires) + 1), signature }, NOW)).toBe(false);
    const foreign = partsOf(createFileLinks(Buffer.alloc(32, 2)).sign("file-1", NOW));
    expect(links.verify(fileId, foreign, NOW)).toBe(false);
  });

  test.each(["", "undefined", "x".repeat(500), "%%%"])("the signature %j does not work", (signature) => {
    const { expires } = partsOf(links.sign("file-1", NOW));
    expect(links.verify("file-1", { expires, signature }, NOW)).toBe(false);
  });
});

describe("the key of the links", () => {
  let dataDir: string;
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), "counterpart-key-"));
  });
  afterEach(() => rm(dataDir, { recursive: true, force: true }));

  test("is made once, for its owner alone", async () => {
    const first = readLinkKey(dataDir);
    expect(first.byteLength).toBe(32);
    expect(readLinkKey(dataDir)).toEqual(first);
    expect((await stat(join(dataDir, "file-link-key"))).mode & 0o777).toBe(0o600);
  });

  test("that is damaged is refused, with what to do", async () => {
    await writeFile(join(dataDir, "file-link-key"), "short");
    expect(() => readLinkKey(dataDir)).toThrow(/does not hold a key. Remove it/);
  });
});
