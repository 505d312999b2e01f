import { Client } from "pg";
import { describe, expect, test, vi } from "vitest";
import { getProfile } from "#contract/account.ts";
import { listManagedDocuments } from "#contract/admin/documents.ts";
import { listDocuments } from "#contract/documents.ts";
import { listWorkOrders } from "#contract/work-orders.ts";
import { encodeColumnFilters } from "#domain/lists/list-columns.ts";
import { makeAdmin, makePerson, makeProduct, makeQuote } from "#tests/support/factories.ts";
import { startTestApp } from "#tests/support/make-app.ts";
import { addManyDocuments } from "#tests/support/many-documents.ts";
import { documentStatementsOf, plansInScope, rowsReadBy } from "#tests/support/rows-read.ts";
import { casesFor } from "#tests/support/suite-cases.ts";

const ROWS = casesFor(20_000, 100_000);

type Query = NonNullable<Parameters<typeof app.requestPage<typeof listDocuments>>[1]["query"]>;

const app = await startTestApp();
// What is counted here are the statements of answers.
await app.deps.queue.stop();
const me = await makePerson(app.db);
await addManyDocuments(app.db, me.organizationId, ROWS);
await app.alterTables("vacuum analyze");

/** The plans of a page's statements on documents, in the scope of its reader. */
async function plansOf(query: Query): Promise<string> {
  const ask = () => app.requestPage(listDocuments, { as: me, query: { limit: 10, ...query } });
  const statements = await documentStatementsOf(ask);
  return app.deps.database.asOwner((owner) => plansInScope(owner, statements, me));
}

