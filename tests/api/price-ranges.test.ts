import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { getChecks, getDraft, savePage, sendDocument } from "#contract/admin/drafts.ts";
import { checkProducts } from "#contract/admin/products.ts";
import { approveDocument, declineDocument, getDocument } from "#contract/documents.ts";
import { chooseOptionalWork } from "#contract/work-orders.ts";
import type { PuckState } from "#domain/page/page.ts";
import { documentDecisions, documentSnapshots } from "#server/schema/document-versions.ts";
import { mails } from "#server/schema/mail.ts";
import { loadWorld } from "#server/world/load-world.ts";
import { WorldRefusedError } from "#server/world/world-error.ts";
import { openOffice } from "#tests/support/company-documents.ts";
import {
  makeDocument,
  makePerson,
  makeProduct,
  makeQuote,
  type TestPerson,
  unique,
} from "#tests/support/factories.ts";
import { startTestApp } from "#tests/support/make-app.ts";

const app = await startTestApp();
const office = await openOffice(app);

type Line = { product?: string; price?: unknown; count?: unknown };
const table = (...lineItems: Line[]) => ({ type: "PricingTable", props: { id: "table", lineItems } });
const pageOf = (...content: PuckState["content"]): PuckState => ({ root: { props: {} }, content });

async function makePriced(status: "DRAFT" | "PENDING", puckState: PuckState) {
  const writer = await makePerson(app.db);
  const { organizationId } = writer;
  const shown = status === "DRAFT" ? { shownAt: null } : {};
  const { uniqueDocumentId: id } = await makeDocument(app.db, {
    organizationId,
    status,
    puckState,
    ...shown,
  });
  return { writer, organizationId, id };
}

const readAs = (as: TestPerson, id: string) => app.request(getDocument, { as, params: { id } });
async function accepting(as: TestPerson, id: string) {
  const { contentHash } = await readAs(as, id);
  const body = { uniqueDocumentId: id, status: "APPROVED" as const, contentHash };
  return { as, params: { id }, body };
}
const refuseToAccept = async (as: TestPerson, id: string) =>
  app.refusal(approveDocument, await accepting(as, id));
const draftOf = (id: string) => app.request(getDraft, { as: office.editor, params: { id } });

test("FIELD-7 a draft stores out-of-range figures as typed, and has no total until they are corrected", async () => {
  const { id } = await makePriced("DRAFT", pageOf(table({ product: "Oak", price: 10, count: 1 })));
  const as = office.editor;
  const typed = pageOf(
    table({ product: "Oak", price: "1e308", count: "-1" }, { price: "12,5", count: 1e300 }, { price: 5 }),
    {
      type: "WorkOrders",
      props: { id: "work", workOrderData: { workOrderIds: [] }, globalDiscountPercent: "150" },
    },
  );
  const save = (page: PuckState, revision: number) =>
    app.request(savePage, { as, params: { id }, body: { revision, page } });
  expect(await save(typed, 1)).toMatchObject({ revision: 2, totalCost: null });
  expect((await draftOf(id)).page.content).toEqual(typed.content);
  expect((await office.read(id)).totalCost).toBeNull();

  const { checks } = await app.request(getChecks, { as, params: { id } });
  const wrong = checks.filter(({ kind }) => kind === "amount-out-of-range");
  expect(wrong.map(({ blockId, isRefused, message }) => [blockId, isRefused, message])).toEqual([
    [
      "table",
      true,
      "The price of “Oak” is “1e308”, which is not used. Please enter a number, such as 95.50.",
    ],
    [
      "table",
      true,
      "The count of “Oak” is “-1”. A count is 0 or more: write a credit as a price below zero.",
    ],
    [
      "table",
      true,
      "The price on line 2 of a price table is “12,5”, which is not used. Please write decimals with a point: 12.5.",
    ],
    [
      "table",
      true,
      "The count on line 2 of a price table is “1e+300”, which is not used. Please use a number below 1,000,000,000,000.",
    ],
    ["work", true, "The discount on all work is “150”, which is not used. A percentage is from 0 to 100."],
  ]);
  const sending = { as, params: { id }, body: { revision: 2 } };
  expect(await app.refusal(sendDocument, sending)).toMatchObject({
    status: 409,
    message:
      "The price of “Oak” is “1e308”, which is not used. Please enter a number, such as 95.50. Nothing was sent.",
    details: {
      reason: "amount-out-of-range",
      issues: wrong.map(({ blockId, message }) => ({ blockId, message, path: expect.any(String) })),
    },
  });
  expect((await office.read(id)).status).toBe("DRAFT");
  expect(await app.db.select().from(mails).where(eq(mails.aboutId, id))).toEqual([]);

  const right = pageOf(
    table({ product: "Oak", price: 10, count: 2 }, { product: "Credit", price: -5, count: 1 }),
  );
  expect(await save(right, 2)).toMatchObject({ totalCost: 16.5 });
  await app.request(sendDocument, { as, params: { id }, body: { revision: 3 } });
});

