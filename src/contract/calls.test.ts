import { expect, test } from "vitest";
import { z } from "zod";
import { listProducts } from "./admin/products.ts";
import { defineCall } from "./call.ts";
import { CALLS, joinCalls } from "./calls.ts";
import { listDocuments } from "./documents.ts";

const call = (path: string) =>
  defineCall({ method: "GET", path, who: "public", reach: "everybody", summary: "Tells", reply: z.string() });

test("API-1 the calls of all files stand together under their names", () => {
  const getOne = call("one/{id}");
  const getTwo = call("two/{id}");
  const files = { "./ones.ts": { getOne, LONGEST: 8, isOne: () => true }, "./admin/twos.ts": { getTwo } };
  expect(joinCalls(files)).toEqual({ getOne, getTwo });
});

test("API-1 the files of both sides are found", () => {
  expect(CALLS.listDocuments).toBe(listDocuments);
  expect(CALLS.listProducts).toBe(listProducts);
});

test("API-1 two calls of one name do not replace each other", () => {
  const files = { "./ones.ts": { getIt: call("one") }, "./admin/ones.ts": { getIt: call("one/admin") } };
  expect(() => joinCalls(files)).toThrow(
    "getIt is declared twice: in ./ones.ts and in ./admin/ones.ts. Rename one.",
  );
});

test("API-1 two calls do not answer at one path, whatever its parameters are called", () => {
  const files = { "./ones.ts": { getOne: call("one/{id}") }, "./twos.ts": { getTwo: call("one/{slug}") } };
  expect(() => joinCalls(files)).toThrow("GET one/{} is declared twice: in ./ones.ts and in ./twos.ts");
});
