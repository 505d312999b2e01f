import { expect, test } from "vitest";
import { revisionReason } from "./working-draft.ts";

const NOW = new Date("2026-11-22T10:00:00Z");
const ago = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000);

test.each([
  ["the first save of a page that no one worked on", null, null, "WORK"],
  ["one's own page of a minute", "ada", ago(1), null],
  ["one's own page after five minutes", "ada", ago(5), "WORK"],
  ["a colleague's page, however new", "noah", ago(0), "COLLEAGUE"],
  ["an import's page that is kept already", null, ago(1), null],
])(
  "STUDIO-8 before a save replaces %s, it is kept because: %s",
  (_what, savedBy, newestStoredAt, because) => {
    expect(revisionReason({ savedBy, newestStoredAt }, "ada", NOW)).toBe(because);
  },
);
