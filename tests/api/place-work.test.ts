import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { getManagedDocument } from "#contract/admin/documents.ts";
import { getDraft } from "#contract/admin/drafts.ts";
import {
  addWorkOrder,
  addWorkToDocument,
  changeWorkOrder,
  getManagedWorkOrder,
  getWorkOrderBoard,
  listManagedWorkOrders,
  listUnplacedWork,
  moveWorkOrders,
} from "#contract/admin/work-orders.ts";
import { getWorkOrder, listWorkOrders } from "#contract/work-orders.ts";
import { auditEvents } from "#server/schema/audit.ts";
import { products } from "#server/schema/products.ts";
import { openCompany, PLAIN } from "#tests/support/company-work.ts";
import {
  makeAdmin,
  makeDocument,
  makeInvoice,
  makeOrganization,
  makePerson,
  makeProduct,
  makeQuote,
  makeWorkOrder,
} from "#tests/support/factories.ts";
import { startTestApp } from "#tests/support/make-app.ts";

const app = await startTestApp();
const editor = await makeAdmin(app.db, "editor");
const company = await openCompany(app);

/** A draft, two work orders without a document, one of which its client knows, and one of another organization. */
async function setUp() {
  const organization = await makeOrganization(app.db);
  const { organizationId } = organization;
  const draft = await makeDocument(app.db, { organizationId, status: "DRAFT", shownAt: null });
  const fresh = await makeWorkOrder(app.db, { organizationId, shownAt: null });
  const known = await makeWorkOrder(app.db, { organizationId });
  const foreign = await makeWorkOrder(app.db, {});
  return { organization, organizationId, draft, fresh, known, foreign };
}

const add = (uniqueDocumentId: string, ...workOrderIds: string[]) =>
  app.request(addWorkToDocument, { as: editor, body: { uniqueDocumentId, workOrderIds } });
const refused = (uniqueDocumentId: string, ...workOrderIds: string[]) =>
  app.refusal(addWorkToDocument, { as: editor, body: { uniqueDocumentId, workOrderIds } });
const unplaced = async (organizationId: string) =>
  (await app.request(listUnplacedWork, { as: editor, params: { organizationId } })).map(
    ({ workOrderId }) => workOrderId,
  );

test("FIRST-5 existing work of the organization is added to a draft from its page, once and with an audit row", async () => {
  const { organization, organizationId, draft, fresh, known } = await setUp();
  await makeWorkOrder(app.db, { organizationId, workOrderStatus: "ARCHIVED" });
  expect((await unplaced(organizationId)).toSorted()).toEqual(
    [fresh.workOrderId, known.workOrderId].toSorted(),
  );

  const { uniqueDocumentId } = draft;
  const before = await app.request(getManagedWorkOrder, { as: editor, params: { id: known.workOrderId } });
  const added = await add(uniqueDocumentId, fresh.workOrderId, known.workOrderId, fresh.workOrderId);
  expect(added.map(({ uniqueDocument }) => uniqueDocument)).toEqual([uniqueDocumentId, uniqueDocumentId]);
  expect(await unplaced(organizationId)).toEqual([]);
  const params = { id: uniqueDocumentId };
  const { workOrders } = await app.request(getManagedDocument, { as: editor, params });
  expect(workOrders).toHaveLength(2);
  expect((await app.request(getDraft, { as: editor, params })).work.workOrders).toHaveLength(2);
  const after = await app.request(getManagedWorkOrder, { as: editor, params: { id: known.workOrderId } });
  expect(after.recordVersion).toBe(before.recordVersion + 1);

  // A repeat changes nothing.
  await add(uniqueDocumentId, known.workOrderId);
  const rows = await app.db.select().from(auditEvents).where(eq(auditEvents.subjectId, known.workOrderId));
  expect(rows).toMatchObject([
    { action: "work-order.change", organizationId, details: { after: { uniqueDocument: uniqueDocumentId } } },
  ]);
  // Its client keeps the name that they know, and reads nothing of the draft.
  const reader = await makePerson(app.db, { organization, permission: "read" });
  const seen = await app.request(getWorkOrder, { as: reader, params: { id: known.workOrderId } });
  expect(seen).toMatchObject({ name: known.name, uniqueDocument: "NO_PROPOSAL", description: "" });
});

test("FIRST-5 work of another document or organization is refused by name, and nothing is added", async () => {
  const { organizationId, draft, fresh, foreign } = await setUp();
  const { uniqueDocumentId } = draft;
  const other = await makeQuote(app.db, { organizationId });
  const [placed] = other.workOrders;
  const answer = await refused(
    uniqueDocumentId,
    fresh.workOrderId,
    placed?.workOrderId ?? "",
    foreign.workOrderId,
    "no-such-work",
  );
  expect(answer).toMatchObject({ status: 409, details: { reason: "refused" } });
  expect(answer.details?.refused).toMatchObject([
    { name: placed?.name, why: "It belongs to another document." },
    { name: null, why: "This organization has no such work order." },
    { name: null, why: "This organization has no such work order." },
  ]);
  expect(await unplaced(organizationId)).toContain(fresh.workOrderId);
});

