import { eq, sql } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { withdrawDocument } from "#contract/admin/drafts.ts";
import { getSettings, updateSettings } from "#contract/admin/settings.ts";
import {
  getWorkOrderBoard,
  getWorkOrderHistory,
  listManagedWorkOrders,
} from "#contract/admin/work-orders.ts";
import { approveDocument, declineDocument, getDocument, receiveDocument } from "#contract/documents.ts";
import { search } from "#contract/search.ts";
import { chooseOptionalWork, getWorkOrder, listWorkOrders } from "#contract/work-orders.ts";
import type { WorkOrderStatus } from "#domain/work-orders/work-order.ts";
import { inScope } from "#server/rls/in-scope.ts";
import { auditEvents } from "#server/schema/audit.ts";
import { workOrders } from "#server/schema/work-orders.ts";
import {
  makeAdmin,
  makeDocument,
  makeOrganization,
  makePerson,
  makeQuote,
  makeWorkOrder,
  type TestPerson,
  unique,
} from "#tests/support/factories.ts";
import { openLive } from "#tests/support/live-stream.ts";
import { startTestApp } from "#tests/support/make-app.ts";
import { load, makeBasics, makeWorldPage } from "#tests/support/world.ts";

const app = await startTestApp();
const owner = await makeAdmin(app.db, "owner");

const DRAFT = { workOrderStatus: "DRAFT" as const };

/** A pending quote of drafts: one that is not optional, one that is wanted, one that is left out, and one in progress. */
async function setUp() {
  const organization = await makeOrganization(app.db);
  const { organizationId } = organization;
  const writer = await makePerson(app.db, { organization });
  const word = unique("quay").replaceAll("-", "");
  const quote = await makeQuote(app.db, {
    organizationId,
    workOrders: [
      { ...DRAFT, name: `Fixed ${word}` },
      { ...DRAFT, name: `Wanted ${word}`, isOptional: true },
      { ...DRAFT, name: `Left ${word}`, isOptional: true },
      { workOrderStatus: "IN_PROGRESS", name: `Begun ${word}` },
    ],
  });
  const ids = quote.workOrders.map(({ workOrderId }) => workOrderId);
  const [, wanted = ""] = ids;
  const body = { optional: { doesClientWantWorkDone: true } };
  await app.request(chooseOptionalWork, { as: writer, params: { id: wanted }, body });
  return { organizationId, writer, ids, word, id: quote.document.uniqueDocumentId };
}

async function accept(as: TestPerson, id: string) {
  const { contentHash } = await app.request(getDocument, { as, params: { id } });
  const body = { uniqueDocumentId: id, status: "APPROVED" as const, contentHash };
  return app.request(approveDocument, { as, params: { id }, body });
}

function decline(as: TestPerson, id: string) {
  const body = { uniqueDocumentId: id, status: "DECLINED" as const };
  return app.request(declineDocument, { as, params: { id }, body });
}

async function statusesOf(ids: readonly string[]): Promise<(WorkOrderStatus | undefined)[]> {
  const rows = await app.db
    .select({ id: workOrders.workOrderId, status: workOrders.workOrderStatus })
    .from(workOrders);
  return ids.map((id) => rows.find((row) => row.id === id)?.status);
}

async function setOpening(opensAcceptedWork: boolean) {
  const asRead = await app.request(getSettings, { as: owner });
  await app.request(updateSettings, {
    as: owner,
    body: { settings: { ...asRead, opensAcceptedWork }, recordVersion: asRead.recordVersion },
  });
}

const SETTLED = ["OPEN", "OPEN", "ARCHIVED", "IN_PROGRESS"];
const UNSETTLED = ["DRAFT", "DRAFT", "DRAFT", "IN_PROGRESS"];

