import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { findChoices } from "#contract/admin/search.ts";
import {
  changeWorkOrder,
  deleteWorkOrder,
  getManagedWorkOrder,
  getWorkOrderBoard,
  listManagedWorkOrders,
  moveWorkOrders,
  showWorkOrders,
} from "#contract/admin/work-orders.ts";
import {
  getWorkOrder,
  listOptionalStatuses,
  listWorkOrders,
  listWorkOrdersOfInvoice,
} from "#contract/work-orders.ts";
import type { ManagedWorkOrder } from "#domain/work-orders/managed-work-order.ts";
import type { WorkOrderStatus } from "#domain/work-orders/work-order.ts";
import { freezeVersion } from "#server/documents/freeze-version.ts";
import { auditEvents } from "#server/schema/audit.ts";
import { openCompany } from "#tests/support/company-work.ts";
import {
  makeDocument,
  makeInvoice,
  makeOrganization,
  makePerson,
  sendAgain,
  type TestPerson,
  unique,
} from "#tests/support/factories.ts";
import { openLive } from "#tests/support/live-stream.ts";
import { startTestApp } from "#tests/support/make-app.ts";

const app = await startTestApp();
const company = await openCompany(app);

const auditOf = (subjectId: string) =>
  app.db.select().from(auditEvents).where(eq(auditEvents.subjectId, subjectId));

/** Every way in which a client could learn of a work order. */
async function seenBy(
  client: TestPerson,
  { workOrderId, invoice }: Pick<ManagedWorkOrder, "workOrderId" | "invoice">,
) {
  const listed = await app.request(listWorkOrders, { as: client });
  const page = await app.requestPage(listWorkOrders, {
    as: client,
    query: { limit: 5, include: "linkedNames" },
  });
  const found = await app.rawRequest(`GET /api/work-order/user/${workOrderId}`, { as: client });
  const ofInvoice = await app.request(listWorkOrdersOfInvoice, {
    as: client,
    params: { invoiceId: invoice },
  });
  const choices = await app.request(listOptionalStatuses, {
    as: client,
    body: { workOrderIds: [workOrderId] },
  });
  const chosen = await app.rawRequest(`PATCH /api/work-order/user/${workOrderId}/optional`, {
    as: client,
    body: { optional: { doesClientWantWorkDone: true } },
  });
  return {
    listed: listed.length,
    total: page.page.total,
    status: found.status,
    ofInvoice: ofInvoice.length,
    choices: choices.length,
    chosen: chosen.status,
  };
}

test("COMPANY-6 a client sees a work order only once it is shown, and follows it from then on", async () => {
  const writer = await makePerson(app.db);
  const { organizationId } = writer;
  const { uniqueDocumentId } = await makeDocument(app.db, { organizationId });
  const { invoiceId: invoice } = await makeInvoice(app.db, { organizationId });
  const live = await openLive(app, { as: writer });
  const office = await openLive(app, { as: company.viewer });
  const given = { uniqueDocument: uniqueDocumentId, invoice, isOptional: true };
  const { workOrderId } = await company.add(organizationId, given);
  const order = { workOrderId, invoice };
  const nothing = { listed: 0, total: 0, status: 404, ofInvoice: 0, choices: 0, chosen: 404 };
  expect(await seenBy(writer, order)).toEqual(nothing);
  const renamed = await app.request(
    changeWorkOrder,
    company.changing(await company.read(workOrderId), { name: "Secret plan" }),
  );
  const [moved] = await app.request(moveWorkOrders, company.moving("IN_PROGRESS", renamed));
  expect(await seenBy(writer, order)).toEqual(nothing);
  await vi.waitFor(() => expect(office.events.length).toBe(3));
  expect(live.events).toEqual([]);

  expect(await company.show(workOrderId)).toMatchObject([{ workOrderId, shownAt: expect.any(String) }]);
  const all = { listed: 1, total: 1, status: 200, ofInvoice: 1, choices: 1 };
  // It was added after the document was sent, so it can be decided only in the next version.
  expect(await seenBy(writer, order)).toEqual({ ...all, chosen: 409 });
  await sendAgain(app.db, uniqueDocumentId);
  expect(await seenBy(writer, order)).toEqual({ ...all, chosen: 200 });
  await vi.waitFor(() => expect(live.events).toContainEqual({ kind: "work-order", id: workOrderId }));
  const before = live.events.length;
  await app.request(moveWorkOrders, company.moving("DONE", { workOrderId, workOrderStatus: "IN_PROGRESS" }));
  await vi.waitFor(() => expect(live.events.length).toBeGreaterThan(before));
  expect(await app.request(getWorkOrder, { as: writer, params: { id: workOrderId } })).toMatchObject({
    name: "Secret plan",
    workOrderStatus: "DONE",
  });
  expect(moved?.shownAt).toBeNull();
  // Shown once more stays shown since then.
  const [again] = await company.show(workOrderId);
  expect((await auditOf(workOrderId)).filter(({ action }) => action === "work-order.show")).toHaveLength(1);
  expect(again?.shownAt).not.toBeNull();
  live.close();
  office.close();
});

