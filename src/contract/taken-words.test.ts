import { expect, test } from "vitest";
import { Slug } from "#domain/documents/unique-document.ts";
import { Id } from "#domain/id.ts";
import { CALLS } from "./calls.ts";

const PATHS = Object.values(CALLS).map(({ path }) => path.split("/"));

/** The words of other addresses where this address has a parameter. */
function takenBeside(path: string[]): string[] {
  return path.flatMap((part, at) => {
    if (!part.startsWith("{")) return [];
    const before = path.slice(0, at).join("/");
    const beside = PATHS.filter((other) => other.slice(0, at).join("/") === before);
    return beside.flatMap((other) => other[at] ?? []).filter((word) => !word.startsWith("{"));
  });
}

test("CARE-9 no id and no slug is a word that stands in its place in another address", () => {
  const words = [...new Set(PATHS.flatMap(takenBeside))];
  expect(words).toContain("list");
  for (const word of words) {
    expect(Id.safeParse(word).success, word).toBe(false);
    expect(Slug.safeParse(word).success, word).toBe(false);
  }
  expect(Id.safeParse("lists").success).toBe(true);
  expect(Slug.safeParse("slug-1").success).toBe(true);
});
