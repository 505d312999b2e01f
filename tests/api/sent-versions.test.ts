import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { getManagedDocument, shareDocument } from "#contract/admin/documents.ts";
import { getDraft, recallDocument, sendDocument } from "#contract/admin/drafts.ts";
import { invoiceDocument } from "#contract/admin/invoices.ts";
import { changeProduct } from "#contract/admin/products.ts";
import { searchAll } from "#contract/admin/search.ts";
import { getSettings, updateSettings } from "#contract/admin/settings.ts";
import { approveDocument, getDocument, listDocuments } from "#contract/documents.ts";
import { search } from "#contract/search.ts";
import {
  chooseOptionalWork,
  getWorkOrder,
  listOptionalStatuses,
  listWorkOrders,
  listWorkOrdersOfInvoice,
} from "#contract/work-orders.ts";
import { auditEvents } from "#server/schema/audit.ts";
import { documentDecisions, documentVersions } from "#server/schema/document-versions.ts";
import { uniqueDocuments } from "#server/schema/documents.ts";
import { products } from "#server/schema/products.ts";
import { workOrderProducts, workOrders } from "#server/schema/work-orders.ts";
import { loadWorld } from "#server/world/load-world.ts";
import {
  makeAdmin,
  makeInvoice,
  makePage,
  makePerson,
  makeProduct,
  makeQuote,
  makeWorkOrder,
  sendAgain,
  unique,
} from "#tests/support/factories.ts";
import { openLive } from "#tests/support/live-stream.ts";
import { startTestApp } from "#tests/support/make-app.ts";
import { makeBasics, makeWorldPage } from "#tests/support/world.ts";

const app = await startTestApp();
const editor = await makeAdmin(app.db, "editor");

/** A shared document: two hours of a product with 10 % off, an optional page, and work that the page does not quote. */
async function setUp(status: "DRAFT" | "PENDING" = "PENDING") {
  const writer = await makePerson(app.db);
  const { organizationId } = writer;
  const { invoiceId } = await makeInvoice(app.db, { organizationId });
  const hour = await makeProduct(app.db, { productName: "Design", productRate: "100.25" });
  const page = await makeProduct(app.db, { productName: "Writing", productUnit: "page", productRate: "50" });
  const ids = { fixed: unique("fixed"), optional: unique("optional") };
  const id = unique("doc");
  await makeWorkOrder(app.db, { organizationId }); // Another organization's work stays out of all this.
  const { workOrders: made } = await makeQuote(app.db, {
    organizationId,
    document: { uniqueDocumentId: id, status, puckState: makePage([ids.fixed, ids.optional]) },
    workOrders: [
      {
        workOrderId: ids.fixed,
        name: "A shop window",
        invoiceId,
        discountPercent: "10",
        discountName: "Spring",
        products: [{ productId: hour.productId, total: "2" }],
      },
      { workOrderId: ids.optional, isOptional: true, products: [{ productId: page.productId, total: "1" }] },
      { workOrderId: unique("aside"), products: [{ productId: page.productId, total: "7" }] },
    ],
  });
  await app.request(shareDocument, { as: editor, params: { id }, body: { isShared: true } });
  return { writer, id, hour, page, invoiceId, ...ids, aside: made[2]?.workOrderId ?? "" };
}

type Sent = Awaited<ReturnType<typeof setUp>>;

/** Everything that clients and visitors read of the document and of its work. */
async function readAll({ writer: as, id, fixed, optional, aside, invoiceId }: Sent) {
  const body = { workOrderIds: [fixed, optional, aside] };
  const details = [fixed, optional, aside].map((one) =>
    app.request(getWorkOrder, { as, params: { id: one }, query: { include: "quote" } }),
  );
  const [view, document, listed, amounts, choices, work, ofInvoice, ...quotes] = await Promise.all([
    app.rawRequest(`GET /view/${id}`).then((response) => response.text()),
    app.rawRequest(`GET /api/unique-document/user/${id}`, { as }).then((response) => response.text()),
    app.request(listDocuments, { as, query: { include: "puckState" } }),
    app.requestPage(listDocuments, { as, query: { limit: 1 } }),
    app.request(listOptionalStatuses, { as, body }),
    app.request(listWorkOrders, { as, query: { include: "linkedNames" } }),
    app.request(listWorkOrdersOfInvoice, { as, params: { invoiceId } }),
    ...details,
  ]);
  return { view, document, listed, amounts, choices, work, ofInvoice, quotes };
}

