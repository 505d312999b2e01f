import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { listSignedGeneralDocuments } from "#contract/agreements.ts";
import { listDocuments } from "#contract/documents.ts";
import { listInvoices } from "#contract/invoices.ts";
import { listWorkOrders } from "#contract/work-orders.ts";
import type { SignedGeneralDocument } from "#domain/agreements/general-document.ts";
import type { ListedDocument } from "#domain/documents/unique-document.ts";
import { formatDate, formatDateTime } from "#domain/format.ts";
import type { ListedInvoice } from "#domain/invoices/invoice.ts";
import { comparableText, orderKey } from "#domain/lists/comparable-text.ts";
import {
  DOCUMENT_LIST_COLUMNS,
  encodeColumnFilters,
  INVOICE_LIST_COLUMNS,
  SIGNED_GENERAL_DOCUMENT_LIST_COLUMNS,
  WORK_ORDER_LIST_COLUMNS,
} from "#domain/lists/list-columns.ts";
import type { LinkedWorkOrder } from "#domain/work-orders/work-order.ts";
import { comparable, orderable } from "#server/db/comparable-sql.ts";
import { signedGeneralDocuments } from "#server/schema/agreements.ts";
import { documentDecisions } from "#server/schema/document-versions.ts";
import {
  makeDocument,
  makeGeneralDocument,
  makeInvoice,
  makePage,
  makePerson,
  makeWorkOrder,
  unique,
} from "#tests/support/factories.ts";
import { startTestApp } from "#tests/support/make-app.ts";
import { casesFor } from "#tests/support/suite-cases.ts";
import { ALL_DOCUMENTS_COLUMNS, DOCUMENT_COLUMNS } from "#web/documents/document-columns.tsx";
import { INVOICE_COLUMNS } from "#web/invoices/invoices-page.tsx";
import type { DataTableColumn } from "#web/ui/data-table/data-table-column.ts";
import { matchingRows } from "#web/ui/data-table/matching-rows.ts";
import { WORK_ORDER_COLUMNS } from "#web/work-orders/work-orders-page.tsx";

const NAMES = [
  "WO-9 Website",
  "wo-10 website",
  "WO_9 Hosting",
  "WO-0010 Audit",
  "Café fit-out 100%",
  "Cafe\u0301 Fit-out",
  "Zürich ﬁt-out",
  "zurich (2nd)",
  "  spaced  out ",
  "Über-Straße",
  "v1.9.12",
  "V1.10.2",
  "123456789012345",
  "2 × 3 — “quoted”",
  "back\\slash_and%percent",
];

const SOUGHT = [
  "website",
  "WO_9",
  "wo-9",
  "wo 9",
  "1",
  "10",
  "CAFE",
  "fit-out",
  "fit-out 1",
  "zurich",
  "%",
  "\\",
  "(",
  " ",
  "  ",
  "“",
  "straße",
  "nov",
  "Nov 2026",
  "1 nov",
  "sept",
  "June",
  "2026",
  "25",
  "am",
  "8:41",
  ", 1",
  "aedt",
  "AM AEST",
  "pending",
  "PEND",
  "in progress",
  "IN_PRO",
  "uat",
  "paid",
  "Unpaid",
  "DECLINED BY",
  "declined by ada",
  "o",
  "ada",
  "Ålund",
  "alund",
  "xero",
  "https://",
  "null",
  "undefined",
  "no such text",
  "́",
  "é",
];

const MOMENTS = [
  "2026-11-21T09:41:05.000Z",
  "2026-11-01T00:00:00.000Z",
  "2026-10-31T23:59:59.999Z",
  "2026-09-03T13:05:00.000Z",
  "2026-06-30T14:30:00.000Z",
  "2025-12-31T23:00:00.000Z",
  "2024-02-29T12:00:00.000Z",
  "2024-02-29T12:00:00.000Z",
].map((iso) => new Date(iso));

/** The zone of the columns of the web, which is the portal's own unless it is set. */
const timeZone = "Australia/Sydney";

const pick = <One>(all: readonly One[], n: number) => all[n % all.length] as One;

