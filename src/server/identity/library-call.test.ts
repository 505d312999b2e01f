import { expect, test } from "vitest";
import { z } from "zod";
import { EngineStopped } from "../causes.ts";
import { callLibrary, libraryEmail, ownEmail, trackFailure } from "./library-call.ts";

const unreachable = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
const ofStatement = (code: string) => Object.assign(new Error("refused"), { code, severity: "ERROR" });
const duplicate = ofStatement("23505");

/** A call of the library that goes on after a failed statement. */
const callWith = (failure: Error) => async () => {
  await trackFailure(Promise.reject(failure)).catch(() => undefined);
  return "signed out";
};

test.each([
  ["doesn't answer", unreachable],
  ["has no room", ofStatement("53100")],
  ["waits too long for a lock", ofStatement("55P03")],
  ["has stopped", new EngineStopped("could not write to file")],
])(
  "CARE-8 what the sign-in library answers when the database %s is not told to anybody",
  async (_what, failure) => {
    await expect(callLibrary({}, callWith(failure))).rejects.toBe(failure);
    const another = async () => {
      await callWith(failure)();
      throw new Error("INTERNAL_SERVER_ERROR");
    };
    await expect(callLibrary({}, another)).rejects.toBe(failure);
  },
);

test("what it answers after a refusal that it expects is told, and one call knows nothing of another", async () => {
  const [stored] = await Promise.all([
    callLibrary({}, callWith(duplicate)),
    callLibrary({}, callWith(unreachable)).catch(() => undefined),
  ]);
  expect(stored).toBe("signed out");
});

test.each([
  "ada@client.example",
  "r&d@client.example",
  "post@client.xn--p1ai",
  libraryEmail("r&d@client.example"),
])("FIELD-10 the sign-in library takes an address for %s, which leads back to it alone", (email) => {
  expect(z.email().safeParse(libraryEmail(email)).success).toBe(true);
  expect(ownEmail(libraryEmail(email))).toBe(email);
});