/** An admin's change of a product, by its call. */
const change = (productId: string, asRead: Details, details: Partial<Details>) =>
  app.request(changeProduct, {
    as: editor,
    params: { id: productId },
    body: { ...asRead, ...details, asRead },
  });
type Details = { productName: string; productUnit: string; productRate: number };
const DESIGN: Details = { productName: "Design", productUnit: "hour", productRate: 100.25 };

const isWork = (id: string) => eq(workOrders.workOrderId, id);
const isLineOf = (id: string) => eq(workOrderProducts.workOrderId, id);
const versionsOf = (id: string) =>
  app.db
    .select()
    .from(documentVersions)
    .where(eq(documentVersions.uniqueDocumentId, id))
    .orderBy(documentVersions.number);

test("COMPANY-5 PRICE-1 no later edit of the catalogue or of the work changes a byte of what was sent", async () => {
  const sent = await setUp();
  const { id, hour, page, fixed, optional, aside } = sent;
  const before = await readAll(sent);
  const isHour = eq(products.productId, hour.productId);
  const isDocument = eq(uniqueDocuments.uniqueDocumentId, id);
  const edits: [string, () => Promise<unknown>][] = [
    ["a rate", () => change(hour.productId, DESIGN, { productRate: 999 })],
    ["a name", () => change(hour.productId, { ...DESIGN, productRate: 999 }, { productName: "Other" })],
    [
      "a unit",
      () =>
        change(hour.productId, { ...DESIGN, productName: "Other", productRate: 999 }, { productUnit: "day" }),
    ],
    ["a product that goes away", () => app.db.update(products).set({ deletedAt: new Date() }).where(isHour)],
    ["the name of work", () => app.db.update(workOrders).set({ name: "Else" }).where(isWork(fixed))],
    [
      "its description",
      () => app.db.update(workOrders).set({ description: "<p>Else</p>" }).where(isWork(fixed)),
    ],
    [
      "its discount",
      () =>
        app.db.update(workOrders).set({ discountPercent: "50", discountName: "Sale" }).where(isWork(fixed)),
    ],
    ["a quantity", () => app.db.update(workOrderProducts).set({ total: "9" }).where(isLineOf(fixed))],
    ["a line less", () => app.db.delete(workOrderProducts).where(isLineOf(fixed))],
    [
      "a line more",
      () =>
        app.db
          .insert(workOrderProducts)
          .values({ workOrderId: aside, position: 1, productId: page.productId, total: "3" }),
    ],
    ["what is optional", () => app.db.update(workOrders).set({ isOptional: false }).where(isWork(optional))],
    ["what wasn't", () => app.db.update(workOrders).set({ isOptional: true }).where(isWork(fixed))],
    [
      "the page",
      () =>
        app.db
          .update(uniqueDocuments)
          .set({ puckState: makePage([aside]) })
          .where(isDocument),
    ],
  ];
  for (const [what, edit] of edits) {
    await edit();
    expect(await readAll(sent), what).toEqual(before);
  }
});

