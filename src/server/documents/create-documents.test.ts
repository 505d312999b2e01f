import { expect, test } from "vitest";
import { Id } from "#domain/id.ts";
import { newDocumentId } from "./create-documents.ts";

test("VIEW-1 TRUST-5 no one guesses the address of a shared document: its id ends with 64 random bits beyond a UUID's", () => {
  const ids = Array.from({ length: 100 }, newDocumentId);
  const ends = ids.map(
    (id) => /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}-([0-9a-f]{16})$/.exec(id)?.[1],
  );
  expect(new Set(ends).size).toBe(ids.length);
  expect(ids.every((id) => Id.safeParse(id).success)).toBe(true);
});
