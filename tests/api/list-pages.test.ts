import { eq, inArray } from "drizzle-orm";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { listSignedGeneralDocuments } from "#contract/agreements.ts";
import { listDocuments } from "#contract/documents.ts";
import { listInvoices } from "#contract/invoices.ts";
import { listNotifications } from "#contract/notifications.ts";
import { getWorkOrder, listWorkOrders } from "#contract/work-orders.ts";
import { DOCUMENT_LIST_COLUMNS, encodeColumnFilters } from "#domain/lists/list-columns.ts";
import { signedGeneralDocuments } from "#server/schema/agreements.ts";
import { uniqueDocuments } from "#server/schema/documents.ts";
import {
  makeDocument,
  makeGeneralDocument,
  makeInvoice,
  makeNotification,
  makePerson,
  makeWorkOrder,
  unique,
} from "#tests/support/factories.ts";
import { startTestApp } from "#tests/support/make-app.ts";
import { addManyDocuments } from "#tests/support/many-documents.ts";
import { casesFor } from "#tests/support/suite-cases.ts";

const ROWS = 300;
const LIMIT = 41;

const app = await startTestApp();
const me = await makePerson(app.db);
await addManyDocuments(app.db, me.organizationId, ROWS);
// Without statistics the database joins all rows with all, which is fifty times slower.
await app.alterTables("analyze");

type Query = NonNullable<Parameters<typeof app.requestPage<typeof listDocuments>>[1]["query"]>;
type Sort = NonNullable<Query["sort"]>;

const SORTS: (Sort | undefined)[] = [
  undefined,
  ...DOCUMENT_LIST_COLUMNS.flatMap((id): Sort[] => [id, `-${id}`]),
];

async function idsOf(query: Query): Promise<string[]> {
  const all = await app.request(listDocuments, { as: me, query });
  return all.map((one) => one.uniqueDocumentId);
}

/** Follows the cursors to the end; `between` runs after every page. */
async function walk(
  query: Query,
  follow: "nextCursor" | "previousCursor",
  between: () => Promise<unknown>,
): Promise<string[]> {
  const ids: string[] = [];
  let cursor = query.cursor;
  do {
    const { data, page } = await app.requestPage(listDocuments, {
      as: me,
      query: { limit: LIMIT, ...query, ...(cursor === undefined ? {} : { cursor }) },
    });
    const found = data.map((one) => one.uniqueDocumentId);
    if (follow === "nextCursor") ids.push(...found);
    else ids.unshift(...found);
    await between();
    cursor = page[follow] ?? undefined;
  } while (cursor !== undefined);
  return ids;
}

describe.each(SORTS)("sorted by %s", (sort) => {
  const query: Query = sort === undefined ? {} : { sort };

  test("every row is returned once, in order, also while rows are inserted", async () => {
    const before = await idsOf(query);
    const added: string[] = [];
    const walked = await walk(query, "nextCursor", async () => {
      const { uniqueDocumentId } = await makeDocument(app.db, {
        organizationId: me.organizationId,
        status: "DRAFT",
      });
      added.push(uniqueDocumentId);
    });
    expect(walked.filter((id) => !added.includes(id))).toEqual(before);
    expect(new Set(walked).size).toBe(walked.length);
    for (const id of added) {
      await app.db.delete(uniqueDocuments).where(eq(uniqueDocuments.uniqueDocumentId, id));
    }
  });

  test("the way back leads through the same rows", async () => {
    const { data, page } = await app.requestPage(listDocuments, {
      as: me,
      query: { ...query, limit: 2, offset: ROWS - 2 },
    });
    const last = data.map((one) => one.uniqueDocumentId);
    const cursor = page.previousCursor ?? "";
    const walked = await walk({ ...query, cursor }, "previousCursor", async () => undefined);
    expect([...walked, ...last]).toEqual(await idsOf(query));
  });

  test("any page can be opened by its offset", async () => {
    const all = await idsOf(query);
    for (const offset of [0, 10, 155, ROWS - 3, ROWS, ROWS + 5]) {
      const { data, page } = await app.requestPage(listDocuments, {
        as: me,
        query: { ...query, limit: 10, offset },
      });
      expect(data.map((one) => one.uniqueDocumentId)).toEqual(all.slice(offset, offset + 10));
      expect(page.total).toBe(ROWS);
      expect(page.nextCursor === null).toBe(offset + 10 >= ROWS);
      expect(page.previousCursor === null).toBe(offset === 0 || offset >= ROWS);
    }
  });
});