test("COMPANY-6 work of a document that has not been sent is shown by sending it, not before", async () => {
  const { organizationId } = await makeOrganization(app.db);
  const draft = await makeDocument(app.db, { organizationId, status: "DRAFT", name: "Plan for the bay" });
  const ready = await company.add(organizationId, { name: "Ready" });
  const early = await company.add(organizationId, { name: "Early", uniqueDocument: draft.uniqueDocumentId });
  const refusal = await app.refusal(showWorkOrders, {
    as: company.editor,
    body: { workOrderIds: [ready.workOrderId, early.workOrderId, "gone"] },
  });
  expect(refusal).toMatchObject({
    status: 409,
    details: {
      refused: [
        { workOrderId: early.workOrderId, name: "Early" },
        { workOrderId: "gone", name: null },
      ],
    },
  });
  expect(refusal.message).toContain("None of the 3 was changed.");
  expect(refusal.message).toContain("Plan for the bay");
  expect((await company.read(ready.workOrderId)).shownAt).toBeNull();
});

test("COMPANY-6 sending a document shows its work to its client", async () => {
  const writer = await makePerson(app.db);
  const { organizationId } = writer;
  const draft = await makeDocument(app.db, { organizationId, status: "DRAFT" });
  const { uniqueDocumentId: uniqueDocument } = draft;
  const { invoiceId: invoice } = await makeInvoice(app.db, { organizationId });
  const order = await company.add(organizationId, { uniqueDocument, invoice });
  expect(await seenBy(writer, order)).toMatchObject({ listed: 0, status: 404 });
  await app.db.transaction((tx) => freezeVersion(tx, draft, { sentAt: new Date(), sentBy: null }));
  expect(await seenBy(writer, order)).toMatchObject({ listed: 1, status: 200 });
});

test("COMPANY-6 many are moved together, or none, and each refusal is named", async () => {
  const { organizationId } = await makeOrganization(app.db);
  const orders = await Promise.all(
    ["One", "Two", "Three"].map((name) => company.add(organizationId, { name })),
  );
  const [one, two, three] = orders as [ManagedWorkOrder, ManagedWorkOrder, ManagedWorkOrder];
  await app.request(moveWorkOrders, company.moving("UAT", two));
  await app.request(deleteWorkOrder, { as: company.editor, params: { id: three.workOrderId } });
  const refusal = await app.refusal(moveWorkOrders, company.moving("ARCHIVED", one, two, three));
  expect(refusal).toMatchObject({
    status: 409,
    message: `Two: Someone else has moved it to UAT. ${three.workOrderId}: It has been deleted. None of the 3 was changed.`,
    details: {
      reason: "refused",
      refused: [
        { workOrderId: two.workOrderId, name: "Two", why: "Someone else has moved it to UAT." },
        { workOrderId: three.workOrderId, name: null, why: "It has been deleted." },
      ],
    },
  });
  expect((await company.read(one.workOrderId)).workOrderStatus).toBe("DRAFT");
  const both = company.moving("ARCHIVED", one, { ...two, workOrderStatus: "UAT" });
  const moved = await app.request(moveWorkOrders, both);
  expect(moved.map(({ name, workOrderStatus }) => [name, workOrderStatus])).toEqual([
    ["One", "ARCHIVED"],
    ["Two", "ARCHIVED"],
  ]);
  expect(await company.history(two.workOrderId)).toMatchObject([
    { what: "move", from: "UAT", to: "ARCHIVED" },
    { what: "move", from: "DRAFT", to: "UAT" },
    { what: "add" },
  ]);
});

test("COMPANY-6 when two people drag one card, the second learns where the card is, unless both agree", async () => {
  const { organizationId } = await makeOrganization(app.db);
  const order = await company.add(organizationId);
  const send = (to: WorkOrderStatus) =>
    app.rawRequest("PATCH /api/work-order/admin/list/status", company.moving(to, order));
  const statuses = async (...wanted: WorkOrderStatus[]) =>
    (await Promise.all(wanted.map(send))).map(({ status }) => status).toSorted();
  expect(await statuses("DONE", "OPEN")).toEqual([200, 409]);
  const { workOrderStatus } = await company.read(order.workOrderId);
  expect(await statuses(workOrderStatus)).toEqual([200]);
  expect((await company.history(order.workOrderId)).filter(({ what }) => what === "move")).toHaveLength(1);
});

test("COMPANY-6 moving a card while its order is deleted: one happens first, and nothing is half done", async () => {
  const { organizationId } = await makeOrganization(app.db);
  for (let round = 0; round < 5; round += 1) {
    const order = await company.add(organizationId);
    const [moved, deleted] = await Promise.all([
      app.rawRequest("PATCH /api/work-order/admin/list/status", company.moving("DONE", order)),
      app.rawRequest(`DELETE /api/work-order/admin/${order.workOrderId}`, { as: company.editor }),
    ]);
    expect(deleted.status).toBe(200);
    expect([200, 409]).toContain(moved.status);
    expect(
      await app.refusal(getManagedWorkOrder, { as: company.viewer, params: { id: order.workOrderId } }),
    ).toMatchObject({
      status: 404,
    });
  }
});