test("FIRST-6 accepting opens the wanted work and archives the rest, with audit rows and live events", async () => {
  const { writer, ids, id, organizationId } = await setUp();
  const [fixed = "", , left = "", begun = ""] = ids;
  const later = await makeWorkOrder(app.db, {
    ...DRAFT,
    organizationId,
    uniqueDocumentId: id,
    shownAt: null,
  });
  const live = await openLive(app, { as: writer });
  const company = await openLive(app, { as: owner });
  await accept(writer, id);
  expect(await statusesOf([...ids, later.workOrderId])).toEqual([...SETTLED, "DRAFT"]);
  for (const stream of [live, company]) {
    await vi.waitFor(() => {
      const events = stream.events.filter(({ kind }) => kind === "work-order");
      expect(events.map((event) => "id" in event && event.id)).toEqual(
        expect.arrayContaining(ids.slice(0, 3)),
      );
    });
    stream.close();
  }
  const rows = await app.db.select().from(auditEvents).where(eq(auditEvents.action, "work-order.settle"));
  expect(rows.find(({ subjectId }) => subjectId === left)).toMatchObject({
    userProfileId: writer.userProfileId,
    organizationId,
    isByCompany: false,
    details: { from: "DRAFT", to: "ARCHIVED", uniqueDocumentId: id },
  });
  expect(rows.some(({ subjectId }) => subjectId === begun)).toBe(false);
  const [event] = await app.request(getWorkOrderHistory, { as: owner, params: { id: fixed } });
  expect(event).toMatchObject({ what: "settle", from: "DRAFT", to: "OPEN" });
});

test("FIRST-6 a document that is sent back as accepted settles its work too, and a repeat changes nothing", async () => {
  const { writer, ids, id } = await setUp();
  const seen = await app.request(getDocument, { as: writer, params: { id } });
  const { contentHash } = seen;
  await app.request(receiveDocument, {
    as: writer,
    body: { uniqueDocumentId: id, status: "APPROVED", contentHash },
  });
  expect(await statusesOf(ids)).toEqual(SETTLED);
  await app.db
    .update(workOrders)
    .set(DRAFT)
    .where(eq(workOrders.workOrderId, ids[0] ?? ""));
  await accept(writer, id);
  expect(await statusesOf(ids)).toEqual(["DRAFT", ...SETTLED.slice(1)]);
});

test("FIRST-6 a setting of the company turns the step off", async () => {
  await setOpening(false);
  const { writer, ids, id } = await setUp();
  await accept(writer, id);
  expect(await statusesOf(ids)).toEqual(UNSETTLED);
  await setOpening(true);
  expect(await statusesOf(ids)).toEqual(UNSETTLED);
});

test("FIRST-6 a refused acceptance moves nothing, and the database lets clients move only accepted drafts", async () => {
  const { writer, ids, id, organizationId } = await setUp();
  const body = { uniqueDocumentId: id, status: "APPROVED" as const, contentHash: "0".repeat(64) };
  expect((await app.refusal(approveDocument, { as: writer, params: { id }, body })).status).toBe(409);
  expect(await statusesOf(ids)).toEqual(UNSETTLED);

  const { userProfileId } = writer;
  const moveTo = (status: string, of: string) =>
    inScope(app.deps.database, { role: "writer", userProfileId, organizationId }, (tx) =>
      tx.execute(sql`update work_orders set work_order_status = ${status} where work_order_id = ${of}`),
    );
  const refused = { cause: { code: "42501" } };
  // Of a document that waits for a decision.
  await expect(moveTo("OPEN", ids[0] ?? "")).rejects.toMatchObject(refused);
  await accept(writer, id);
  await expect(moveTo("DONE", ids[0] ?? "")).rejects.toMatchObject(refused);
  await expect(moveTo("ARCHIVED", ids[3] ?? "")).rejects.toMatchObject(refused);
  expect(await statusesOf(ids)).toEqual(SETTLED);
});

/** What the client's list, counts and search and the company's board have of these work orders. */
async function shownOf(client: TestPerson, word: string, organizationId: string) {
  const page = await app.requestPage(listWorkOrders, { as: client, query: { limit: 50 } });
  const inProgress = await app.requestPage(listWorkOrders, {
    as: client,
    query: { limit: 1, workOrderStatus: "IN_PROGRESS" },
  });
  const hits = await app.request(search, { as: client, body: { q: word } });
  const board = await app.request(getWorkOrderBoard, { as: owner, query: { organizationId } });
  const searched = await app.request(getWorkOrderBoard, { as: owner, query: { organizationId, q: word } });
  const all = await app.requestPage(listManagedWorkOrders, {
    as: owner,
    query: { limit: 50, organizationId },
  });
  const sum = (columns: typeof board) => columns.reduce((total, column) => total + column.total, 0);
  const cards = (columns: typeof board) => columns.flatMap((column) => column.cards).length;
  return {
    listed: page.data.length,
    counted: page.page.total,
    inProgress: inProgress.page.total,
    found: hits.filter(({ kind }) => kind === "workOrder").length,
    board: [sum(board), cards(board), sum(searched), cards(searched)],
    company: [all.data.length, all.page.total],
  };
}

