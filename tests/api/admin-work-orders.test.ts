import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import {
  addWorkOrder,
  changeWorkOrder,
  deleteWorkOrder,
  listManagedWorkOrders,
  moveWorkOrders,
} from "#contract/admin/work-orders.ts";
import { getDocument } from "#contract/documents.ts";
import { chooseOptionalWork, getWorkOrder, listWorkOrders } from "#contract/work-orders.ts";
import { userProfiles } from "#server/schema/account.ts";
import { auditEvents } from "#server/schema/audit.ts";
import { uniqueDocuments } from "#server/schema/documents.ts";
import { workOrders } from "#server/schema/work-orders.ts";
import { copyWorkOrders } from "#server/work-orders/copy-work-orders.ts";
import { openCompany, PLAIN } from "#tests/support/company-work.ts";
import {
  makeDocument,
  makeInvoice,
  makeOrganization,
  makePage,
  makePerson,
  makeProduct,
  makeQuote,
  makeWorkOrder,
  type TestPerson,
  unique,
} from "#tests/support/factories.ts";
import { startTestApp } from "#tests/support/make-app.ts";
import { untilWaiting } from "#tests/support/until-waiting.ts";

const app = await startTestApp();
const company = await openCompany(app);

const auditOf = (subjectId: string) =>
  app.db.select().from(auditEvents).where(eq(auditEvents.subjectId, subjectId));

test("COMPANY-6 FORM-2 an editor adds a work order with products, discount and links, and a viewer reads it whole", async () => {
  const { organizationId, organizationName } = await makeOrganization(app.db);
  const product = await makeProduct(app.db);
  const document = await makeDocument(app.db, { organizationId, status: "DRAFT" });
  const invoice = await makeInvoice(app.db, { organizationId });
  const added = await company.add(organizationId, {
    name: "  Shop front  ",
    description: '<p>Paint <b>all</b></p><script>alert(1)</script><a href="javascript:x()">x</a>',
    uniqueDocument: document.uniqueDocumentId,
    invoice: invoice.invoiceId,
    products: [{ productId: product.productId, total: 0.001 }],
    discountPercent: 12.5,
    discountName: "Early",
    isOptional: true,
  });
  expect(added).toMatchObject({
    organizationId,
    organizationName,
    name: "Shop front",
    description: "<p>Paint <b>all</b></p><a>x</a>",
    uniqueDocument: document.uniqueDocumentId,
    invoice: invoice.invoiceId,
    linkedNames: { uniqueDocument: document.name, invoice: invoice.name },
    documentStatus: "DRAFT",
    workOrderStatus: "DRAFT",
    products: [{ productId: product.productId, total: 0.001 }],
    discountPercent: 12.5,
    discountName: "Early",
    optional: { isOptional: true, doesClientWantWorkDone: false },
    shownAt: null,
  });
  expect(added.externalId).toMatch(/^WO-\d+$/);
  expect(await company.read(added.workOrderId)).toEqual(added);
  const [next, after] = await Promise.all([company.add(organizationId), company.add(organizationId)]);
  expect(new Set([added, next, after].map(({ externalId }) => externalId)).size).toBe(3);
  expect(await auditOf(added.workOrderId)).toMatchObject([
    {
      action: "work-order.add",
      organizationId,
      userProfileId: company.editor.userProfileId,
      details: { name: "Shop front", externalId: added.externalId },
    },
  ]);
});

