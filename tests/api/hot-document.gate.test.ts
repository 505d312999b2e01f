import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { approveDocument, getDocument } from "#contract/documents.ts";
import { uniqueDocuments } from "#server/schema/documents.ts";
import { makeOrganization, makePerson, makeQuote, type TestPerson } from "#tests/support/factories.ts";
import { startTestApp } from "#tests/support/make-app.ts";
import { casesFor } from "#tests/support/suite-cases.ts";

const app = await startTestApp();

/** A writer and their organization's pending quote. */
async function setUp() {
  const organization = await makeOrganization(app.db);
  const writer = await makePerson(app.db, { organization });
  const { document } = await makeQuote(app.db, { organizationId: organization.organizationId });
  return { writer, id: document.uniqueDocumentId };
}

async function accept(as: TestPerson, id: string, contentHash: string) {
  const body = { uniqueDocumentId: id, status: "APPROVED" as const, contentHash };
  return app.request(approveDocument, { as, params: { id }, body });
}

describe("CARE-10 a document that many accept at once", () => {
  const READERS_SHARE = 1 / 10;
  const medianOf = (times: number[]) => times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0;

  test("leaves the readers of other organizations at their usual speed", async () => {
    const { writer, id } = await setUp();
    const other = await setUp();
    const { contentHash } = await app.request(getDocument, { as: writer, params: { id } });
    const read = async () => {
      const started = performance.now();
      await app.request(getDocument, { as: other.writer, params: { id: other.id } });
      return performance.now() - started;
    };
    await read();
    const usual = medianOf([await read(), await read(), await read(), await read(), await read()]);
    const started = performance.now();
    let isOver = false;
    const accepts = Promise.all(
      Array.from({ length: casesFor(100, 200) }, () => accept(writer, id, contentHash)),
    ).then((receipts) => {
      isOver = true;
      return receipts;
    });
    const times: number[] = [];
    while (!isOver) times.push(await read());
    const receipts = await accepts;
    const took = performance.now() - started;
    expect(new Set(receipts.map(({ contentHash }) => contentHash)).size).toBe(1);
    // A reader who is queued behind the acceptances waits for many of them.
    const figures = `${times.length} reads in ${Math.round(took)} ms, usually ${Math.round(usual)} ms each`;
    expect(medianOf(times) / took, figures).toBeLessThan(READERS_SHARE);
  });

  test("and that a change locks for long is answered with 503 and when to retry", async () => {
    const { writer, id } = await setUp();
    const { contentHash } = await app.request(getDocument, { as: writer, params: { id } });
    const isIt = eq(uniqueDocuments.uniqueDocumentId, id);
    const body = { uniqueDocumentId: id, status: "APPROVED", contentHash };
    const answer = await app.db.transaction(async (tx) => {
      await tx.select().from(uniqueDocuments).where(isIt).for("update");
      return app.rawRequest(`POST /api/unique-document/user/${id}/approve`, { as: writer, body });
    });
    expect(answer.status).toBe(503);
    expect(answer.headers.get("retry-after")).toBe("2");
    expect(await answer.json()).toMatchObject({
      error: { code: "unavailable", details: { reason: "busy" } },
    });
    expect(await accept(writer, id, contentHash)).toMatchObject({ status: "APPROVED" });
  });
});
