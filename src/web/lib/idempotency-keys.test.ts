import { expect, test } from "vitest";
import { forgetKey, keyFor } from "./idempotency-keys.ts";

test("API-6 a request whose answer was lost is sent again with its key", () => {
  const key = keyFor("PATCH lost", "{}");
  expect(key).toMatch(/^[0-9a-f]{32}$/);
  expect(keyFor("PATCH lost", "{}")).toBe(key);
  expect(keyFor("PATCH elsewhere", "{}")).not.toBe(key);
});

test("API-6 after an answer the same request is a new one", () => {
  const key = keyFor("PATCH answered", "{}");
  forgetKey("PATCH answered", key);
  expect(keyFor("PATCH answered", "{}")).not.toBe(key);
});

test("API-6 after another request to the address, also one that is under way, the first one is a new one", () => {
  const on = keyFor("PATCH toggled", '{"on":true}');
  const off = keyFor("PATCH toggled", '{"on":false}');
  forgetKey("PATCH toggled", on);
  expect(keyFor("PATCH toggled", '{"on":false}')).toBe(off);
  expect(keyFor("PATCH toggled", '{"on":true}')).not.toBe(on);
});