test.each([
  ["no organization", { organizationId: undefined }, "Please choose an organization"],
  ["an empty organization", { organizationId: "" }, "Please choose an organization"],
  ["no document", { uniqueDocument: undefined }, "Please choose a document"],
  ["no invoice", { invoice: undefined }, "Please choose an invoice"],
  ["no name", { name: "  " }, "Please enter a name"],
  ["a long name", { name: "x".repeat(201) }, "Please use at most 200 characters"],
  ["a NUL in the description", { description: "a\0" }, "character that can't be stored"],
  ["a line without a product", { products: [{ productId: "", total: 1 }] }, "Please choose a product"],
  ["too small a quantity", { products: [{ productId: "p", total: 0.0009 }] }, "A quantity is at least 0.001"],
  ["a quantity below zero", { products: [{ productId: "p", total: -1 }] }, "A quantity is at least 0.001"],
  ["no quantity", { products: [{ productId: "p", total: null }] }, "number"],
  ["a quantity of a trillion", { products: [{ productId: "p", total: 1e12 }] }, "Please use a number below"],
  [
    "a product twice",
    {
      products: [
        { productId: "p", total: 1 },
        { productId: "q", total: 1 },
        { productId: "p", total: 2 },
      ],
    },
    "This product is in the list already",
  ],
  ["a discount above 100", { discountPercent: 100.01 }, "A percentage is from 0 to 100"],
  ["a foreign field", { workOrderStatus: "DONE" }, "Unrecognized key"],
  ["an unknown organization", { organizationId: "unknown" }, 'There is no organization "unknown"'],
  ["an unknown document", { uniqueDocument: "nothing" }, 'There is no document "nothing"'],
  ["an unknown invoice", { invoice: "nothing" }, 'There is no invoice "nothing"'],
  ["an unknown product", { products: [{ productId: "nothing", total: 1 }] }, 'There is no product "nothing"'],
])("FORM-2 API-1 %s is refused in words, and nothing is kept", async (_what, given, told) => {
  const { organizationId } = await makeOrganization(app.db);
  const body = { ...PLAIN, organizationId, ...given };
  const response = await app.rawRequest("POST /api/work-order/admin", { as: company.editor, body });
  const { error } = (await response.json()) as { error: { code: string; message: string } };
  expect(error).toMatchObject({ code: "invalid", message: expect.stringContaining(told) });
  expect(await app.request(listManagedWorkOrders, { as: company.viewer, query: { organizationId } })).toEqual(
    [],
  );
});

test("FORM-2 documents and invoices of another organization are refused, also when a work order is changed", async () => {
  const { organizationId } = await makeOrganization(app.db);
  const foreign = await makeDocument(app.db);
  const invoice = await makeInvoice(app.db);
  const added = await company.add(organizationId);
  for (const given of [{ uniqueDocument: foreign.uniqueDocumentId }, { invoice: invoice.invoiceId }]) {
    const refusal = await app.refusal(changeWorkOrder, company.changing(added, given));
    expect(refusal).toMatchObject({ status: 400, message: expect.stringContaining("another organization") });
  }
  expect(await company.read(added.workOrderId)).toEqual(added);
});

test("COMPANY-6 work of a trillion dollars or more is refused, alone and as a part of its document", async () => {
  const { organizationId } = await makeOrganization(app.db);
  const { productId } = await makeProduct(app.db, { productRate: "900000" });
  const refusal = await app.refusal(addWorkOrder, {
    as: company.editor,
    body: { ...PLAIN, organizationId, products: [{ productId, total: 2_000_000 }] },
  });
  expect(refusal).toMatchObject({
    status: 400,
    message: expect.stringContaining("a trillion dollars or more"),
  });
  const { document, workOrders: made } = await makeQuote(app.db, {
    organizationId,
    document: { status: "DRAFT" },
  });
  const quoted = await company.read(made[0]?.workOrderId ?? "");
  const products = [{ productId, total: 1_000_000 }];
  const other = await makeProduct(app.db, { productRate: "1" });
  // 990 billion with GST still count.
  await app.request(changeWorkOrder, company.changing(quoted, { products }));
  const [row] = await app.db
    .select()
    .from(uniqueDocuments)
    .where(eq(uniqueDocuments.uniqueDocumentId, document.uniqueDocumentId));
  expect(row?.totalCost).toBe("990000000000.000000");
  const more = [...products, { productId: other.productId, total: 99_999_999_999 }];
  const now = await company.read(quoted.workOrderId);
  expect(await app.refusal(changeWorkOrder, company.changing(now, { products: more }))).toMatchObject({
    status: 400,
  });
  expect(await company.read(quoted.workOrderId)).toEqual(now);
});

