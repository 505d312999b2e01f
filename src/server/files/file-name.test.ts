import { expect, test } from "vitest";
import { drawFrom, many, SEED } from "#tests/support/many.ts";
import { plainFileName } from "./file-name.ts";

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
  for (let round = 0; round < many(200, 5000); round += 1) {
    const name = Array.from({ length: draw(400) }, () => letters[draw(letters.length)]).join("");
    const saved = plainFileName(`x${name}.pdf`);
    expect(saved.isWellFormed()).toBe(true);
    expect(saved.length).toBeLessThanOrEqual(180);
    expect(saved).toMatch(/^x.*\.pdf$/);
    expect(saved).not.toMatch(/[\p{Cc}\u202e]./u);
  }
});