const walked = fc.record({
  sort: fc.constantFrom(...SORTS),
  status: fc.constantFrom(undefined, "ed", "draft"),
  name: fc.constantFrom(undefined, "online"),
  q: fc.constantFrom(undefined, "e", "cafe", "2026"),
  limit: fc.integer({ min: 20, max: 200 }),
  isBackwards: fc.boolean(),
});

test("HOUSE-4 every walk meets each row once and in order, whatever is sorted, filtered, searched and inserted", async () => {
  const queryOf = ({
    sort,
    status,
    name,
    q,
  }: {
    sort?: Sort;
    status?: string;
    name?: string;
    q?: string;
  }) => {
    const filters = [
      ...(status ? [{ id: "status", value: status }] : []),
      ...(name ? [{ id: "name", value: name }] : []),
    ];
    const filter = filters.length > 0 ? encodeColumnFilters(filters) : undefined;
    return { ...(sort && { sort }), ...(q && { q }), ...(filter && { filter }) } as Query;
  };
  await fc.assert(
    fc.asyncProperty(walked, async ({ limit, isBackwards, ...asked }) => {
      const query = queryOf(asked);
      const before = await idsOf(query);
      const added: string[] = [];
      const insert = async () => {
        const name = ["online Store 1", "Café", "Website"][added.length % 3] ?? "";
        const { organizationId } = me;
        const { uniqueDocumentId } = await makeDocument(app.db, { organizationId, name, status: "DRAFT" });
        added.push(uniqueDocumentId);
      };
      let found: string[];
      if (isBackwards) {
        const offset = Math.max(before.length - 1, 0);
        const { data, page } = await app.requestPage(listDocuments, {
          as: me,
          query: { ...query, limit, offset },
        });
        const cursor = page.previousCursor;
        const earlier = cursor ? await walk({ ...query, limit, cursor }, "previousCursor", insert) : [];
        found = [...earlier, ...data.map((one) => one.uniqueDocumentId)];
      } else {
        found = await walk({ ...query, limit }, "nextCursor", insert);
      }
      expect(found.filter((id) => !added.includes(id))).toEqual(before);
      expect(new Set(found).size).toBe(found.length);
      const order = await idsOf(query);
      expect(found).toEqual(order.filter((id) => found.includes(id)));
      await app.db.delete(uniqueDocuments).where(inArray(uniqueDocuments.uniqueDocumentId, added));
    }),
    { numRuns: casesFor(20, 200), endOnFailure: true },
  );
});

test("DOCS-2 without parameters a list is all rows, without further fields", async () => {
  const response = await app.rawRequest("GET /api/unique-document/user/list", { as: me });
  const answer = (await response.json()) as { data: unknown[] };
  expect(Object.keys(answer)).toEqual(["data"]);
  expect(answer.data).toHaveLength(ROWS);
});

test("DASH-3 a page has the number and the total cost of documents, without drafts", async () => {
  const all = await app.request(listDocuments, { as: me });
  const query = { documentType: "PROPOSAL", status: "PENDING", limit: 1 } as const;
  const { data, page } = await app.requestPage(listDocuments, { as: me, query });
  const waiting = all.filter((one) => one.documentType === "PROPOSAL" && one.status === "PENDING");
  const cents = waiting.reduce((sum, one) => sum + Math.round((one.totalCost ?? 0) * 100), 0);
  expect(data).toEqual(waiting.slice(0, 1));
  expect(page).toMatchObject({ total: waiting.length, totalCost: (cents / 100).toFixed(2) });
  const drafts = await app.requestPage(listDocuments, { as: me, query: { status: "DRAFT", limit: 1 } });
  expect(drafts.page.total).toBeGreaterThan(0);
  expect(drafts.page.totalCost).toBeNull();
});