test("COMPANY-6 when two editors change a work order at once, the second gets a conflict, and nothing is lost", async () => {
  const { organizationId } = await makeOrganization(app.db);
  const added = await company.add(organizationId);
  const answers = await Promise.all(
    ["One", "Other"].map((name) =>
      app.rawRequest(`PATCH /api/work-order/admin/${added.workOrderId}`, company.changing(added, { name })),
    ),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const refused = answers.find(({ status }) => status === 409);
  const told: unknown = await refused?.json();
  const now = await company.read(added.workOrderId);
  expect(told).toMatchObject({ error: { details: { reason: "changed-meanwhile", workOrder: now } } });
  // The same change once more is no change.
  const { name } = now;
  expect(await app.request(changeWorkOrder, company.changing(added, { name }))).toEqual(now);
  expect(await company.history(added.workOrderId)).toMatchObject([
    { what: "change", fields: ["name"] },
    { what: "add" },
  ]);
});

test("COMPANY-6 a work order can be changed although it was moved or selected by the client since it was read", async () => {
  const writer = await makePerson(app.db);
  const { workOrders: made } = await makeQuote(app.db, {
    organizationId: writer.organizationId,
    workOrders: [{ isOptional: true }],
  });
  const seen = await company.read(made[0]?.workOrderId ?? "");
  const optional = { doesClientWantWorkDone: true };
  await app.request(chooseOptionalWork, { as: writer, params: { id: seen.workOrderId }, body: { optional } });
  await app.request(moveWorkOrders, company.moving("DONE", seen));
  const changed = await app.request(changeWorkOrder, company.changing(seen, { name: "Renamed" }));
  expect(changed).toMatchObject({
    name: "Renamed",
    workOrderStatus: "DONE",
    optional: { isOptional: true, doesClientWantWorkDone: true },
  });
  const [{ lastName }] = [await nameOf(writer)];
  expect(await company.history(seen.workOrderId)).toMatchObject([
    { what: "change", fields: ["name"] },
    { what: "move", from: "OPEN", to: "DONE", who: expect.stringContaining("Ada") },
    { what: "choose", isWanted: true, who: `Ada ${lastName}` },
  ]);
});

async function nameOf({ userProfileId }: TestPerson) {
  const [row] = await app.db.select().from(userProfiles).where(eq(userProfiles.userProfileId, userProfileId));
  return { lastName: row?.lastName ?? "" };
}

test("COMPANY-6 a change reaches the total of a draft, and moves its price from one draft to another", async () => {
  const { organizationId } = await makeOrganization(app.db);
  const { document, workOrders: made } = await makeQuote(app.db, {
    organizationId,
    document: { status: "DRAFT" },
  });
  const workOrderId = made[0]?.workOrderId ?? "";
  const other = await makeDocument(app.db, {
    organizationId,
    status: "DRAFT",
    puckState: makePage([workOrderId]),
  });
  const totalsNow = async () => {
    const rows = await app.db
      .select()
      .from(uniqueDocuments)
      .where(eq(uniqueDocuments.organizationId, organizationId));
    const total = (id: string) => rows.find(({ uniqueDocumentId }) => uniqueDocumentId === id)?.totalCost;
    return [total(document.uniqueDocumentId), total(other.uniqueDocumentId)];
  };
  const first = await app.request(
    changeWorkOrder,
    company.changing(await company.read(workOrderId), { discountPercent: 50 }),
  );
  expect(await totalsNow()).toEqual(["55.000000", null]);
  await app.request(changeWorkOrder, company.changing(first, { uniqueDocument: other.uniqueDocumentId }));
  expect(await totalsNow()).toEqual(["0.000000", "55.000000"]);
});

test("COMPANY-6 shown work that moves into an unsent draft reveals nothing of the draft to its client", async () => {
  const writer = await makePerson(app.db);
  const { organizationId } = writer;
  const product = await makeProduct(app.db);
  const shown = await company.add(organizationId, { name: "A gate" });
  await company.show(shown.workOrderId);
  const draft = await makeDocument(app.db, { organizationId, status: "DRAFT", shownAt: null });
  const moved = await app.request(
    changeWorkOrder,
    company.changing(await company.read(shown.workOrderId), { uniqueDocument: draft.uniqueDocumentId }),
  );
  const products = [{ productId: product.productId, total: 3 }];
  const written = { name: "A gate, half price", description: "<p>Not yet</p>", products };
  await app.request(changeWorkOrder, company.changing(moved, written));
  const params = { id: shown.workOrderId };
  const seen = await app.request(getWorkOrder, { as: writer, params });
  expect(seen).toMatchObject({ name: "A gate", description: "", products: [] });
  expect(await app.request(listWorkOrders, { as: writer, query: { q: "half" } })).toEqual([]);
  await app.request(
    changeWorkOrder,
    company.changing(await company.read(shown.workOrderId), { uniqueDocument: "NO_PROPOSAL" }),
  );
  expect(await app.request(getWorkOrder, { as: writer, params })).toMatchObject(written);
});

test("COMPANY-6 work of a document that was sent stays with its document", async () => {
  const { organizationId } = await makeOrganization(app.db);
  const { document, workOrders: made } = await makeQuote(app.db, { organizationId });
  const seen = await company.read(made[0]?.workOrderId ?? "");
  const refusal = await app.refusal(
    changeWorkOrder,
    company.changing(seen, { uniqueDocument: "NO_PROPOSAL" }),
  );
  expect(refusal).toMatchObject({ status: 409, details: { reason: "document-sent" } });
  expect(refusal.message).toContain(document.name);
  expect(await company.read(seen.workOrderId)).toEqual(seen);
});

test("COMPANY-6 only what no client has seen and nothing names is deleted; the rest is archived", async () => {
  const { organizationId } = await makeOrganization(app.db);
  const { invoiceId } = await makeInvoice(app.db, { organizationId });
  const plain = await company.add(organizationId);
  const invoiced = await company.add(organizationId, { invoice: invoiceId });
  const shown = await company.add(organizationId);
  await company.show(shown.workOrderId);
  const quotedId = unique("order");
  const { uniqueDocumentId } = await makeDocument(app.db, {
    organizationId,
    status: "DRAFT",
    puckState: makePage([quotedId]),
  });
  await makeWorkOrder(app.db, { workOrderId: quotedId, organizationId, uniqueDocumentId, shownAt: null });
  const refused = async (id: string) =>
    (await app.refusal(deleteWorkOrder, { as: company.editor, params: { id } })).details?.reason;
  expect(await refused(invoiced.workOrderId)).toBe("invoiced");
  expect(await refused(shown.workOrderId)).toBe("shown");
  expect(await refused(quotedId)).toBe("quoted");
  await app.request(deleteWorkOrder, { as: company.editor, params: { id: plain.workOrderId } });
  expect(
    await app.refusal(deleteWorkOrder, { as: company.editor, params: { id: plain.workOrderId } }),
  ).toMatchObject({
    status: 404,
  });
  expect(await app.request(moveWorkOrders, company.moving("ARCHIVED", shown))).toMatchObject([
    { workOrderStatus: "ARCHIVED" },
  ]);
  expect(await auditOf(plain.workOrderId)).toMatchObject([
    { action: "work-order.add" },
    { action: "work-order.delete", organizationId },
  ]);
});

test("COMPANY-6 a copied document gets its own work orders, which are not shown, selected or invoiced", async () => {
  const { organizationId } = await makeOrganization(app.db);
  const { invoiceId } = await makeInvoice(app.db, { organizationId });
  const { document, workOrders: made } = await makeQuote(app.db, {
    organizationId,
    workOrders: [{ name: "One", isOptional: true, doesClientWantWorkDone: true, invoiceId }, { name: "Two" }],
  });
  const to = await makeDocument(app.db, { organizationId, status: "DRAFT" });
  const copies = await app.db.transaction((tx) => copyWorkOrders(tx, document, to, new Date()));
  expect([...copies.keys()].toSorted()).toEqual(made.map(({ workOrderId }) => workOrderId).toSorted());
  const [original] = made;
  const copy = await company.read(copies.get(original?.workOrderId ?? "") ?? "");
  const before = await company.read(original?.workOrderId ?? "");
  expect(copy).toMatchObject({
    name: "One",
    products: before.products,
    uniqueDocument: to.uniqueDocumentId,
    invoice: "NO_INVOICE",
    workOrderStatus: "DRAFT",
    optional: { isOptional: true, doesClientWantWorkDone: false },
    shownAt: null,
  });
  expect(copy.externalId).toMatch(/^WO-\d+$/);
  const [row] = await app.db.select().from(workOrders).where(eq(workOrders.workOrderId, before.workOrderId));
  expect(row?.uniqueDocumentId).toBe(document.uniqueDocumentId);
});

test("COMPANY-6 work that was added after its document was sent changes nothing that its reader has open", async () => {
  const writer = await makePerson(app.db);
  const { organizationId } = writer;
  const { document } = await makeQuote(app.db, { organizationId });
  const asked = { as: writer, params: { id: document.uniqueDocumentId } };
  const before = await app.request(getDocument, asked);
  const { productId } = await makeProduct(app.db);
  await company.add(organizationId, {
    uniqueDocument: document.uniqueDocumentId,
    products: [{ productId, total: 5 }],
  });
  expect(await app.request(getDocument, asked)).toEqual(before);
});

test.each([
  ["changes", changeWorkOrder],
  ["deletes", deleteWorkOrder],
] as const)(
  "COMPANY-6 who %s a work order that is deleted at the same time learns that it is gone",
  async (_deed, call) => {
    const { organizationId } = await makeOrganization(app.db);
    const added = await company.add(organizationId);
    const given = company.changing(added, { name: "Another name" });
    const asked: ReturnType<typeof app.refusal>[] = [];
    await app.db.transaction(async (tx) => {
      await tx.delete(workOrders).where(eq(workOrders.workOrderId, added.workOrderId));
      asked.push(
        call === changeWorkOrder
          ? app.refusal(call, given)
          : app.refusal(call, { as: given.as, params: given.params }),
      );
      await untilWaiting(app, 1);
    });
    expect(await asked[0]).toMatchObject({ status: 404, message: "There is no such work order." });
  },
);