const app = await startTestApp();
const me = await makePerson(app.db);
const { organizationId } = me;
for (const [n, name] of NAMES.entries()) {
  const createdAt = pick(MOMENTS, n);
  const status = pick(["PENDING", "APPROVED", "DRAFT", "DECLINED", "APPROVED"] as const, n);
  const document = await makeDocument(app.db, {
    organizationId,
    externalId: `P-${n}`,
    name,
    status,
    createdAt,
    updatedAt: createdAt,
  });
  const { uniqueDocumentId } = document;
  if (status === "APPROVED" || status === "DECLINED") {
    await app.db.insert(documentDecisions).values({
      uniqueDocumentId,
      organizationId,
      decision: status,
      decidedAt: pick(MOMENTS, n + 3),
      userName: pick(["Ada Byron", "Zoë Ålund", "ada 2", "Ada 10"], n),
      userEmail: "signer@example.test",
      organizationName: "Client",
      contentHash: "0".repeat(64),
      page: makePage(),
    });
  }
  const invoice = await makeInvoice(app.db, {
    organizationId,
    externalId: `I-${n}`,
    name: pick(NAMES, n + 4),
    xeroLink: n % 3 === 0 ? null : `https://xero.example/In_${n}`,
    invoiceStatus: pick(["PAID", "UNPAID", "CANCELLED"] as const, n),
    createdAt,
  });
  await makeWorkOrder(app.db, {
    organizationId,
    externalId: `W-${n}`,
    name: pick(NAMES, n + 7),
    workOrderStatus: pick(["OPEN", "IN_PROGRESS", "UAT", "DONE", "IN_REVIEW"] as const, n),
    createdAt,
    products: [],
    ...(n % 3 === 0 ? {} : { uniqueDocumentId }),
    ...(n % 4 === 0 ? {} : { invoiceId: invoice.invoiceId }),
  });
  const general = await makeGeneralDocument(app.db, { name: pick(NAMES, n + 2) });
  await app.db.insert(signedGeneralDocuments).values({
    signedGeneralDocumentId: unique("signed"),
    generalDocumentId: general.generalDocumentId,
    userFirstName: "Ada",
    userLastName: pick(["Byron", "Ålund"], n),
    userEmail: `ada-${n}@example.test`,
    organizationId,
    signedAt: pick(MOMENTS, n),
  });
}

type Query = { q?: string; filter?: string; sort?: never; timeZone: string };

/** A list of the server, and the table that shows it with all rows. */
type Compared<Row> = {
  ids: readonly string[];
  columns: readonly DataTableColumn<Row>[];
  fetch: (query: Query) => Promise<Row[]>;
};

/** The rows that both find differently, for every column and every text. */
async function differences<Row>({ ids, columns, fetch }: Compared<Row>): Promise<unknown[]> {
  const all = await fetch({ timeZone });
  const found: unknown[] = [];
  async function compare(
    search: string,
    columnFilters: { id: string; value: string }[],
    sort: string | null,
  ) {
    const query = {
      timeZone,
      ...(search ? { q: search } : {}),
      ...(columnFilters.length > 0 ? { filter: encodeColumnFilters(columnFilters) } : {}),
      ...(sort ? { sort: sort as never } : {}),
    };
    const inBrowser = matchingRows(all, columns, {
      search,
      columnFilters,
      sort: sort ? { id: sort.replace("-", ""), desc: sort.startsWith("-") } : null,
    });
    const onServer = await fetch(query);
    if (JSON.stringify(onServer) !== JSON.stringify(inBrowser)) found.push({ query, onServer, inBrowser });
  }
  for (const [n, text] of SOUGHT.entries()) {
    await compare(text, [], null);
    const columns = casesFor([ids[n % ids.length] ?? ""], [...ids]);
    for (const id of columns) await compare("", [{ id, value: text }], null);
  }
  for (const id of ids) {
    await compare("", [], id);
    await compare("o", [], `-${id}`);
  }
  await compare("e", [{ id: ids[1] ?? "", value: "o" }], ids[0] ?? null);
  return found;
}

