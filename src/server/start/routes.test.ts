import { expect, test } from "vitest";
import { CALLS } from "#contract/calls.ts";
import { ROUTES } from "./nouns.ts";

test("API-1 every call of the contract is answered once, and nothing else is", () => {
  const nameOf = (call: { method: string; path: string }) => `${call.method} ${call.path}`;
  const declared = Object.values(CALLS).map(nameOf).toSorted();
  expect(ROUTES.map(({ call }) => nameOf(call)).toSorted()).toEqual(declared);
  expect(new Set(declared).size).toBe(declared.length);
});
