import { expect, test } from "vitest";
import { z } from "zod";
import { defineCall } from "./call.ts";
import { joinCalls } from "./join-calls.ts";

const call = (path: string) =>
  defineCall({ method: "GET", path, who: "public", reach: "everybody", summary: "Tells", reply: z.string() });

test("API-1 the calls of all files stand together under their names", () => {
  const getOne = call("one/{id}");
  const getTwo = call("two/{id}");
  expect(joinCalls({ ones: { getOne }, twos: { getTwo } })).toEqual({ getOne, getTwo });
});

test("API-1 two calls of one name do not replace each other", () => {
  const files = { ones: { getIt: call("one") }, adminOnes: { getIt: call("one/admin") } };
  expect(() => joinCalls(files)).toThrow(
    "getIt is declared twice: as ones.getIt and as adminOnes.getIt. Rename one.",
  );
});

test("API-1 two calls do not answer at one path, whatever its parameters are called", () => {
  const files = { ones: { getOne: call("one/{id}") }, twos: { getTwo: call("one/{slug}") } };
  expect(() => joinCalls(files)).toThrow("GET one/{} is declared twice: as ones.getOne and as twos.getTwo");
});