test("COMPANY-6 the list reaches every organization or one, by name, status and words", async () => {
  const word = unique("Lighthouse");
  const one = await makeOrganization(app.db, { organizationName: `${word} Ltd` });
  const other = await makeOrganization(app.db);
  const kept = await company.add(one.organizationId, { name: "Lamp" });
  await company.add(one.organizationId, { name: "Stairs" });
  await company.add(other.organizationId, { name: `${word} model` });
  await app.request(moveWorkOrders, company.moving("DONE", kept));
  const asked = { as: company.viewer, query: { limit: 10, q: word } };
  const found = await app.requestPage(listManagedWorkOrders, asked);
  expect(found.data.map(({ name, organizationName }) => [name, organizationName])).toEqual([
    [`${word} model`, other.organizationName],
    ["Stairs", `${word} Ltd`],
    ["Lamp", `${word} Ltd`],
  ]);
  expect(found.page).toMatchObject({ total: 3, counts: { DRAFT: 2, DONE: 1 } });
  const filter = btoa(JSON.stringify([{ id: "organizationName", value: `${word} l` }]));
  const done = { filter, workOrderStatus: "DONE", limit: 10 } as const;
  const narrowed = await app.requestPage(listManagedWorkOrders, { as: company.viewer, query: done });
  expect(narrowed.data.map(({ name }) => name)).toEqual(["Lamp"]);
  const { organizationId } = other;
  const own = await app.request(listManagedWorkOrders, { as: company.viewer, query: { organizationId } });
  expect(own.map(({ name }) => name)).toEqual([`${word} model`]);
});

test("COMPANY-6 the board has a column for each status, the last moved first, and counts what it does not show", async () => {
  const { organizationId, organizationName } = await makeOrganization(app.db, {
    organizationName: unique("Board"),
  });
  const orders = [];
  for (const name of ["One", "Two", "Three"]) orders.push(await company.add(organizationId, { name }));
  await app.request(moveWorkOrders, company.moving("OPEN", ...orders));
  await app.request(
    moveWorkOrders,
    company.moving("DRAFT", { ...(orders[1] as ManagedWorkOrder), workOrderStatus: "OPEN" }),
  );
  await app.request(moveWorkOrders, company.moving("OPEN", orders[1] as ManagedWorkOrder));
  const elsewhere = await makeOrganization(app.db);
  const latest = await company.add(elsewhere.organizationId, { name: "Of another organization" });
  await app.request(moveWorkOrders, company.moving("OPEN", latest));
  for (const query of [
    { organizationId, limit: 2 },
    { q: organizationName.toLowerCase(), limit: 2 },
  ]) {
    const board = await app.request(getWorkOrderBoard, { as: company.viewer, query });
    expect(board.map(({ workOrderStatus }) => workOrderStatus)).toEqual([
      "DRAFT",
      "OPEN",
      "IN_PROGRESS",
      "IN_REVIEW",
      "UAT",
      "DONE",
      "ARCHIVED",
    ]);
    const open = board.find(({ workOrderStatus }) => workOrderStatus === "OPEN");
    expect(open?.total).toBe(3);
    expect(open?.cards.map(({ name }) => name)[0]).toBe("Two");
    expect(open?.cards).toHaveLength(2);
    expect(board.filter(({ total }) => total > 0)).toHaveLength(1);
  }
});

test("COMPANY-6 forms find organizations by name, and the documents and invoices of one", async () => {
  const word = unique("Étage");
  const { organizationId } = await makeOrganization(app.db, { organizationName: `${word} Ltd` });
  const document = await makeDocument(app.db, { organizationId, name: "The plan", externalId: "P-77" });
  const invoice = await makeInvoice(app.db, { organizationId, externalId: "INV-5" });
  await makeDocument(app.db, { name: "The plan of others" });
  const choose = (
    of: "organization" | "document" | "invoice",
    query: { q?: string; organizationId?: string },
  ) => app.request(findChoices, { as: company.viewer, params: { of }, query });
  expect(await choose("organization", { q: word.toLowerCase().replace("é", "e") })).toEqual([
    { id: organizationId, name: `${word} Ltd`, number: null },
  ]);
  const { uniqueDocumentId } = document;
  const plan = { id: uniqueDocumentId, name: "The plan", number: "P-77" };
  expect(await choose("document", { organizationId })).toEqual([plan]);
  expect(await choose("document", { organizationId, q: "p-7" })).toEqual([plan]);
  expect(await choose("document", { organizationId, q: "nothing" })).toEqual([]);
  expect(await choose("document", { q: "plan" })).toEqual([]);
  expect(await choose("invoice", { organizationId, q: "inv" })).toMatchObject([{ id: invoice.invoiceId }]);
});
