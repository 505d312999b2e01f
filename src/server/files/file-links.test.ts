import { describe, expect, test } from "vitest";
import { casesFor, drawFrom, SEED } from "#tests/support/suite-cases.ts";
import { createFileLinks, LINK_SECONDS, plainFileName } from "./file-links.ts";

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

test.each([
  ["Invoice Ü\u202egpj.exe.pdf", "Invoice Ügpj.exe.pdf"],
  ["2026/001 \u200bQuote\u2066\ufeff.pdf", "2026 001 Quote.pdf"],
  ["\u200fהצעה\u200f.pdf", "הצעה.pdf"],
  ["نامه‌ای.pdf", "نامه‌ای.pdf"],
  ["\ud800lone.pdf", "lone.pdf"],
])("FIELD-10 a file named %j is saved as %j", (name, saved) => {
  expect(plainFileName(name)).toBe(saved);
});

test("FIELD-10 a long name is cut between letters and shows its ending", () => {
  const draw = drawFrom(SEED);
  const letters = ["a", "é", "e\u0301", "𠮷", "👩‍👩‍👧", "நி", "\u202e", "\u0007", "\ud83d", " "];
  for (let round = 0; round < casesFor(200, 5000); round += 1) {
    const name = Array.from({ length: draw(400) }, () => letters[draw(letters.length)]).join("");
    const saved = plainFileName(`x${name}.pdf`);
    expect(saved.isWellFormed()).toBe(true);
    expect(saved.length).toBeLessThanOrEqual(180);
    expect(saved).toMatch(/^x.*\.pdf$/);
    expect(saved).not.toMatch(/[\p{Cc}\u202e]./u);
  }
});