test("FIELD-7 a save that would change a figure is refused: a number that JSON cannot represent, and an invalid rate of GST", async () => {
  const { id } = await makePriced("DRAFT", pageOf(table({ price: 10, count: 1 })));
  const saving = async (page: string) => {
    const body = `{"revision": 1, "page": ${page}}`;
    const { pathname } = new URL(`http://x/api/${savePage.path.replace("{id}", id)}`);
    const headers = { "content-type": "application/json" };
    const response = await app.rawRequest(`${savePage.method} ${pathname}`, {
      as: office.editor,
      headers,
      body,
    });
    return { status: response.status, text: await response.text() };
  };
  const withTable = (props: string) =>
    `{"root": {"props": {}}, "content": [{"type": "PricingTable", "props": {"id": "table", ${props}}}]}`;
  const tooLarge = await saving(withTable('"lineItems": [{"price": 1e400, "count": 1}]'));
  expect(tooLarge.status).toBe(400);
  expect(tooLarge.text).toContain("Please use a number below 1,000,000,000,000");
  const noRate = await saving(withTable('"lineItems": [], "gstPercent": -100'));
  expect(noRate.status).toBe(400);
  expect(noRate.text).toContain("Expected a percentage from 0 to 100");
  expect((await draftOf(id)).page.content).toEqual([table({ price: 10, count: 1 })]);
});

test("FIELD-7 a document below zero is not sent, and a product that an import brought with a rate below zero is named", async () => {
  const { id } = await makePriced(
    "DRAFT",
    pageOf(table({ price: -1000, count: 5 }, { price: 10, count: 1 })),
  );
  const send = (draft: string) =>
    app.refusal(sendDocument, { as: office.editor, params: { id: draft }, body: { revision: 1 } });
  expect(await send(id)).toMatchObject({
    status: 409,
    message: expect.stringContaining("This document would come to −$5,489.00."),
    details: { issues: [{ blockId: null, path: "" }] },
  });
  const { organizationId } = await makePerson(app.db);
  const { productId } = await makeProduct(app.db, { productName: "Rebate", productRate: "-5" });
  const workOrderId = unique("order");
  const page = pageOf({
    type: "WorkOrders",
    props: { id: "work", workOrderData: { workOrderIds: [workOrderId] } },
  });
  const { document } = await makeQuote(app.db, {
    organizationId: organizationId ?? "",
    document: { status: "DRAFT", shownAt: null, puckState: page },
    workOrders: [{ workOrderId, shownAt: null, products: [{ productId, total: "2" }] }],
  });
  expect(await send(document.uniqueDocumentId)).toMatchObject({
    message: "The rate of “Rebate” is “-5”. A rate is 0 or more. Nothing was sent.",
  });
});

test.each([
  ["comes to less than $0.00", [{ price: -1000, count: 5 }], "It comes to less than $0.00."],
  [
    "has a count below zero",
    [
      { price: 10, count: 5 },
      { product: "Oak", price: 1, count: -1 },
    ],
    "The count of “Oak” is “-1”, which is out of range.",
  ],
  [
    "has a price that is no number",
    [{ price: "Infinity", count: 1 }],
    "is “Infinity”, which is out of range.",
  ],
])(
  "FIELD-7 an open document that %s stays readable; accepting it names the problem and changes nothing",
  async (_kind, lines, sentence) => {
    const { writer, id } = await makePriced("PENDING", pageOf(table(...lines)));
    expect(await readAs(writer, id)).toMatchObject({ status: "PENDING", puckState: { content: [{}] } });
    const { status, message, details } = await refuseToAccept(writer, id);
    expect({ status, details }).toEqual({ status: 409, details: { reason: "amount-out-of-range" } });
    expect(message).toContain(sentence);
    expect(message).toMatch(
      /^This document can't be accepted as it is\. .+ Please ask .+ to send a corrected version\.$/,
    );
    expect((await readAs(writer, id)).status).toBe("PENDING");
    for (const rows of [documentDecisions, documentSnapshots])
      expect(await app.db.select().from(rows).where(eq(rows.uniqueDocumentId, id))).toEqual([]);
    const body = { uniqueDocumentId: id, status: "DECLINED" as const, reason: "The sum is wrong." };
    const declined = await app.request(declineDocument, { as: writer, params: { id }, body });
    expect(declined.status).toBe("DECLINED");
  },
);