test("the rows of some statuses are returned once, in the order of the list", async () => {
  const query: Query = { filter: encodeColumnFilters([{ id: "status", value: "ed" }]) };
  const all = await idsOf(query);
  expect(all.length).toBeLessThan(ROWS);
  expect(await walk({ ...query, limit: 7 }, "nextCursor", async () => undefined)).toEqual(all);
});

test("a search continues by cursor, and has the total of its matches", async () => {
  const query: Query = { q: "CAFE", filter: encodeColumnFilters([{ id: "status", value: "approved" }]) };
  const all = await idsOf(query);
  expect(all.length).toBeGreaterThan(10);
  expect(await walk({ ...query, limit: 7 }, "nextCursor", async () => undefined)).toEqual(all);
  const { page } = await app.requestPage(listDocuments, { as: me, query: { ...query, limit: 1 } });
  expect(page.total).toBe(all.length);
  const nothing = await app.requestPage(listDocuments, { as: me, query: { q: "no such text", limit: 5 } });
  expect(nothing).toEqual({
    data: [],
    page: {
      total: 0,
      counts: {},
      nextCursor: null,
      previousCursor: null,
      totalCost: null,
      hidesPrices: false,
    },
  });
});

test("TABLE-4 a page counts the search's rows of each status, whichever status is selected", async () => {
  const found = await app.request(listDocuments, { as: me, query: { q: "cafe" } });
  const counts: Record<string, number> = {};
  for (const { status } of found) counts[status] = (counts[status] ?? 0) + 1;
  expect(Object.keys(counts).length).toBeGreaterThan(2);
  const { PENDING: pending } = counts;
  const filter = encodeColumnFilters([{ id: "status", value: "PENDING" }]);
  for (const [query, total] of [
    [{ q: "cafe", limit: 5 }, found.length],
    [{ q: "cafe", limit: 5, filter }, pending],
    [{ q: "cafe", limit: 5, filter, sort: "-name", offset: 10_000 }, pending],
  ] as const) {
    const { page, data } = await app.requestPage(listDocuments, { as: me, query });
    expect(page).toMatchObject({ total, counts });
    if (query.filter) expect(data.every((one) => one.status === "PENDING")).toBe(true);
  }
  const asked = { q: "cafe", filter };
  expect(await walk({ ...asked, limit: 7 }, "nextCursor", async () => undefined)).toEqual(await idsOf(asked));
});

test("INV-5 a filter by PAID finds no UNPAID invoice", async () => {
  const person = await makePerson(app.db);
  const { organizationId } = person;
  for (const invoiceStatus of ["PAID", "UNPAID", "UNPAID"] as const) {
    await makeInvoice(app.db, { organizationId, invoiceStatus });
  }
  const filter = encodeColumnFilters([{ id: "invoiceStatus", value: "PAID" }]);
  const { data, page } = await app.requestPage(listInvoices, { as: person, query: { filter, limit: 10 } });
  expect(data.map((one) => one.invoiceStatus)).toEqual(["PAID"]);
  expect(page).toMatchObject({ total: 1, counts: { PAID: 1, UNPAID: 2 } });
});

test("API-5 the documents of a foreign invoice are none, as of one that is not there", async () => {
  const foreign = await makeInvoice(app.db);
  await makeDocument(app.db, { organizationId: foreign.organizationId, invoiceId: foreign.invoiceId });
  const mine = await makeInvoice(app.db, { organizationId: me.organizationId });
  const { uniqueDocumentId } = await makeDocument(app.db, {
    organizationId: me.organizationId,
    invoiceId: mine.invoiceId,
  });
  expect(await idsOf({ invoice: foreign.invoiceId })).toEqual([]);
  expect(await idsOf({ invoice: "no-such-invoice" })).toEqual([]);
  expect(await idsOf({ invoice: mine.invoiceId })).toEqual([uniqueDocumentId]);
});

