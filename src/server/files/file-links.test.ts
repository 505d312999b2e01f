import { describe, expect, test } from "vitest";
import { createFileLinks, LINK_SECONDS } from "./file-links.ts";

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