test("COMPANY-1 COMPANY-7 a new rate of GST applies to drafts and later sendings, not to sent versions", async () => {
  const owner = await makeAdmin(app.db, "owner");
  const setGst = async (gst: { isGstRegistered: boolean; gstPercent: number }) => {
    const asRead = await app.request(getSettings, { as: owner });
    await app.request(updateSettings, { as: owner, body: { settings: { ...asRead, ...gst }, asRead } });
  };
  const [sent, draft] = [await setUp(), await setUp("DRAFT")];
  const before = await readAll(sent);
  const draftTotal = async () =>
    (await app.request(getManagedDocument, { as: editor, params: { id: draft.id } })).totalCost;

  const page = await openLive(app, { as: editor });
  await setGst({ isGstRegistered: true, gstPercent: 15 });
  await expect.poll(draftTotal).toBe(207.52);
  await expect.poll(() => page.events).toContainEqual({ kind: "document", id: draft.id });
  page.close();
  await setGst({ isGstRegistered: false, gstPercent: 15 });
  await expect.poll(draftTotal).toBe(180.45);
  expect(await readAll(sent)).toEqual(before);

  await app.db
    .update(uniqueDocuments)
    .set({ status: "PENDING" })
    .where(eq(uniqueDocuments.uniqueDocumentId, draft.id));
  await sendAgain(app.db, draft.id);
  await setGst({ isGstRegistered: true, gstPercent: 10 });
  const { view } = await readAll(draft);
  expect(view).toContain("$180.45");
  expect(view).not.toContain("GST");

  const invoiced = [];
  for (const { writer, id } of [sent, draft]) {
    const { contentHash } = await app.request(getDocument, { as: writer, params: { id } });
    const approval = { uniqueDocumentId: id, status: "APPROVED" as const, contentHash };
    await app.request(approveDocument, { as: writer, params: { id }, body: approval });
    const body = { percent: 100, dueDate: null, isIssued: false };
    const { amounts } = await app.request(invoiceDocument, { as: editor, params: { id }, body });
    invoiced.push([amounts?.gstPercent, amounts?.gst, amounts?.total]);
  }
  expect(invoiced).toEqual([
    [10, "18.05", "198.50"],
    [0, "0.00", "180.45"],
  ]);
});

test("COMPANY-5 work that is deleted or added after sending changes neither the page nor its totals", async () => {
  const sent = await setUp();
  const { writer, id, fixed, page } = sent;
  const { organizationId } = writer;
  const read = async () => {
    const { view, document, listed, amounts } = await readAll({ ...sent, fixed: sent.aside });
    return { view, document, listed, amounts };
  };
  const before = await read();
  await app.db.delete(workOrders).where(isWork(fixed));
  const added = await makeWorkOrder(app.db, {
    organizationId,
    uniqueDocumentId: id,
    isOptional: true,
    products: [{ productId: page.productId, total: "1" }],
  });
  expect(await read()).toEqual(before);
  expect(before.document).toContain("A shop window");

  const params = { id: added.workOrderId };
  expect(await app.request(getWorkOrder, { as: writer, params })).toMatchObject({
    description: "",
    products: [],
    optional: { isOptional: false },
  });
  const body = { optional: { doesClientWantWorkDone: true } };
  expect(await app.refusal(chooseOptionalWork, { as: writer, params, body })).toMatchObject({ status: 409 });
});

test("COMPANY-5 APPR-5 PRICE-7 a tick still counts, and the acceptance stores exactly what was sent", async () => {
  const sent = await setUp();
  const { writer: as, id, hour, fixed, optional } = sent;
  const params = { id };
  // 2 × 100.25 less 10 %, and GST.
  expect(await app.request(getDocument, { as, params })).toMatchObject({ totalCost: 198.5 });
  await change(hour.productId, DESIGN, { productRate: 1 });
  await app.db.update(workOrders).set({ isOptional: false, name: "Else" }).where(isWork(optional));
  const chosen = await app.request(chooseOptionalWork, {
    as,
    params: { id: optional },
    body: { optional: { doesClientWantWorkDone: true } },
  });
  expect(chosen.optional).toEqual({ isOptional: true, doesClientWantWorkDone: true });
  expect(
    await app.refusal(chooseOptionalWork, {
      as,
      params: { id: fixed },
      body: { optional: { doesClientWantWorkDone: true } },
    }),
  ).toMatchObject({ status: 409, details: { reason: "not-optional" } });

  const read = await app.request(getDocument, { as, params });
  expect(read.totalCost).toBe(253.5);
  const [listed] = await app.request(listDocuments, { as });
  expect(listed?.totalCost).toBe(253.5);
  const { contentHash } = read;
  const accepted = await app.request(approveDocument, {
    as,
    params,
    body: { uniqueDocumentId: id, status: "APPROVED", contentHash },
  });
  expect(accepted).toMatchObject({ totalCost: 253.5, puckState: read.puckState, contentHash });
  const [decision] = await app.db
    .select()
    .from(documentDecisions)
    .where(eq(documentDecisions.uniqueDocumentId, id));
  expect(decision).toMatchObject({ versionNumber: 1, contentHash, totalCost: "253.500000" });
  expect(decision?.page.content).toEqual(read.puckState.content);
  const audit = await app.db.select().from(auditEvents).where(eq(auditEvents.subjectId, id));
  expect(audit.find(({ action }) => action === "document.approve")?.details).toMatchObject({ version: 1 });
});