test("WORK-1 INV-1 NOTE-1 the other lists have the same parameters", async () => {
  const person = await makePerson(app.db);
  const { organizationId, userProfileId } = person;
  const general = await makeGeneralDocument(app.db);
  for (const day of [1, 2, 3]) {
    const createdAt = new Date(Date.UTC(2026, 0, day));
    await makeInvoice(app.db, { organizationId, createdAt, name: `Invoice ${day}` });
    await makeWorkOrder(app.db, { organizationId, createdAt, name: `Work ${day}`, products: [] });
    await makeNotification(app.db, { organizationId, userProfileId, createdAt, read: day < 3 });
    await app.db.insert(signedGeneralDocuments).values({
      signedGeneralDocumentId: unique("signed"),
      generalDocumentId: general.generalDocumentId,
      userFirstName: "Ada",
      userLastName: `Byron ${day}`,
      userEmail: "ada@example.test",
      organizationId,
      signedAt: createdAt,
    });
  }
  const query = { limit: 2 };
  const span = { startDate: "2027-01-01T00:00:00Z", endDate: "2025-01-01T00:00:00Z" };
  const invoices = await app.requestPage(listInvoices, { as: person, query });
  expect(invoices.data.map((one) => one.name)).toEqual(["Invoice 3", "Invoice 2"]);
  const workOrders = await app.requestPage(listWorkOrders, { as: person, query });
  expect(workOrders.data.map((one) => one.name)).toEqual(["Work 3", "Work 2"]);
  const signed = await app.requestPage(listSignedGeneralDocuments, { as: person, query });
  expect(signed.data.map((one) => one.userLastName)).toEqual(["Byron 3", "Byron 2"]);
  const notes = await app.requestPage(listNotifications, { as: person, query, body: span });
  expect(notes.data.map((one) => one.read)).toEqual([false, true]);
  for (const { page } of [invoices, workOrders, signed, notes]) expect(page.total).toBe(3);

  const rest = { as: person, query: { limit: 2, cursor: notes.page.nextCursor ?? "" }, body: span };
  expect((await app.requestPage(listNotifications, rest)).data).toHaveLength(1);
  const unread = { as: person, query: { limit: 1, read: "false" }, body: span } as const;
  expect((await app.requestPage(listNotifications, unread)).page.total).toBe(1);
});

test("WORK-1 work orders include the names of linked records on request", async () => {
  const person = await makePerson(app.db);
  const { organizationId } = person;
  const document = await makeDocument(app.db, { organizationId, name: "The proposal" });
  const invoice = await makeInvoice(app.db, { organizationId, name: "The invoice" });
  const { uniqueDocumentId } = document;
  const linked = { organizationId, products: [], uniqueDocumentId, invoiceId: invoice.invoiceId };
  const { workOrderId } = await makeWorkOrder(app.db, linked);
  await makeWorkOrder(app.db, { organizationId, products: [] });
  const linkedNames = { uniqueDocument: "The proposal", invoice: "The invoice" };
  const query = { include: "linkedNames", sort: "invoice" } as const;
  const listed = await app.request(listWorkOrders, { as: person, query });
  expect(listed.map((one) => one.linkedNames)).toEqual([
    linkedNames,
    { uniqueDocument: null, invoice: null },
  ]);
  const given = { as: person, params: { id: workOrderId } };
  const one = await app.request(getWorkOrder, { ...given, query: { include: "linkedNames" } });
  expect(one.linkedNames).toEqual(linkedNames);
  expect(await app.request(getWorkOrder, given)).not.toHaveProperty("linkedNames");
});