test("FIRST-5 work is added to drafts only", async () => {
  const { organizationId, fresh } = await setUp();
  const sent = await makeDocument(app.db, { organizationId });
  expect(await refused(sent.uniqueDocumentId, fresh.workOrderId)).toMatchObject({
    status: 409,
    details: { reason: "not-a-draft" },
  });
  expect((await refused("no-such-document", fresh.workOrderId)).status).toBe(404);
  const viewer = await makeAdmin(app.db, "viewer");
  const body = { uniqueDocumentId: sent.uniqueDocumentId, workOrderIds: [fresh.workOrderId] };
  expect((await app.refusal(addWorkToDocument, { as: viewer, body })).status).toBe(403);
});

test.each([
  ["is withdrawn", { status: "DRAFT", withdrawnAt: new Date(), withdrawalReason: "Too early" }],
  ["has expired", { status: "DRAFT", expiredAt: new Date(), validUntil: "2026-01-01" }],
  ["has expired", { status: "PENDING", validUntil: "2026-01-01" }],
  ["was declined", { status: "DECLINED" }],
] as const)(
  "FIRST-6 no work is put into a document that %s, in any way, and its client keeps it",
  async (words, closed) => {
    const { organizationId, known } = await setUp();
    const reader = await makePerson(app.db, { organization: { organizationId } });
    const { uniqueDocumentId, name } = await makeDocument(app.db, { organizationId, ...closed });
    const seen = await company.read(known.workOrderId);
    const refusals = [
      await refused(uniqueDocumentId, known.workOrderId),
      await app.refusal(changeWorkOrder, company.changing(seen, { uniqueDocument: uniqueDocumentId })),
      await app.refusal(addWorkOrder, {
        as: editor,
        body: { ...PLAIN, organizationId, uniqueDocument: uniqueDocumentId },
      }),
    ];
    const reason = "document-closed";
    for (const refusal of refusals) expect(refusal).toMatchObject({ status: 409, details: { reason } });
    expect(refusals[0]?.message).toContain(`“${name}” ${words}`);
    expect(await company.read(known.workOrderId)).toEqual(seen);
    const listed = await app.request(listWorkOrders, { as: reader });
    expect(listed.map(({ workOrderId }) => workOrderId)).toEqual([known.workOrderId]);
  },
);

test("FIRST-6 cards show the price as it was sent, whether optional work is wanted, and the due date", async () => {
  const organization = await makeOrganization(app.db);
  const { organizationId } = organization;
  const { productId } = await makeProduct(app.db, { productRate: "33.333" });
  const lines = [{ productId, total: "3" }];
  const unpaid = await makeInvoice(app.db, { organizationId, dueDate: "2026-12-05" });
  const paid = await makeInvoice(app.db, { organizationId, dueDate: "2026-12-05", invoiceStatus: "PAID" });
  const quote = await makeQuote(app.db, {
    organizationId,
    workOrders: [
      { products: lines, discountPercent: "10", invoiceId: unpaid.invoiceId },
      { products: lines, isOptional: true, doesClientWantWorkDone: true, invoiceId: paid.invoiceId },
    ],
  });
  const loose = await makeWorkOrder(app.db, { organizationId, products: lines });
  await app.db.update(products).set({ productRate: "50" }).where(eq(products.productId, productId));

  const terms = [
    { net: "90.00", optional: { isOptional: false, doesClientWantWorkDone: false }, dueDate: "2026-12-05" },
    { net: "100.00", optional: { isOptional: true, doesClientWantWorkDone: true }, dueDate: null },
    // Not sent: it follows the catalogue.
    { net: "150.00", dueDate: null },
  ];
  const ids = [...quote.workOrders, loose].map(({ workOrderId }) => workOrderId);
  const board = await app.request(getWorkOrderBoard, { as: editor, query: { organizationId } });
  const list = await app.request(listManagedWorkOrders, { as: editor, query: { organizationId } });
  const moved = await app.request(moveWorkOrders, {
    as: editor,
    body: {
      workOrderStatus: "DONE",
      workOrders: ids.map((workOrderId) => ({ workOrderId, expectedStatus: "OPEN" as const })),
    },
  });
  for (const cards of [board.flatMap((column) => column.cards), list, moved])
    expect(ids.map((id) => cards.find(({ workOrderId }) => workOrderId === id))).toMatchObject(terms);
});
