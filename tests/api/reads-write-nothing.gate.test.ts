import { eq, getTableName, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { shareDocument } from "#contract/admin/documents.ts";
import { CALLS } from "#contract/calls.ts";
import { listDocuments } from "#contract/documents.ts";
import { OTHER_ROUTES } from "#server/http/other-routes.ts";
import { uniqueDocuments } from "#server/schema/documents.ts";
import { ALL_TABLES } from "#tests/support/all-tables.ts";
import { makeAdmin, makeGeneralDocument, makePerson, sendAgain, unique } from "#tests/support/factories.ts";
import { startTestApp } from "#tests/support/make-app.ts";
import { pointAt, sendPointed } from "#tests/support/pointed-calls.ts";
import { makeRecords } from "#tests/support/records.ts";

// A GET leaves every row of every table unchanged, the queue's included.

const app = await startTestApp();
const person = await makePerson(app.db);
const admin = await makeAdmin(app.db, "owner");
const ids = await makeRecords(app, person);
await makeGeneralDocument(app.db, { isGeneralTerms: true });
const params = { id: ids.uniqueDocumentId };
await app.request(shareDocument, { as: admin, params, body: { isShared: true } });
await Promise.all([person, admin].map((one) => app.signInAs(one)));
await app.deps.queue.stop();

/** Puts an unregistered image into the page, like a page of an older version. */
async function addUnknownImage(): Promise<void> {
  const { uniqueDocumentId } = ids;
  const isIt = eq(uniqueDocuments.uniqueDocumentId, uniqueDocumentId);
  const [row] = await app.db.select().from(uniqueDocuments).where(isIt);
  if (!row) throw new Error("The document is gone.");
  const src = `https://images.test/${unique("cup")}.jpg`;
  const image = { type: "Image", props: { id: unique("Image"), src, alt: "A cup" } };
  const puckState = { ...row.puckState, content: [...row.puckState.content, image] };
  await app.db.update(uniqueDocuments).set({ puckState }).where(isIt);
  await sendAgain(app.db, uniqueDocumentId);
}

/** Every row with the transaction that wrote it last, so that rewriting a row with equal values shows too. */
async function readAllRows(): Promise<Record<string, unknown>> {
  const contents: Record<string, unknown> = {};
  for (const table of ALL_TABLES) {
    const rows = await app.db
      .select({ written: sql<string>`xmin::text`, row: sql<string>`${table}::text` })
      .from(table);
    contents[getTableName(table)] = rows.map(({ written, row }) => `${written} ${row}`).sort();
  }
  const jobs = await app.deps.database.pool.query(
    "select xmin::text, job::text from pgboss.job as job order by 2",
  );
  return { ...contents, jobs: jobs.rows };
}

async function expectUnchangedBy(read: () => Promise<void>): Promise<void> {
  await addUnknownImage();
  const before = await readAllRows();
  await read();
  expect(await readAllRows()).toEqual(before);
}

const reading = Object.entries(CALLS).filter(([, { method }]) => method === "GET");

test.each(reading)("API-1 %s writes no row", async (name, call) => {
  await expectUnchangedBy(async () => {
    const token = await app.signInAs(["viewer", "editor", "owner"].includes(call.who) ? admin : person);
    const { status, text } = await sendPointed(
      app,
      call,
      pointAt(name, ids, { ...person, isWriter: true }),
      token,
    );
    expect(status, text).toBe(200);
  });
});

test("API-1 DOCS-1 a list that brings its pages writes no row", async () => {
  await expectUnchangedBy(async () => {
    const [listed] = await app.request(listDocuments, { as: person, query: { include: "puckState" } });
    expect(listed?.puckState?.content.length).toBeGreaterThan(2);
  });
});

const otherReads = OTHER_ROUTES.filter(({ method, path }) => method === "GET" && path !== "/api/live");

test.each(otherReads)("API-1 GET $path writes no row", async ({ path }) => {
  await expectUnchangedBy(async () => {
    const address = path.replace("{uniqueDocumentId}", ids.uniqueDocumentId).replace("{width}", "480");
    const response = await app.rawRequest(`GET ${address}`, { as: person });
    const text = await response.text();
    if (path.startsWith("/view")) expect(text).toContain(ids.uniqueDocumentId);
  });
});
