import { sql } from "drizzle-orm";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { getProfile } from "#contract/account.ts";
import { listAdminDocuments } from "#contract/admin/documents.ts";
import { listDocuments } from "#contract/documents.ts";
import { listWorkOrders } from "#contract/work-orders.ts";
import { encodeColumnFilters } from "#domain/lists/column-filters.ts";
import { DOCUMENT_LIST } from "#server/documents/list-documents.ts";
import { pageStatement, type Sought } from "#server/lists/find-page.ts";
import { findByLetters } from "#server/lists/letters.ts";
import { termsOf } from "#server/lists/order.ts";
import { shownType, uniqueDocuments } from "#server/schema/documents.ts";
import { readInScope } from "#server/wall/in-scope.ts";
import {
  makeAdmin,
  makeDocument,
  makePerson,
  makeProduct,
  makeQuote,
  type TestPerson,
} from "#tests/support/factories.ts";
import { createTestApp, type TestApp } from "#tests/support/make-app.ts";
import { many } from "#tests/support/many.ts";
import { addManyDocuments } from "#tests/support/many-documents.ts";
import { messagesOf } from "#tests/support/messages-of.ts";
import { documentStatementsOf, rowsReadBy } from "#tests/support/rows-read.ts";

const ROWS = many(20_000, 100_000);

type Query = NonNullable<Parameters<typeof app.requestPage<typeof listDocuments>>[1]["query"]>;

let app: TestApp;
let me: TestPerson;
beforeAll(async () => {
  app = await createTestApp();
  // What is counted here are the statements of answers.
  await app.deps.queue.stop();
  me = await makePerson(app.db);
  await addManyDocuments(app.db, me.organizationId, ROWS);
  // Also takes what was added into the indexes of letters.
  await app.alterTables("vacuum analyze");
});
afterAll(() => app?.close());

async function planOf(given: Partial<Sought> & Pick<Sought, "where">): Promise<string> {
  const terms = termsOf(DOCUMENT_LIST, undefined);
  const sought: Sought = {
    words: null,
    counts: undefined,
    isSearch: false,
    terms,
    turn: null,
    limit: 10,
    offset: 0,
    ...given,
  };
  const plan = await app.db.execute<{ "QUERY PLAN": string }>(
    sql`explain ${pageStatement(DOCUMENT_LIST, sought)}`,
  );
  return plan.rows.map((row) => row["QUERY PLAN"]).join("\n");
}

describe(`an organization of ${ROWS} documents`, () => {
  test("a page is read from the index, not by sorting everything", async () => {
    const own = sql`${uniqueDocuments.organizationId} = ${me.organizationId}`;
    const ofType = sql`${own} and ${shownType(uniqueDocuments)} = 'PROPOSAL'`;
    const position = ["2026-10-01 00:00:00+00", "x"];
    for (const direction of ["after", "before"] as const) {
      const plan = await planOf({ where: own, turn: { direction, position } });
      expect(plan).toMatch(/Index Scan (Backward )?using unique_documents_list on/);
      expect(plan).toMatch(/Index Cond: .*ROW\(GREATEST/);
    }
    for (const where of [own, ofType]) {
      const plan = await planOf({ where });
      expect(plan).toMatch(/Limit.*\n *-> {2}Index Scan using unique_documents_list/);
    }
  });

  test("a page and its total count no rows, whichever status is asked for", async () => {
    const own = sql`${uniqueDocuments.organizationId} = ${me.organizationId}`;
    const counts = { list: "shown documents", organizationId: me.organizationId } as const;
    const readings = (plan: string) => plan.split(/ on unique_documents\b/).length - 1;
    expect(readings(await planOf({ where: own }))).toBe(2);
    for (const words of [null, ["PENDING"]]) {
      expect(readings(await planOf({ where: own, counts, words }))).toBe(1);
    }
  });

  test.each([
    ["search", { q: "P-17777" }, "unique_documents_letters_of_organizations"],
    ["order by value, dearest first,", { sort: "-totalCost" }, "unique_documents_by_total"],
    ["order by value, cheapest first,", { sort: "totalCost" }, "unique_documents_by_total"],
  ] as const)("COMPANY-11 the company's %s is answered from an index", async (_asked, query, name) => {
    const admin = await makeAdmin(app.db, "viewer");
    const asked = vi.spyOn(Client.prototype, "query");
    await app.requestPage(listAdminDocuments, { as: admin, query: { limit: 10, ...query } });
    const calls = asked.mock.calls.map(([statement, values]) => ({ ...Object(statement), values }));
    asked.mockRestore();
    const { text, values } = calls.find((call) => String(call.text).includes("with matching as")) ?? {};
    const plan = await app.deps.database.asOwner((owner) => owner.query(`explain ${text}`, values));
    expect(JSON.stringify(plan.rows)).toMatch(new RegExp(`Index Scan (Backward )?(using|on) ${name}`));
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
    ["the last page", 150, { offset: ROWS - 10 }],
    ["a page by name", 150, { sort: "name" }],
    ["a page by name, the last first, of which a fifth say the same,", ROWS / 5 + 150, { sort: "-name" }],
    ["a page by number", 150, { sort: "externalId" }],
    ["a page by day, of which each 400th says the same,", ROWS / 400 + 150, { sort: "createdAt" }],
    ["a page by status", 200, { sort: "status" }],
    ["a page by status, the last first,", 200, { sort: "-status" }],
    ["the last page by status", 200, { sort: "status", offset: ROWS - 10 }],
    ["a page of one status", 150, { filter: encodeColumnFilters([{ id: "status", value: "declined" }]) }],
    ["a search that finds one", 300, { q: "P-17777" }],
    ["a search that finds nothing", 300, { q: "no such text" }],
    ["a search that finds most", 10_000, { q: "e" }],
    [
      "the filter of a signer whom nobody knows",
      300,
      { filter: encodeColumnFilters([{ id: "approvedBy", value: "nobody" }]) },
    ],
  ])("%s reads no more than %i rows", async (_what, most, query) => {
    const ask = () => app.requestPage(listDocuments, { as: me, query: { limit: 10, ...query } });
    await ask();
    const statements = await documentStatementsOf(ask);
    expect(statements.length).toBeGreaterThan(0);
    expect(await app.deps.database.asOwner((owner) => rowsReadBy(owner, statements, me))).toBeLessThan(most);
  });

  test("letters find rows of the own organization only", async () => {
    const other = await makePerson(app.db);
    const { uniqueDocumentId } = await makeDocument(app.db, {
      organizationId: other.organizationId,
      name: "Café fit-out",
    });
    const find = (organizationId: string) =>
      readInScope(
        app.deps.database,
        { role: "member", userProfileId: me.userProfileId, organizationId },
        (db) => findByLetters(db, { list: "documents", columns: ["name"], wanted: "cafe" }, ROWS),
      );
    expect(await find(other.organizationId)).toEqual([uniqueDocumentId]);
    const own = await find(me.organizationId);
    expect(own?.every((id) => id.startsWith(me.organizationId))).toBe(true);
    expect(own).toHaveLength(ROWS / 5);
  });

  test("all rows still come at once where nothing is asked", async () => {
    expect(await app.request(listDocuments, { as: me })).toHaveLength(ROWS);
  });
});

async function statementsOf(work: () => Promise<unknown>): Promise<number> {
  return (await messagesOf(work)).reduce((sum, statements) => sum + statements, 0);
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
