import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import {
  archiveDocument,
  changeDocument,
  deleteDocument,
  duplicateDocument,
  listManagedDocuments,
  shareDocument,
} from "#contract/admin/documents.ts";
import { getManagedWorkOrder } from "#contract/admin/work-orders.ts";
import { getDocument, listDocuments } from "#contract/documents.ts";
import { listNotifications } from "#contract/notifications.ts";
import { getWorkOrder, listWorkOrders } from "#contract/work-orders.ts";
import { auditEvents } from "#server/schema/audit.ts";
import { uniqueDocuments } from "#server/schema/documents.ts";
import { workOrders } from "#server/schema/work-orders.ts";
import { openOffice, PLAIN } from "#tests/support/company-documents.ts";
import {
  makeDocument,
  makeInvoice,
  makeOrganization,
  makePerson,
  makeProduct,
  makeQuote,
  makeWorkOrder,
  type TestPerson,
  unique,
} from "#tests/support/factories.ts";
import { openLive } from "#tests/support/live-stream.ts";
import { startTestApp } from "#tests/support/make-app.ts";

const app = await startTestApp();
const office = await openOffice(app);

const auditOf = (subjectId: string) =>
  app.db.select().from(auditEvents).where(eq(auditEvents.subjectId, subjectId));

test("COMPANY-11 FORM-1 an editor adds a document with the next number, and a viewer reads and lists it", async () => {
  const { organizationId, organizationName } = await makeOrganization(app.db);
  const { invoiceId, name: invoiceName } = await makeInvoice(app.db, { organizationId });
  const added = await office.add(organizationId, { name: "  Shop front  ", invoice: invoiceId });
  expect(added).toMatchObject({
    organizationId,
    organizationName,
    name: "Shop front",
    documentType: "PROPOSAL",
    status: "DRAFT",
    templateId: "BLANK_PAGE",
    invoice: invoiceId,
    invoiceName,
    totalCost: null,
    shownAt: null,
    archivedAt: null,
    decision: null,
    documentSnapshots: [],
    workOrders: [],
  });
  expect(added.externalId).toMatch(/^D-\d{4}$/);
  expect(added.slug).toBe(`shop-front-${added.externalId.toLowerCase()}`);
  expect(await office.read(added.uniqueDocumentId)).toEqual(added);
  const both = await Promise.all([office.add(organizationId), office.add(organizationId)]);
  expect(new Set([added, ...both].map(({ externalId }) => externalId)).size).toBe(3);
  const listed = await office.list(organizationId);
  expect(listed).toHaveLength(3);
  expect(listed.at(-1)).toMatchObject({ uniqueDocumentId: added.uniqueDocumentId, organizationName });
  expect(await auditOf(added.uniqueDocumentId)).toMatchObject([
    {
      action: "document.add",
      organizationId,
      userProfileId: office.editor.userProfileId,
      details: { name: "Shop front", externalId: added.externalId },
    },
  ]);
});

test.each([
  ["no organization", { organizationId: "" }, "Please choose an organization"],
  ["no template", { templateId: "" }, "Please select a template"],
  ["a missing template", { templateId: undefined }, "Please select a template"],
  ["an unknown template", { templateId: "nothing" }, "Please select a template"],
  ["no type", { documentType: "" }, "Please select a document type"],
  ["a type of another kind", { documentType: "GENERAL_DOCUMENT" }, "Please select a document type"],
  ["no invoice", { invoice: undefined }, "Please choose an invoice"],
  ["no name", { name: "  " }, "Please enter a name"],
  ["a long name", { name: "x".repeat(201) }, "Please use at most 200 characters"],
  ["two lines", { name: "one\ntwo" }, "Please use one line"],
  ["a typed status", { status: "APPROVED" }, "Unrecognized key"],
  ["an unknown organization", { organizationId: "unknown" }, 'There is no organization "unknown"'],
  ["an unknown invoice", { invoice: "nothing" }, 'There is no invoice "nothing"'],
])("FORM-1 API-1 %s is refused in words, and nothing is kept", async (_what, given, told) => {
  const { organizationId } = await makeOrganization(app.db);
  const body = { ...PLAIN, organizationId, ...given };
  const response = await app.rawRequest("POST /api/unique-document/admin", { as: office.editor, body });
  const { error } = (await response.json()) as { error: { code: string; message: string } };
  expect(error).toMatchObject({ code: "invalid", message: expect.stringContaining(told) });
  expect(await office.list(organizationId)).toEqual([]);
});

const ALL_TIME = { startDate: "2020-01-01T00:00:00.000Z", endDate: "2100-01-01T00:00:00.000Z" };

