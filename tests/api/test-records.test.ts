import { expect, test } from "vitest";
import { verifyEvidence } from "#server/verification/verify-evidence.ts";
import { makePerson } from "#tests/support/factories.ts";
import { createTestApp } from "#tests/support/make-app.ts";
import { CHANGE, DECIDE, READ } from "#tests/support/people-at-work.ts";
import { makeRecordsOf } from "#tests/support/records.ts";

test("TRUST-8 the records on which people work under mixed load agree with their evidence before they begin", async () => {
  const app = await createTestApp();
  const owner = await makePerson(app.db);
  for (const name of [...READ, ...CHANGE, ...DECIDE]) await makeRecordsOf(name, app, owner);
  expect((await verifyEvidence(app.deps, () => undefined)).message).toMatch(/^Intact: /);
  await app.close();
});