test("FIELD-7 whether a document's total is below zero depends on the current choices", async () => {
  const { productId } = await makeProduct(app.db, { productRate: "100" });
  const writer = await makePerson(app.db);
  const workOrderId = unique("order");
  const page = pageOf(
    { type: "WorkOrders", props: { id: "work", workOrderData: { workOrderIds: [workOrderId] } } },
    table({ product: "Credit", price: -50, count: 1 }),
  );
  const { document } = await makeQuote(app.db, {
    organizationId: writer.organizationId ?? "",
    document: { puckState: page },
    workOrders: [
      { workOrderId, isOptional: true, doesClientWantWorkDone: false, products: [{ productId, total: "1" }] },
    ],
  });
  const id = document.uniqueDocumentId;
  expect((await readAs(writer, id)).totalCost).toBe(-55);
  expect(await refuseToAccept(writer, id)).toMatchObject({ status: 409 });
  const body = { optional: { doesClientWantWorkDone: true } };
  await app.request(chooseOptionalWork, { as: writer, params: { id: workOrderId }, body });
  const accepted = await app.request(approveDocument, await accepting(writer, id));
  expect(accepted).toMatchObject({ status: "APPROVED", totalCost: 55 });
});

test("FIELD-7 COMPANY-13 a catalogue with rates out of range is not imported: row and column are named", async () => {
  const rates = ["95.0000", "−95.00", "1000000000000", "0.0000001", "(95.00)", "1E+03"];
  const csv = ["Name,Unit,Rate", ...rates.map((rate, at) => `Rate ${at} of ${unique("r")},hour,"${rate}"`)];
  const { counts, rows } = await app.request(checkProducts, {
    as: office.editor,
    body: { csv: csv.join("\n") },
  });
  expect(counts).toMatchObject({ new: 1, wrong: 5 });
  expect(
    rows.flatMap(({ fate, line, column, note }) => (fate === "wrong" ? [[line, column, note]] : [])),
  ).toEqual([
    [3, "Rate", "A rate is 0 or more"],
    [4, "Rate", "Please use a number below 1,000,000,000,000"],
    [5, "Rate", "Please use at most 6 decimals"],
    [6, "Rate", "A rate is 0 or more"],
    [7, "Rate", "Please enter dollars, such as 120 or 99.95"],
  ]);
});

/** The places and sentences with which a world file is refused. */
async function worldErrors(lists: object): Promise<string[]> {
  const text = JSON.stringify({
    worldVersion: 1,
    organizations: [{ organizationId: "wren", organizationName: "Wren", status: "ACTIVE" }],
    people: [
      {
        firstName: "Rosa",
        lastName: "Keller",
        email: "rosa@wren.example",
        permissions: [],
      },
    ],
    ...lists,
  });
  const refused = await loadWorld(app.deps, text).catch((error: unknown) => error);
  if (!(refused instanceof WorldRefusedError)) throw new Error("The file was not refused.");
  return refused.errors.map(({ place, message }) => `${place}: ${message}`);
}

test("FIELD-7 a world file with figures out of range is not imported: each place is named", async () => {
  const wrong = {
    type: "PricingTable",
    props: { id: "a", lineItems: [{ price: 1e308, count: -1 }], gstPercent: -100 },
  };
  const errors = await worldErrors({
    products: [{ productName: "Bread", productRate: -1 }],
    documents: [worldDocument("one", wrong)],
  });
  const at = "documents[0].puckState.content[0].props";
  expect(errors).toEqual([
    expect.stringContaining(`${at}.gstPercent: Expected a percentage from 0 to 100`),
    expect.stringContaining(`${at}.lineItems[0].count: A count is 0 or more`),
    `${at}.lineItems[0].price: Please use a number below 1,000,000,000,000`,
    "products[0].productRate: A rate is 0 or more",
  ]);
});

test("FIELD-7 a world file with a document below zero is not imported, whatever its status", async () => {
  const decision = { by: "rosa@wren.example", at: "-1d" };
  const errors = await worldErrors({
    documents: [
      worldDocument("one", table({ price: -1000, count: 5 })),
      { ...worldDocument("two", table({ price: -1, count: 1 })), status: "APPROVED", decision },
    ],
  });
  expect(errors).toEqual([
    expect.stringContaining("documents[0]: This document would come to −$5,500.00"),
    expect.stringContaining("documents[1]: This document would come to −$1.10"),
  ]);
});

function worldDocument(name: string, block: PuckState["content"][number]) {
  return {
    uniqueDocumentId: name,
    externalId: name,
    slug: name,
    name,
    organizationId: "wren",
    documentType: "PROPOSAL",
    status: "PENDING",
    puckState: pageOf(block),
  };
}