describe(`an organization of ${ROWS} documents`, () => {
  test("a page is read from the index, not by sorting everything", async () => {
    const first = await app.requestPage(listDocuments, { as: me, query: { limit: 10, offset: ROWS / 2 } });
    const { nextCursor, previousCursor } = first.page;
    for (const cursor of [nextCursor, previousCursor]) {
      const plan = await plansOf({ cursor: cursor ?? "" });
      expect(plan).toMatch(/Index Scan (Backward )?using unique_documents_list on/);
      expect(plan).toMatch(/Index Cond: .*ROW\(GREATEST/);
    }
    for (const query of [{}, { documentType: "PROPOSAL" } as const]) {
      expect(await plansOf(query)).toMatch(/Index Scan using unique_documents_list/);
    }
  });

  test("each page has its rows and the total, whatever is asked", async () => {
    const filter = encodeColumnFilters([{ id: "approvedBy", value: "ada" }]);
    const ask = async (query: Parameters<typeof app.requestPage<typeof listDocuments>>[1]["query"]) => {
      const { data, page } = await app.requestPage(listDocuments, { as: me, query: { limit: 10, ...query } });
      return { total: page.total, ids: data.map((one) => one.externalId) };
    };
    expect((await ask({})).total).toBe(ROWS);
    expect(await ask({ sort: "externalId", offset: ROWS - 2 })).toEqual({
      total: ROWS,
      ids: [`P-${ROWS - 1}`, `P-${ROWS}`],
    });
    expect(await ask({ q: "P-17777" })).toEqual({ total: 1, ids: ["P-17777"] });
    const many = await app.requestPage(listDocuments, {
      as: me,
      query: { q: "cafe", limit: 10, offset: 20 },
    });
    expect(many.data.map(({ name }) => name)).toEqual(Array(10).fill("Café fit-out"));
    expect(many.page).toMatchObject({ total: 2000, isMore: true, counts: {}, totalCost: null });
    const signed = await ask({ filter, sort: "-name" });
    expect(signed.total).toBeGreaterThan(ROWS / 100);
    expect(signed.ids).toHaveLength(10);
  });

  test.each<[string, number, Query]>([
    ["the first page", 150, {}],
    ["a page by name", 150, { sort: "name" }],
    ["a page by name, the last first, of which a fifth say the same,", ROWS / 5 + 150, { sort: "-name" }],
    ["a page by number", 150, { sort: "externalId" }],
    ["a page by day, of which each 400th says the same,", ROWS / 400 + 150, { sort: "createdAt" }],
    ["a page of one status", 400, { filter: encodeColumnFilters([{ id: "status", value: "declined" }]) }],
    ["a search that finds most", 10_000, { q: "e" }],
  ])("%s reads no more than %i rows", async (_what, most, query) => {
    const ask = () => app.requestPage(listDocuments, { as: me, query: { limit: 10, ...query } });
    await ask();
    const statements = await documentStatementsOf(ask);
    expect(statements.length).toBeGreaterThan(0);
    expect(await app.deps.database.asOwner((owner) => rowsReadBy(owner, statements, me))).toBeLessThan(most);
  });

  test("HOUSE-4 a search counts to 2,000, by status too, and its pages go on behind them", async () => {
    const ask = async (query: Query) => {
      const { data, page } = await app.requestPage(listDocuments, { as: me, query: { q: "cafe", ...query } });
      return { ids: data.map((one) => one.uniqueDocumentId), page };
    };
    const filter = (value: string) => encodeColumnFilters([{ id: "status", value }]);
    const all = await app.request(listDocuments, { as: me, query: { q: "cafe" } });
    const ids = all.map((one) => one.uniqueDocumentId);
    const first = await ask({ limit: 2000 });
    expect(first.page).toMatchObject({ total: 2000, isMore: true, counts: {}, totalCost: null });
    expect(first.ids).toEqual(ids.slice(0, 2000));
    const next = await ask({ limit: 20, cursor: first.page.nextCursor ?? "" });
    expect(next.ids).toEqual(ids.slice(2000, 2020));
    const back = await ask({ limit: 30, cursor: next.page.previousCursor ?? "" });
    expect(back.ids).toEqual(ids.slice(1970, 2000));
    expect((await ask({ limit: 20, offset: 1990 })).ids).toEqual(ids.slice(1990, 2010));
    // Fewer of one status are counted, although the search finds too many of all.
    const drafts = all.filter((one) => one.status === "DRAFT");
    const ofDrafts = await ask({ limit: 10, filter: filter("draft") });
    expect(ofDrafts.ids).toEqual(drafts.slice(0, 10).map((one) => one.uniqueDocumentId));
    expect(ofDrafts.page).toMatchObject(
      drafts.length > 2000 ? { total: 2000, isMore: true } : { total: drafts.length, counts: {} },
    );
  });

  test("HOUSE-4 the company's search counts to 2,000 as its clients' do", async () => {
    const admin = await makeAdmin(app.db, "viewer");
    const { page } = await app.requestPage(listManagedDocuments, {
      as: admin,
      query: { limit: 10, q: "cafe" },
    });
    expect(page).toMatchObject({ total: 2000, isMore: true, counts: {} });
  });

  test("all rows are still returned at once without a query", async () => {
    expect(await app.request(listDocuments, { as: me })).toHaveLength(ROWS);
  });
});

/** How many statements, without those of the queue and of new connections. */
async function statementsOf(work: () => Promise<unknown>): Promise<number> {
  const query = vi.spyOn(Client.prototype, "query");
  try {
    await work();
    return query.mock.calls.filter(([asked]) => !/pgboss|set role/.test(JSON.stringify(asked))).length;
  } finally {
    query.mockRestore();
  }
}

test("DOCS-2 lists take as many statements for thirty documents with their pages as for two", async () => {
  const ask = async (documents: number) => {
    const person = await makePerson(app.db);
    const { organizationId } = person;
    for (let n = 0; n < documents; n += 1) {
      const { productId } = await makeProduct(app.db);
      await makeQuote(app.db, {
        organizationId,
        workOrders: [{ products: [{ productId, total: "2" }] }, {}],
      });
    }
    await app.signInAs(person);
    // Who asks, and the key of their token, which is read again every five minutes.
    await app.request(getProfile, { as: person });
    const pages = await statementsOf(async () => {
      const listed = await app.request(listDocuments, { as: person, query: { include: "puckState" } });
      expect(listed.every((one) => one.puckState?.content.length === 2)).toBe(true);
    });
    const query = { include: "linkedNames", limit: 20 } as const;
    const workOrders = await statementsOf(() => app.requestPage(listWorkOrders, { as: person, query }));
    return { pages, workOrders };
  };
  const few = await ask(2);
  expect(await ask(30)).toEqual(few);
  expect(few.pages).toBeLessThan(15);
});
