import { readFileSync } from "node:fs";
import { glob } from "node:fs/promises";
import { expect, test } from "vitest";
import { listProducts } from "./admin/products.ts";
import { CALLS } from "./calls.ts";
import { isStaleAfter, UNRECORDED_KINDS } from "./live.ts";

test.each([
  ["listDocuments", "document", true],
  ["listDocuments", "invoice", false],
  ["listActivity", "document", true],
  ["listActivity", "kind-of-a-new-noun", true],
  ["listActivity", "draft", false],
  ["getManagedDocument", "draft", true],
])("HOUSE-3 %s is stale after %s: %s", (name, kind, isStale) => {
  expect(isStaleAfter(CALLS[name]?.staleAfter ?? [], kind)).toBe(isStale);
});

test("HOUSE-3 a call that declares nothing is never stale", () => {
  expect(listProducts.staleAfter).toEqual([]);
});

test("HOUSE-3 the server publishes every kind that a call names", async () => {
  const code: string[] = [];
  for await (const path of glob("src/server/**/*.ts")) code.push(readFileSync(path, "utf8"));
  const all = code.filter((one) => /\.publish(All)?\(|LIVE_CHANNEL/.test(one)).join("\n");
  const named = Object.values(CALLS).flatMap(({ staleAfter }) =>
    staleAfter === "every-record" ? [] : staleAfter,
  );
  expect(named.length).toBeGreaterThan(40);
  const kinds = new Set([...named, ...UNRECORDED_KINDS]);
  expect([...kinds].filter((kind) => !all.includes(`kind: "${kind}"`))).toEqual([]);
});
