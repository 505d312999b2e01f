import { expect, test } from "vitest";
import type { Call } from "#contract/call.ts";
import { CALLS } from "#contract/calls.ts";
import { namesRecord } from "#tests/support/access-table.ts";
import { makeAdmin, makePerson } from "#tests/support/factories.ts";
import { startTestApp } from "#tests/support/make-app.ts";
import { pointAt, sendPointed } from "#tests/support/pointed-calls.ts";
import { type Ids, makeRecords, NONE } from "#tests/support/records.ts";

const app = await startTestApp();
const writer = await makePerson(app.db);
const { colleague: _, ...ids } = await makeRecords(app, await makePerson(app.db));
const foreign = ids;

/** The answer to a call about these records, with their ids removed. */
async function ask(name: string, call: Call, ids: Ids): Promise<{ status: number; text: string }> {
  const sent = pointAt(name, ids, { ...writer, isWriter: true });
  const { status, text } = await sendPointed(app, call, sent, await app.signInAs(writer));
  return { status, text: Object.values(ids).reduce((told, id) => told.replaceAll(id, "ID"), text) };
}

/** General documents belong to the company and are visible to everybody; no record is foreign to admins. */
const NAMING = Object.entries(CALLS).filter(
  ([, call]) => (call.reach === "organization" || call.reach === "person") && namesRecord(call),
);

test.each(NAMING)("API-5 %s answers a foreign id as it answers one that is not there", async (name, call) => {
  const elsewhere = await ask(name, call, foreign);
  expect(elsewhere).toEqual(await ask(name, call, NONE));
  if (call.who !== "public") expect(elsewhere.status).toBe(404);
  else expect(elsewhere).toEqual({ status: 200, text: '{"data":[]}' });
});

/** Calls of the company for a record whose id is in the address. */
const OF_COMPANY = Object.entries(CALLS).filter(
  ([name, { reach, path }]) => reach === "every-organization" && path.includes("{") && name !== "findChoices",
);

test.each(OF_COMPANY)("API-5 %s answers the company that a record does not exist", async (name, call) => {
  const owner = await makeAdmin(app.db, "owner");
  const sent = pointAt(name, foreign, { ...owner, isWriter: true });
  const ofNothing = Object.entries(sent.params ?? {}).map(([param, id]) => [
    param,
    /^\d+$/.test(id) ? id : "no-such",
  ]);
  const asked = { ...sent, params: Object.fromEntries(ofNothing) };
  const { status, text } = await sendPointed(app, call, asked, await app.signInAs(owner));
  // What is gone already need not be removed.
  expect(call.method === "DELETE" ? [200, 404] : [404], text).toContain(status);
});

test("API-5 the calls that name a record are recognised", () => {
  const names = NAMING.map(([name]) => name);
  expect(names).toEqual(
    expect.arrayContaining(["getDocument", "receiveDocument", "listOptionalStatuses", "updateProfile"]),
  );
  expect(names).not.toContain("listDocuments");
  expect(names).not.toContain("getGeneralDocument");
});
