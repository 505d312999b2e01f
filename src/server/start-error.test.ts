import { DrizzleQueryError } from "drizzle-orm";
import { expect, test } from "vitest";
import { tellEnd } from "./start-error.ts";

test.each([
  ["58P01", 'could not open file "base/5/16874": No such file or directory'],
  ["XX001", 'could not read blocks 0..0 in file "base/5/16883": read only 0 of 8192 bytes'],
])("CARE-7 a table whose file is lost or cut off is told in one line (%s)", (code, message) => {
  const damage = Object.assign(new Error(message), { code });
  for (const failure of [damage, new DrizzleQueryError("select 1", [], damage)]) {
    const told = tellEnd(failure);
    expect(told).toMatch(/^The database is damaged or only partly restored: [^\n]+$/);
    expect(told).toContain("Restore the whole database from one backup");
    expect(told).toContain(message);
  }
});

test("an error that nobody foresaw is told with its stack", () => {
  expect(tellEnd(new Error("unforeseen"))).toMatch(/unforeseen\n\s+at /);
});