/** Every way in which a client could learn of a document. */
async function seenBy(
  client: TestPerson,
  { uniqueDocumentId, slug }: Record<"uniqueDocumentId" | "slug", string>,
) {
  const { page } = await app.requestPage(listDocuments, { as: client, query: { limit: 5 } });
  const statusOf = async (request: string, body?: unknown) =>
    (await app.rawRequest(request, { as: client, ...(body !== undefined && { body }) })).status;
  const one = `/api/unique-document/user/${uniqueDocumentId}`;
  return {
    listed: (await app.request(listDocuments, { as: client, query: { include: "puckState" } })).length,
    total: page.total,
    counts: page.counts,
    got: await statusOf(`GET ${one}`),
    bySlug: await statusOf(`GET /api/unique-document/user/slug/${slug}`),
    declined: await statusOf(`POST ${one}/decline`, { uniqueDocumentId, status: "DECLINED" }),
    approved: await statusOf(`POST ${one}/approve`, {
      uniqueDocumentId,
      status: "APPROVED",
      contentHash: "0".repeat(64),
    }),
    sentBack: await statusOf("PATCH /api/unique-document/user", { uniqueDocumentId, name: "x" }),
    view: await statusOf(`GET /view/${uniqueDocumentId}`),
    told: (await app.request(listNotifications, { as: client, body: ALL_TIME })).length,
  };
}

test("COMPANY-11 VIEW-2 a client finds nothing of a document until it is sent, not by its work either, and is not notified of changes", async () => {
  const writer = await makePerson(app.db);
  const { organizationId } = writer;
  const live = await openLive(app, { as: writer });
  const company = await openLive(app, { as: office.viewer });
  const added = await office.add(organizationId);
  const { uniqueDocumentId } = added;
  const { workOrderId } = await makeWorkOrder(app.db, { organizationId, uniqueDocumentId });
  await office.change(added, { name: "Another" });
  await app.request(shareDocument, {
    as: office.editor,
    params: { id: uniqueDocumentId },
    body: { isShared: true },
  });
  await app.request(archiveDocument, {
    as: office.editor,
    params: { id: uniqueDocumentId },
    body: { isArchived: true },
  });
  const anonymous = await seenBy(writer, { uniqueDocumentId: unique("none"), slug: unique("none") });
  expect(await seenBy(writer, added)).toEqual(anonymous);
  expect(anonymous).toMatchObject({ listed: 0, total: 0, counts: {}, got: 404, view: 404, told: 0 });

  const order = await app.request(getWorkOrder, { as: writer, params: { id: workOrderId } });
  expect(order).toMatchObject({ uniqueDocument: "NO_PROPOSAL" });
  const found = await app.request(listWorkOrders, { as: writer, query: { q: "Another" } });
  expect(found).toEqual([]);
  const [named] = await app.request(listWorkOrders, { as: writer, query: { include: "linkedNames" } });
  expect(named).toMatchObject({ workOrderId, linkedNames: { uniqueDocument: null } });
  const known = (await app.rawRequest("GET /api/work-order/user/list", { as: writer })).text();
  expect(await known).not.toContain(uniqueDocumentId);
  await vi.waitFor(() => expect(company.events).toContainEqual({ kind: "document", id: uniqueDocumentId }));

  // A draft that an import brought stays listed.
  const imported = await makeDocument(app.db, { organizationId, status: "DRAFT" });
  await office.change(await office.read(imported.uniqueDocumentId), { name: "Renamed" });
  await vi.waitFor(() => expect(live.events).toEqual([{ kind: "document", id: imported.uniqueDocumentId }]));
  expect(await app.request(listDocuments, { as: writer })).toMatchObject([
    { uniqueDocumentId: imported.uniqueDocumentId, name: "Renamed", status: "DRAFT" },
  ]);
  live.close();
  company.close();
});

test("COMPANY-11 FORM-1 an imported document keeps its template, and its invoice may change after sending", async () => {
  const { organizationId } = await makeOrganization(app.db);
  const made = await makeDocument(app.db, { organizationId, templateId: "tpl-2019" });
  const { invoiceId } = await makeInvoice(app.db, { organizationId });
  const read = await office.read(made.uniqueDocumentId);
  const changed = await office.change(read, { invoice: invoiceId });
  expect(changed).toMatchObject({ templateId: "tpl-2019", invoice: invoiceId, name: made.name });
  expect(await office.change(changed, { templateId: "BLANK_PAGE" })).toMatchObject({
    templateId: "BLANK_PAGE",
  });
  const [foreign, own] = [await makeInvoice(app.db), await office.read(made.uniqueDocumentId)];
  expect(
    await app.refusal(changeDocument, office.changing(own, { invoice: foreign.invoiceId })),
  ).toMatchObject({ status: 400, message: expect.stringContaining("another organization") });
  for (const given of [{ name: "Other words" }, { documentType: "LEGAL_DOCUMENT" as const }]) {
    expect(await app.refusal(changeDocument, office.changing(own, given))).toMatchObject({
      status: 409,
      details: { reason: "document-sent" },
      message: expect.stringContaining("name, type and last day stay"),
    });
  }
  expect(await office.read(made.uniqueDocumentId)).toEqual(own);
});

