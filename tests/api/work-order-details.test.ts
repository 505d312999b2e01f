import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { moveWorkOrders } from "#contract/admin/work-orders.ts";
import { getWorkOrder } from "#contract/work-orders.ts";
import type { WorkOrderStatus } from "#domain/work-orders/work-order.ts";
import { workOrders } from "#server/schema/work-orders.ts";
import {
  makeAdmin,
  makeDocument,
  makeInvoice,
  makeOrganization,
  makePerson,
  makeWorkOrder,
  type TestPerson,
} from "#tests/support/factories.ts";
import { startTestApp } from "#tests/support/make-app.ts";
import { load, makeBasics } from "#tests/support/world.ts";

const app = await startTestApp();
const editor = await makeAdmin(app.db, "editor");

const detailsOf = (as: TestPerson, id: string) =>
  app.request(getWorkOrder, { as, params: { id }, query: { include: "quote" } });

async function move(workOrderId: string, from: WorkOrderStatus, to: WorkOrderStatus): Promise<void> {
  const body = { workOrders: [{ workOrderId, expectedStatus: from }], workOrderStatus: to };
  await app.request(moveWorkOrders, { as: editor, body });
}

test("FIRST-11 a client reads when their work last came to each status, forwards or back", async () => {
  const organization = await makeOrganization(app.db);
  const member = await makePerson(app.db, { organization, permission: "read" });
  const { workOrderId } = await makeWorkOrder(app.db, {
    organizationId: organization.organizationId,
    workOrderStatus: "OPEN",
    movedAt: new Date("2026-11-02T03:04:05.678Z"),
  });
  expect((await detailsOf(member, workOrderId)).progress).toEqual([
    { status: "OPEN", at: "2026-11-02T03:04:05.678Z" },
  ]);
  await move(workOrderId, "OPEN", "IN_REVIEW");
  await move(workOrderId, "IN_REVIEW", "IN_PROGRESS");
  await move(workOrderId, "IN_PROGRESS", "IN_REVIEW");
  const { progress = [], workOrderStatus } = await detailsOf(member, workOrderId);
  expect(workOrderStatus).toBe("IN_REVIEW");
  expect(progress.map(({ status }) => status)).toEqual(["OPEN", "IN_PROGRESS", "IN_REVIEW"]);
  const [open, begun, inReview] = progress.map(({ at }) => Date.parse(at));
  expect(open).toBe(Date.parse("2026-11-02T03:04:05.678Z"));
  // The time of the second move to this status.
  expect(inReview).toBeGreaterThanOrEqual(begun ?? Number.NaN);
  const [stored] = await app.db.select().from(workOrders).where(eq(workOrders.workOrderId, workOrderId));
  expect(inReview).toBe(stored?.movedAt.getTime());
});

test("FIRST-11 an import brings when work came to its earlier statuses", async () => {
  const { organizationId, lists } = makeBasics();
  const workOrder = {
    workOrderId: `${organizationId}-w`,
    organizationId,
    externalId: "W-1",
    name: "Signage",
    workOrderStatus: "UAT",
    reachedAt: { OPEN: "2026-10-01T00:00:00.000Z" },
    updatedAt: "2026-10-09T00:00:00.000Z",
  };
  await load(app, { ...lists, workOrders: [workOrder] });
  const [stored] = await app.db
    .select()
    .from(workOrders)
    .where(eq(workOrders.workOrderId, workOrder.workOrderId));
  expect(stored?.reachedAt).toEqual({ OPEN: "2026-10-01T00:00:00.000Z", UAT: "2026-10-09T00:00:00.000Z" });
});

test("FIRST-11 INV-5 work shows status and amounts of its document and invoice, and nothing that clients do not see", async () => {
  const organization = await makeOrganization(app.db);
  const { organizationId } = organization;
  const member = await makePerson(app.db, { organization });
  const priced = await makeDocument(app.db, { organizationId, status: "APPROVED", shownTotal: "1234.5" });
  const secret = await makeDocument(app.db, {
    organizationId,
    status: "APPROVED",
    shownTotal: "98765.43",
    totalCost: "98765.43",
    hidesPrices: true,
  });
  const draft = await makeDocument(app.db, { organizationId, status: "DRAFT", shownAt: null });
  const issued = await makeInvoice(app.db, {
    organizationId,
    dueDate: "2026-12-07",
    subtotal: "100",
    gst: "10",
    gstPercent: "10",
    total: "110",
  });
  const unissued = await makeInvoice(app.db, { organizationId, issuedAt: null, total: "77.77" });
  const details = async (uniqueDocumentId: string, invoiceId: string) => {
    const made = await makeWorkOrder(app.db, { organizationId, uniqueDocumentId, invoiceId });
    return detailsOf(member, made.workOrderId);
  };

  expect(await details(priced.uniqueDocumentId, issued.invoiceId)).toMatchObject({
    documentOfWork: {
      externalId: priced.externalId,
      status: "APPROVED",
      totalCost: 1234.5,
      hidesPrices: false,
    },
    invoiceOfWork: {
      externalId: issued.externalId,
      invoiceStatus: "UNPAID",
      dueDate: "2026-12-07",
      total: "110.00",
      amountDue: "110.00",
    },
  });
  const hidden = await details(secret.uniqueDocumentId, unissued.invoiceId);
  expect(hidden).toMatchObject({
    documentOfWork: { totalCost: null, hidesPrices: true },
    invoiceOfWork: null,
  });
  expect(JSON.stringify(hidden)).not.toMatch(/98765|77\.77/);
  expect(await details(draft.uniqueDocumentId, issued.invoiceId)).toMatchObject({ documentOfWork: null });
});
