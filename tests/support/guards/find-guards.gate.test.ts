import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { allGuards, withSwitches } from "./compile-guards.ts";
import { findGuards } from "./find-guards.ts";
import { UNSEEN } from "./unseen-guards.ts";

const SOURCE = `
import { quotes } from "./tables.ts";
const { organizationId: ownerId } = quotes;
const refusal = refuseAccess(who, caller);
async function read(member, id) {
  const rows = await db.select().from(quotes).where(and(eq(quotes.organizationId, member.organizationId), isShown()));
  const joined = db.select().from(quotes).innerJoin(orders, eq(orders.organizationId, quotes.organizationId));
  if (rows.length === 0) throw new AppError("not-found", "There is no such quote.");
  if (rows.length > 1) throw new Error("There are two.");
}
function refuseOne(one) {
  if (one.isDecided) return "decided";
  if (one.isFree) return null;
  return one.isLate ? "late" : null;
}`;

test("TRUST-4 gates, conditions and steps are found in a source, and neither joins nor failures of the program", () => {
  const found = findGuards("src/server/quotes/read.ts", SOURCE).map(({ kind, name }) => `${kind} ${name}`);
  expect(found).toEqual([
    "gate server/quotes/read.ts refusal: refuseAccess(who, caller)",
    "condition server/quotes/read.ts read: eq(quotes.organizationId, member.organizationId)",
    "condition server/quotes/read.ts read: isShown()",
    "step server/quotes/read.ts read: rows.length === 0",
    "step server/quotes/read.ts refuseOne: one.isDecided",
    "step server/quotes/read.ts refuseOne: one.isLate",
  ]);
});

test("TRUST-4 a guard of each kind gets a switch, and nothing else changes", () => {
  const text = withSwitches(SOURCE, findGuards("src/server/quotes/read.ts", SOURCE));
  expect(text).toContain(
    'if (globalThis.compiledGuards.refuse("server/quotes/read.ts read: rows.length === 0", rows',
  );
  expect(text).toContain('.limit("server/quotes/read.ts read: isShown()", isShown())))');
  expect(text.replaceAll(/globalThis\.compiledGuards\.\w+\("[^"]*", (\w+\(.*?\)|[^)]*)\)/g, "$1")).toBe(
    SOURCE,
  );
});

test("TRUST-4 the guards of accepting a document are among the guards of the source, each under one name", () => {
  const names = allGuards().map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names).toEqual(
    expect.arrayContaining([
      "domain/documents/approval.ts evaluateApproval: document.contentHash !== seenHash",
      "server/documents/queries.ts ownedBy: eq(uniqueDocuments.organizationId, organizationId)",
      "server/access/confirm-caller.ts confirmCaller: refuseAccess(caller.who, confirmed)",
      ...Object.keys(UNSEEN),
    ]),
  );
});

test("HOUSE-8 TRUST-4 without a stored list, a search finds the test that misses each guard of signing for an organization", () => {
  // The search runs tests of its own: of both suites, and not as a part of this run.
  const environment = Object.entries(process.env).filter(([name]) => !/^(VITEST|SUITE$)/.test(name));
  const told = execFileSync(
    process.execPath,
    ["tests/support/guards/remove-guards.ts", "--in", "agreements/signing.test", "--of", "refuseSigningFor"],
    { encoding: "utf8", env: Object.fromEntries(environment) },
  );
  expect(told).toContain("step: 5 guards, 5 missed by a test when taken away");
});
