import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { getDocument, listDocuments } from "#contract/documents.ts";
import { chooseOptionalWork, listOptionalStatuses } from "#contract/work-orders.ts";
import { uniqueDocuments } from "#server/schema/documents.ts";
import { makeOrganization, makePerson, makeQuote, makeWorkOrder } from "#tests/support/factories.ts";
import { startTestApp } from "#tests/support/make-app.ts";

const app = await startTestApp();

async function setUp() {
  const organization = await makeOrganization(app.db);
  const writer = await makePerson(app.db, { organization });
  const quote = await makeQuote(app.db, {
    organizationId: organization.organizationId,
    workOrders: [{}, { isOptional: true }],
  });
  const [fixed, optional] = quote.workOrders.map((one) => one.workOrderId);
  return {
    organization,
    writer,
    id: quote.document.uniqueDocumentId,
    fixed: fixed ?? "",
    optional: optional ?? "",
  };
}

const want = (doesClientWantWorkDone: boolean) => ({ optional: { doesClientWantWorkDone } });

test("PRICE-1 PRICE-7 a choice changes the total and the hash, in the document and in the list", async () => {
  const { writer, id, optional } = await setUp();
  const before = await app.request(getDocument, { as: writer, params: { id } });
  expect(before.totalCost).toBe(110);
  const chosen = await app.request(chooseOptionalWork, {
    as: writer,
    params: { id: optional },
    body: want(true),
  });
  expect(chosen.optional).toEqual({ isOptional: true, doesClientWantWorkDone: true });
  const after = await app.request(getDocument, { as: writer, params: { id } });
  expect(after.totalCost).toBe(220);
  expect(after.contentHash).not.toBe(before.contentHash);
  const [listed] = await app.request(listDocuments, { as: writer });
  expect(listed?.totalCost).toBe(220);
  await app.request(chooseOptionalWork, { as: writer, params: { id: optional }, body: want(false) });
  const back = await app.request(getDocument, { as: writer, params: { id } });
  expect(back.contentHash).toBe(before.contentHash);
});

test("PRICE-7 API-5 only a writer chooses, only on optional work, only while the document is pending", async () => {
  const { organization, writer, id, fixed, optional } = await setUp();
  const reader = await makePerson(app.db, { organization, permission: "read" });
  const stranger = await makePerson(app.db);
  const choose = (as: typeof writer, workOrderId: string) =>
    app.refusal(chooseOptionalWork, { as, params: { id: workOrderId }, body: want(true) });
  expect((await choose(reader, optional)).status).toBe(403);
  expect(await choose(writer, fixed)).toMatchObject({ status: 409, details: { reason: "not-optional" } });
  expect(await choose(stranger, optional)).toEqual(await choose(stranger, "no-such-work-order"));
  for (const status of ["DRAFT", "APPROVED", "DECLINED"] as const) {
    await app.db.update(uniqueDocuments).set({ status }).where(eq(uniqueDocuments.uniqueDocumentId, id));
    const refused = await choose(writer, optional);
    expect(refused).toMatchObject({ status: 409, details: { reason: "not-waiting" } });
  }
});

test("PRICE-7 optional work that no document offers is not chosen", async () => {
  const { organization, writer } = await setUp();
  const { workOrderId } = await makeWorkOrder(app.db, {
    organizationId: organization.organizationId,
    isOptional: true,
  });
  const refused = await app.refusal(chooseOptionalWork, {
    as: writer,
    params: { id: workOrderId },
    body: want(true),
  });
  expect(refused).toMatchObject({ status: 409, details: { reason: "not-waiting" } });
});

test("API-1 API-5 choices are published only to people who may see the document", async () => {
  const { organization, writer, id, fixed, optional } = await setUp();
  const reader = await makePerson(app.db, { organization, permission: "read" });
  const stranger = await makePerson(app.db);
  const { workOrderId: onNoDocument } = await makeWorkOrder(app.db, {
    organizationId: organization.organizationId,
  });
  const body = { workOrderIds: [fixed, optional, onNoDocument, "no-such-work-order"] };
  const told = await app.request(listOptionalStatuses, { as: reader, body });
  expect(told.toSorted((a, b) => Number(a.optional.isOptional) - Number(b.optional.isOptional))).toEqual([
    { workOrderId: fixed, optional: { isOptional: false, doesClientWantWorkDone: false } },
    { workOrderId: optional, optional: { isOptional: true, doesClientWantWorkDone: false } },
  ]);
  expect(await app.request(listOptionalStatuses, { as: stranger, body })).toEqual([]);
  expect(await app.request(listOptionalStatuses, { body })).toEqual([]);
  await app.db
    .update(uniqueDocuments)
    .set({ status: "DRAFT" })
    .where(eq(uniqueDocuments.uniqueDocumentId, id));
  expect(await app.request(listOptionalStatuses, { as: writer, body })).toEqual([]);
});

test("API-1 API-5 the whole choice may be sent as it was told, but not made optional or not", async () => {
  const { writer, fixed, optional } = await setUp();
  const send = (id: string, isOptional: boolean) => ({
    as: writer,
    params: { id },
    body: { optional: { isOptional, doesClientWantWorkDone: true } },
  });
  expect(await app.refusal(chooseOptionalWork, send(optional, false))).toMatchObject({
    status: 403,
    details: { reason: "server-owned", field: "isOptional" },
  });
  expect((await app.refusal(chooseOptionalWork, send(fixed, true))).status).toBe(403);
  const chosen = await app.request(chooseOptionalWork, send(optional, true));
  expect(chosen.optional).toEqual({ isOptional: true, doesClientWantWorkDone: true });
});