test("COMPANY-11 a change of a record that another person has changed is refused with the current record", async () => {
  const { organizationId } = await makeOrganization(app.db);
  const asRead = await office.add(organizationId);
  const now = await office.change(asRead, { name: "First" });
  const refusal = await app.refusal(changeDocument, office.changing(asRead, { name: "Second" }));
  expect(refusal).toMatchObject({ status: 409, details: { reason: "changed-meanwhile" } });
  expect(await office.read(asRead.uniqueDocumentId)).toEqual(now);
  // The same change again has no effect.
  expect(await office.change(now, { name: "First" })).toEqual(now);
  expect(await office.history(asRead.uniqueDocumentId)).toMatchObject([
    { action: "document.change", note: "name" },
    { action: "document.add" },
  ]);
});

test("COMPANY-11 a copy has the page, copies of the work orders at the same price, and nothing of the decision", async () => {
  const product = await makeProduct(app.db, { productRate: "100" });
  const lines = [{ productId: product.productId, total: "3" }];
  const { document } = await makeQuote(app.db, {
    workOrders: [
      { products: lines, name: "Paint" },
      { products: lines, name: "Sign", isOptional: true, doesClientWantWorkDone: true },
    ],
  });
  const { organizationId } = await makeOrganization(app.db);
  const copy = await app.request(duplicateDocument, {
    as: office.editor,
    params: { id: document.uniqueDocumentId },
    body: { name: "For another shop", organizationId },
  });
  expect(copy).toMatchObject({
    organizationId,
    name: "For another shop",
    status: "DRAFT",
    invoice: "NO_INVOICE",
    shownAt: null,
    decision: null,
    // What the client chose is not copied.
    totalCost: 330,
  });
  expect(copy.workOrders).toMatchObject([
    { name: "Paint", workOrderStatus: "DRAFT" },
    { name: "Sign", optional: { isOptional: true, doesClientWantWorkDone: false } },
  ]);
  const [row] = await app.db
    .select()
    .from(uniqueDocuments)
    .where(eq(uniqueDocuments.uniqueDocumentId, copy.uniqueDocumentId));
  expect(row?.puckState.root.props, "the title was written for another client").toEqual({});
  const quoted = JSON.stringify(row?.puckState);
  for (const { workOrderId } of copy.workOrders) expect(quoted).toContain(workOrderId);
  const originals = await app.db
    .select()
    .from(workOrders)
    .where(eq(workOrders.uniqueDocumentId, document.uniqueDocumentId));
  expect(originals).toHaveLength(2);
  for (const { workOrderId } of originals) expect(quoted).not.toContain(workOrderId);
  expect(await office.history(copy.uniqueDocumentId)).toMatchObject([
    { action: "document.duplicate", note: `a copy of ${document.externalId}` },
  ]);
});

test("COMPANY-11 an archived document leaves the company's list until it is restored, and nothing changes for its client", async () => {
  const client = await makePerson(app.db);
  const { organizationId } = client;
  const decided = await makeDocument(app.db, { organizationId, status: "DECLINED" });
  const waiting = await makeDocument(app.db, { organizationId });
  const archive = (id: string, isArchived: boolean) => ({
    as: office.editor,
    params: { id },
    body: { isArchived },
  });
  expect(await app.refusal(archiveDocument, archive(waiting.uniqueDocumentId, true))).toMatchObject({
    status: 409,
    details: { reason: "waiting" },
  });
  const { uniqueDocumentId } = decided;
  const before = await app.request(listDocuments, { as: client });
  const archived = await app.request(archiveDocument, archive(uniqueDocumentId, true));
  expect(archived.archivedAt).not.toBeNull();
  expect(await app.request(archiveDocument, archive(uniqueDocumentId, true))).toEqual(archived);
  expect(await office.list(organizationId)).toMatchObject([{ uniqueDocumentId: waiting.uniqueDocumentId }]);
  expect(await office.list(organizationId, "only")).toMatchObject([{ uniqueDocumentId }]);
  expect(await app.request(listDocuments, { as: client })).toEqual(before);
  await app.request(archiveDocument, archive(uniqueDocumentId, false));
  expect(await office.list(organizationId)).toHaveLength(2);
  expect(await office.history(uniqueDocumentId)).toMatchObject([
    { action: "document.unarchive" },
    { action: "document.archive" },
  ]);
});