const EVERYWHERE = { listed: 4, counted: 4, inProgress: 1, found: 4, board: [4, 4, 4, 4], company: [4, 4] };
const NOWHERE = { listed: 0, counted: 0, inProgress: 0, found: 0, board: [0, 0, 0, 0], company: [4, 4] };

test("FIRST-6 work of a declined document leaves the client's list, search and counts, and the board", async () => {
  const { writer, word, id, ids, organizationId } = await setUp();
  expect(await shownOf(writer, word, organizationId)).toEqual(EVERYWHERE);
  const live = await openLive(app, { as: writer });
  await decline(writer, id);
  expect(await shownOf(writer, word, organizationId)).toEqual(NOWHERE);
  await vi.waitFor(() => expect(live.events.some(({ kind }) => kind === "work-order")).toBe(true));
  live.close();
  // Its document still leads to it.
  const params = { id: ids[0] ?? "" };
  expect(await app.request(getWorkOrder, { as: writer, params })).toMatchObject({ uniqueDocument: id });
  expect(await statusesOf(ids)).toEqual(UNSETTLED);
});

test("FIRST-6 work of a withdrawn document leaves them too, and work that moves to another document returns", async () => {
  const { writer, word, id, ids, organizationId } = await setUp();
  await app.request(withdrawDocument, { as: owner, params: { id }, body: { reason: "Sent too early" } });
  expect(await shownOf(writer, word, organizationId)).toEqual(NOWHERE);

  const other = await makeDocument(app.db, { organizationId });
  const move = (uniqueDocumentId: string | null) =>
    app.db
      .update(workOrders)
      .set({ uniqueDocumentId })
      .where(eq(workOrders.workOrderId, ids[0] ?? ""));
  await move(other.uniqueDocumentId);
  expect(await shownOf(writer, word, organizationId)).toMatchObject({ counted: 1, listed: 1 });
  await move(id);
  expect(await shownOf(writer, word, organizationId)).toEqual(NOWHERE);
  await move(null);
  expect(await shownOf(writer, word, organizationId)).toMatchObject({ counted: 1, board: [1, 1, 1, 1] });
});

test("FIRST-6 imported decisions leave work as it was imported, and work of an imported refusal is in no list", async () => {
  const { organizationId, email, lists } = makeBasics();
  const [accepted, declined] = [unique("P"), unique("P")];
  const documentOf = (externalId: string, status: "APPROVED" | "DECLINED") => ({
    organizationId,
    uniqueDocumentId: externalId,
    externalId,
    name: externalId,
    documentType: "PROPOSAL",
    status,
    decision: { by: email, at: "-1h" },
    puckState: makeWorldPage("Work"),
  });
  const workOf = (uniqueDocument: string) => ({
    organizationId,
    externalId: unique("WO"),
    name: `Work of ${uniqueDocument}`,
    uniqueDocument,
    workOrderStatus: "DRAFT",
    products: [],
  });
  await load(app, {
    ...lists,
    documents: [documentOf(accepted, "APPROVED"), documentOf(declined, "DECLINED")],
    workOrders: [workOf(accepted), workOf(declined)],
  });
  const all = await app.requestPage(listManagedWorkOrders, {
    as: owner,
    query: { limit: 9, organizationId },
  });
  expect(all.data.map(({ workOrderStatus }) => workOrderStatus)).toEqual(["DRAFT", "DRAFT"]);
  const board = await app.request(getWorkOrderBoard, { as: owner, query: { organizationId } });
  expect(board.flatMap(({ cards }) => cards.map(({ name }) => name))).toEqual([`Work of ${accepted}`]);
});