test("TABLE-1 documents are found and sorted by the database as by their table", async () => {
  const fetch = (query: Query): Promise<ListedDocument[]> => app.request(listDocuments, { as: me, query });
  // In the list of every type, the type stands in place of the day of creation. Both are searched.
  const columns = [...DOCUMENT_COLUMNS, ...ALL_DOCUMENTS_COLUMNS.filter(({ id }) => id === "documentType")];
  expect(await differences({ ids: DOCUMENT_LIST_COLUMNS, columns, fetch })).toEqual([]);
});

test("TABLE-1 work orders are found and sorted by the database as by their table", async () => {
  const columns = WORK_ORDER_COLUMNS;
  const fetch = (query: Query): Promise<LinkedWorkOrder[]> =>
    app.request(listWorkOrders, { as: me, query: { ...query, include: "linkedNames" } });
  expect(await differences({ ids: WORK_ORDER_LIST_COLUMNS, columns, fetch })).toEqual([]);
});

test("TABLE-1 invoices are found and sorted by the database as by their table", async () => {
  const columns = INVOICE_COLUMNS;
  const fetch = (query: Query): Promise<ListedInvoice[]> => app.request(listInvoices, { as: me, query });
  expect(await differences({ ids: INVOICE_LIST_COLUMNS, columns, fetch })).toEqual([]);
});

test("TABLE-1 signed agreements are found and sorted by the database as by their table", async () => {
  const names = await app.db.execute<{ id: string; name: string }>(
    sql`select general_document_id as id, name from general_document_versions`,
  );
  const nameById = new Map(names.rows.map(({ id, name }) => [id, name]));
  const columns: DataTableColumn<SignedGeneralDocument>[] = [
    { id: "name", header: "Document", text: (row) => nameById.get(row.documentId) ?? null },
    {
      id: "signedBy",
      header: "Signed By",
      text: (row) => `${row.userFirstName} ${row.userLastName} ${row.userEmail}`,
    },
    {
      id: "signedAt",
      header: "Signed At",
      text: (row) => formatDateTime(row.signedAt, timeZone),
      sortKey: (row) => row.signedAt,
    },
  ];
  const fetch = (query: Query): Promise<SignedGeneralDocument[]> =>
    app.request(listSignedGeneralDocuments, { as: me, query });
  expect(await differences({ ids: SIGNED_GENERAL_DOCUMENT_LIST_COLUMNS, columns, fetch })).toEqual([]);
});

describe.each(["Pacific/Auckland", "America/Los_Angeles", "Asia/Kolkata", "UTC"])("in %s", (zone) => {
  test("TABLE-1 days are found as they are there", async () => {
    const all = await app.request(listDocuments, { as: me });
    for (const q of ["1 Nov", "31 oct 2026", "30 june", "1 July", "1 jan 2026"]) {
      const filter = encodeColumnFilters([{ id: "createdAt", value: q }]);
      const found = await app.request(listDocuments, { as: me, query: { filter, timeZone: zone } });
      const searched = comparableText(q);
      expect(found, q).toEqual(
        all.filter((one) => comparableText(formatDate(one.createdAt, zone)).includes(searched)),
      );
    }
  });
});

test("TABLE-1 the database makes text comparable as the browser does", async () => {
  for (const text of [
    ...NAMES,
    ...SOUGHT,
    "2026-11-21T09:41:05.000Z",
    "a00012b000000000000000",
    "0",
    "٣ items",

    "Straße",
    "STRASSE",
    "Ørsted",
    "Łódź",
    "Æbeltoft",
    "Œuvre",
    "ﬁsh",
    "İstanbul",
    "ışık",
    "ẞ",
    "Þór",
    "Əli",
    "ＡＢＣ",

    "O’Brien",
    "O´Brien",
    "a – b",
    "a‑b",
    "two  spaces\u2003x\u2028y",
    "Ember\u200bWorks",
    "\u202aWei\u202c",
    "ЖИЛСТРОЙ",
  ]) {
    const made = await app.db.execute<{ comparable: string; orderable: string }>(
      sql`select ${comparable(sql`${text}::text`)} as comparable, ${orderable(sql`${text}::text`)} as orderable`,
    );
    expect(made.rows, text).toEqual([{ comparable: comparableText(text), orderable: orderKey(text) }]);
  }
});