test("COMPANY-11 an unseen document is deleted with its own work, and one that a client has seen is retained", async () => {
  const { organizationId } = await makeOrganization(app.db);
  const { uniqueDocumentId } = await office.add(organizationId);
  const { invoiceId } = await makeInvoice(app.db, { organizationId });
  const of = { organizationId, uniqueDocumentId, products: [] };
  const plain = await makeWorkOrder(app.db, { ...of, shownAt: null });
  const invoiced = await makeWorkOrder(app.db, { ...of, shownAt: null, invoiceId });
  const seen = await makeWorkOrder(app.db, of);
  const read = (id: string) => ({ as: office.viewer, params: { id } });
  const remove = (id: string) => ({ as: office.editor, params: { id } });
  expect(await app.request(deleteDocument, remove(uniqueDocumentId))).toEqual({ uniqueDocumentId });
  expect(await app.refusal(deleteDocument, remove(uniqueDocumentId))).toMatchObject({ status: 404 });
  expect(await office.list(organizationId)).toEqual([]);
  expect(await app.refusal(getManagedWorkOrder, read(plain.workOrderId))).toMatchObject({ status: 404 });
  for (const { workOrderId } of [invoiced, seen]) {
    expect(await app.request(getManagedWorkOrder, read(workOrderId))).toMatchObject({
      uniqueDocument: "NO_PROPOSAL",
    });
  }
  const sent = await makeDocument(app.db, { organizationId });
  expect(await app.refusal(deleteDocument, remove(sent.uniqueDocumentId))).toMatchObject({
    status: 409,
    details: { reason: "shown" },
  });
});

test("COMPANY-11 FIELD-7 the list finds, filters, counts and sorts over all organizations as its table reads", async () => {
  const word = unique("find");
  const { organizationId: first } = await makeOrganization(app.db, { organizationName: `${word} Alpha` });
  const { organizationId: second } = await makeOrganization(app.db, { organizationName: `${word} Beta` });
  const small = await makeDocument(app.db, {
    organizationId: first,
    totalCost: "9.50",
    status: "DECLINED",
  });
  const large = await makeDocument(app.db, {
    organizationId: second,
    totalCost: "1234.50",
    status: "APPROVED",
    documentType: "LEGAL_DOCUMENT",
  });
  const none = await makeDocument(app.db, { organizationId: second, status: "DRAFT", totalCost: null });
  const ask = async (query: object) => {
    const { data, page } = await app.requestPage(listManagedDocuments, {
      as: office.viewer,
      query: { limit: 10, ...query },
    });
    return { ids: data.map(({ uniqueDocumentId }) => uniqueDocumentId), counts: page.counts };
  };
  const ids = [small, large, none].map(({ uniqueDocumentId }) => uniqueDocumentId);
  expect(await ask({ q: word.toUpperCase(), sort: "-totalCost" })).toEqual({
    ids: [ids[1], ids[0], ids[2]],
    counts: { DECLINED: 1, APPROVED: 1, DRAFT: 1 },
  });
  expect((await ask({ q: word, sort: "organizationName" })).ids[0]).toBe(ids[0]);
  expect((await ask({ organizationId: second, q: "$1,234.5" })).ids).toEqual([ids[1]]);
  const owed = await makeDocument(app.db, { organizationId: first, status: "DRAFT", totalCost: "-1050.00" });
  for (const q of ["−$1,050.00", "-$1,050"]) {
    expect((await ask({ organizationId: first, q })).ids, q).toEqual([owed.uniqueDocumentId]);
  }
  expect((await ask({ organizationId: second, q: "agreement" })).ids).toEqual([ids[1]]);
  expect((await ask({ organizationId: second, status: "DRAFT" })).ids).toEqual([ids[2]]);
});

test("COMPANY-11 a viewer changes nothing, and a client's person reaches none of it", async () => {
  const { organizationId } = await makeOrganization(app.db);
  const { uniqueDocumentId } = await office.add(organizationId);
  const client = await makePerson(app.db, { organization: { organizationId } });
  const params = { id: uniqueDocumentId };
  expect(await app.refusal(deleteDocument, { as: office.viewer, params })).toMatchObject({ status: 403 });
  expect(await app.refusal(deleteDocument, { as: client, params })).toMatchObject({ status: 403 });
  expect(await app.refusal(getDocument, { as: client, params })).toMatchObject({ status: 404 });
});
