import { expect, test } from "vitest";
import { noteUnreachable, throwUnreachable } from "./throw-unreachable.ts";

const unreachable = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
const refused = Object.assign(new Error("duplicate key"), { code: "23505" });

/** A call of the library that goes on after a failed statement. */
const callWith = (failure: Error) => async () => {
  await noteUnreachable(Promise.reject(failure)).catch(() => undefined);
  return "signed out";
};

test("CARE-8 what the sign-in library answers without the database is not told to anybody", async () => {
  await expect(throwUnreachable(callWith(unreachable))).rejects.toBe(unreachable);
  const another = async () => {
    await callWith(unreachable)();
    throw new Error("INTERNAL_SERVER_ERROR");
  };
  await expect(throwUnreachable(another)).rejects.toBe(unreachable);
});

test("what it answers after a refusal of the database is told, and one call knows nothing of another", async () => {
  const [kept] = await Promise.all([
    throwUnreachable(callWith(refused)),
    throwUnreachable(callWith(unreachable)).catch(() => undefined),
  ]);
  expect(kept).toBe("signed out");
});