test("COMPANY-5 a draft follows the catalogue until it is sent, and the next version has the changes since", async () => {
  const sent = await setUp("DRAFT");
  const { writer: as, id, hour, fixed } = sent;
  const isDocument = eq(uniqueDocuments.uniqueDocumentId, id);
  expect(await versionsOf(id)).toEqual([]);
  await change(hour.productId, DESIGN, { productRate: 200 });
  const [draft] = await app.db.select().from(uniqueDocuments).where(isDocument);
  expect(draft?.totalCost).toBe("396.000000");
  await app.db.update(uniqueDocuments).set({ status: "PENDING" }).where(isDocument);
  await sendAgain(app.db, id);
  const read = () => app.request(getDocument, { as, params: { id } });
  const first = await read();
  expect(first.totalCost).toBe(396);
  const [kept] = await versionsOf(id);

  await change(hour.productId, { ...DESIGN, productRate: 200 }, { productRate: 300 });
  await app.db.update(workOrders).set({ name: "A shop door" }).where(isWork(fixed));
  expect(await read()).toEqual(first);
  await sendAgain(app.db, id);
  const second = await read();
  expect(second).toMatchObject({ totalCost: 594 });
  expect(JSON.stringify(second.puckState)).toContain("A shop door");
  expect(second.contentHash).not.toBe(first.contentHash);
  const versions = await versionsOf(id);
  expect(versions.map(({ number }) => number)).toEqual([1, 2]);
  expect(versions[0]).toEqual(kept);
});

test("COMPANY-5 an import sends its documents, drafts as well, once, and no decided ones", async () => {
  const { organizationId, email, lists } = makeBasics();
  const updatedAt = "2026-03-02T10:00:00+11:00";
  const document = (uniqueDocumentId: string, more: object) => ({
    uniqueDocumentId,
    organizationId,
    externalId: uniqueDocumentId,
    name: uniqueDocumentId,
    documentType: "PROPOSAL",
    puckState: makeWorldPage("Bread"),
    updatedAt,
    ...more,
  });
  const [pending, draft, decided] = [unique("pending"), unique("draft"), unique("decided")];
  const world = JSON.stringify({
    worldVersion: 1,
    ...lists,
    documents: [
      document(pending, { status: "PENDING" }),
      document(draft, { status: "DRAFT" }),
      document(decided, { status: "DECLINED", decision: { by: email, at: updatedAt } }),
    ],
  });
  await loadWorld(app.deps, world);
  await loadWorld(app.deps, world);
  const version = { number: 1, sentAt: new Date(updatedAt), sentByUserProfileId: null };
  expect(await versionsOf(pending)).toMatchObject([version]);
  expect(await versionsOf(draft)).toMatchObject([version]);
  expect(await versionsOf(decided)).toEqual([]);
});

test("COMPANY-6 COMPANY-10 clients search and list work by the sent name, so a search cannot reveal a newer name", async () => {
  const { writer, fixed, id } = await setUp();
  await app.db.update(workOrders).set({ name: "A stable door" }).where(eq(workOrders.workOrderId, fixed));
  const found = async (q: string) => {
    const hits = await app.request(search, { as: writer, body: { q } });
    const listed = await app.request(listWorkOrders, { as: writer, query: { q } });
    return [...hits, ...listed].map(({ name }) => name);
  };
  expect(await found("window")).toEqual(["A shop window", "A shop window"]);
  expect(await found("stable")).toEqual([]);
  const hits = await app.request(searchAll, { as: editor, body: { q: "stable" } });
  expect(hits).toMatchObject([{ kind: "workOrder", id: fixed, name: "A stable door" }]);
  const params = { id };
  await app.request(recallDocument, { as: editor, params, body: {} });
  expect(await found("stable")).toEqual([]);
  const { revision } = await app.request(getDraft, { as: editor, params });
  await app.request(sendDocument, { as: editor, params, body: { revision } });
  expect(await found("window")).toEqual([]);
  expect(await found("stable")).toEqual(["A stable door", "A stable door"]);
});
