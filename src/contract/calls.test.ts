import { expect, test } from "vitest";
import { z } from "zod";
import { listProducts } from "./admin/products.ts";
import { defineCall } from "./call.ts";
import { CALLS, joinCalls } from "./calls.ts";
import { listDocuments } from "./documents.ts";

const call = (path: string) =>
  defineCall("GET", path, "public", { reach: "everybody", summary: "Tells", reply: z.string() });

test("API-1 the calls of all files stand together under their names", () => {
  const getOne = call("one/{id}");
  const getTwo = call("two/{id}");
  const files = { "./ones.ts": { getOne, MAX_LENGTH: 8, isOne: () => true }, "./admin/twos.ts": { getTwo } };
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

/** The places of objects that take fields of any name. */
function looseIn(schema: z.ZodType, place: string, seen = new Set<z.ZodType>()): string[] {
  if (seen.has(schema)) return [];
  seen.add(schema);
  const inside = (one: z.ZodType, name: string) => looseIn(one, `${place}.${name}`, seen);
  if (schema instanceof z.ZodObject) {
    const fields = Object.entries<z.ZodType>(schema.shape).flatMap(([name, one]) => inside(one, name));
    const { catchall } = schema.def;
    // Without a rule for other fields, zod leaves them out.
    const isLoose = catchall !== undefined && !(catchall instanceof z.ZodNever);
    return isLoose ? [place, ...fields] : fields;
  }
  return Object.entries(schema.def as object).flatMap(([name, part]) =>
    [part].flat().flatMap((one) => (one instanceof z.ZodType ? inside(one, name) : [])),
  );
}

test("API-2 no call takes a field that it does not declare, except inside blocks, which have rules of their own", () => {
  const loose = Object.values(CALLS).flatMap(({ path, params, query, body }) =>
    [params, query, body].flatMap((one) => looseIn(one, path)),
  );
  expect(loose.length).toBeGreaterThan(0);
  expect(loose.filter((one) => !/puckState|content|page/i.test(one))).toEqual([]);
});
