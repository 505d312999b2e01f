import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { duplicateDocument, getManagedDocument } from "#contract/admin/documents.ts";
import { addNewVersion, recallDocument, sendDocument, withdrawDocument } from "#contract/admin/drafts.ts";
import { approveDocument, declineDocument, getDocument, getVersionChanges } from "#contract/documents.ts";
import { chooseOptionalWork } from "#contract/work-orders.ts";
import type { ManagedDocument } from "#domain/documents/managed-document.ts";
import { workOrders } from "#server/schema/work-orders.ts";
import { openOffice } from "#tests/support/company-documents.ts";
import { makePage, makePerson, makeProduct, makeQuote, unique } from "#tests/support/factories.ts";
import { startTestApp } from "#tests/support/make-app.ts";

const app = await startTestApp();
const office = await openOffice(app);

/** A sent document of 110 dollars for work that is not optional, and two optional ones of 110 each, of which none is chosen. */
async function makeSent() {
  const writer = await makePerson(app.db);
  const { organizationId } = writer;
  const { productId } = await makeProduct(app.db, { productRate: "50" });
  const [base, audit, blog] = [unique("Website "), unique("SEO audit "), unique("Blog ")];
  const row = (name: string, isOptional: boolean) => ({
    workOrderId: name.replaceAll(" ", "-"),
    name,
    isOptional,
    shownAt: null,
    products: [{ productId, total: "2" }],
  });
  const rows = [row(base, false), row(audit, true), row(blog, true)];
  const page = makePage(rows.map(({ workOrderId }) => workOrderId));
  const puckState = { ...page, root: { props: { title: "Shop front" } } };
  const { document } = await makeQuote(app.db, {
    organizationId,
    document: { status: "DRAFT", shownAt: null, name: "Shop front", puckState },
    workOrders: rows,
  });
  const id = document.uniqueDocumentId;
  await send(id);
  const idOf = (name: string) => name.replaceAll(" ", "-");
  return { writer, id, audit, blog, auditId: idOf(audit), blogId: idOf(blog) };
}

const send = (id: string) =>
  app.request(sendDocument, { as: office.editor, params: { id }, body: { revision: 1 } });
const newVersion = (id: string) =>
  app.request(addNewVersion, { as: office.editor, params: { id }, body: {} });
const withdraw = (id: string) =>
  app.request(withdrawDocument, {
    as: office.editor,
    params: { id },
    body: { reason: "A new one follows." },
  });
type Writer = Awaited<ReturnType<typeof makeSent>>["writer"];
const choose = (as: Writer, id: string, doesClientWantWorkDone: boolean) =>
  app.request(chooseOptionalWork, { as, params: { id }, body: { optional: { doesClientWantWorkDone } } });
const read = (as: Writer, id: string) => app.request(getDocument, { as, params: { id } });
const changes = async (as: Writer, id: string) =>
  (await app.request(getVersionChanges, { as, params: { id } })).changes;
const wanted = ({ workOrders: work }: ManagedDocument) =>
  work
    .filter(({ optional }) => optional.isOptional && optional.doesClientWantWorkDone)
    .map(({ name }) => name);
const idIn = ({ workOrders: work }: ManagedDocument, name: string) =>
  work.find((one) => one.name === name)?.workOrderId ?? "";

test("FIRST-6 a new version of an accepted document keeps the client's choices, and says so to author and client", async () => {
  const { writer, id, audit, auditId } = await makeSent();
  await choose(writer, auditId, true);
  const { contentHash } = await read(writer, id);
  const body = { uniqueDocumentId: id, status: "APPROVED" as const, contentHash };
  expect(await app.request(approveDocument, { as: writer, params: { id }, body })).toMatchObject({
    totalCost: 220,
  });
  const next = await newVersion(id);
  expect(wanted(next)).toEqual([audit]);
  expect(next.totalCost).toBe(220);
  const nextId = next.uniqueDocumentId;
  expect(await send(nextId)).toMatchObject({ totalCost: 220 });
  expect(await read(writer, nextId)).toMatchObject({ totalCost: 220 });
  expect(await changes(writer, nextId)).toEqual([
    `“${audit}” stays included, as chosen in the version before.`,
  ]);
  await choose(writer, idIn(next, audit), false);
  expect(await changes(writer, nextId)).toEqual([
    `“${audit}” is now left out.`,
    "The total changed from $220.00 to $110.00.",
  ]);
});

test("FIRST-6 what the client chooses until the version before is over counts, and their own choice later stays", async () => {
  const { writer, id, audit, blog, auditId, blogId } = await makeSent();
  await choose(writer, auditId, true);
  const next = await newVersion(id);
  expect(wanted(next)).toEqual([audit]);
  await choose(writer, auditId, false);
  await choose(writer, blogId, true);
  await withdraw(id);
  const nextId = next.uniqueDocumentId;
  expect(wanted(await send(nextId))).toEqual([blog]);
  await choose(writer, idIn(next, blog), false);
  await app.request(recallDocument, { as: office.editor, params: { id: nextId }, body: {} });
  expect(wanted(await send(nextId))).toEqual([]);
});

test("FIRST-6 a kept choice of another price counts with it, and removed or no longer optional work is not kept", async () => {
  const { writer, id, audit, blog, auditId, blogId } = await makeSent();
  await choose(writer, auditId, true);
  await choose(writer, blogId, true);
  const decline = { uniqueDocumentId: id, status: "DECLINED" as const };
  await app.request(declineDocument, { as: writer, params: { id }, body: decline });
  const next = await newVersion(id);
  expect(wanted(next).toSorted()).toEqual([audit, blog].toSorted());
  const nextId = next.uniqueDocumentId;
  const copyOf = (name: string) => eq(workOrders.workOrderId, idIn(next, name));
  await app.db.update(workOrders).set({ discountPercent: "10" }).where(copyOf(audit));
  await app.db.update(workOrders).set({ uniqueDocumentId: null }).where(copyOf(blog));
  expect(await send(nextId)).toMatchObject({ totalCost: 209 });
  expect(await changes(writer, nextId)).toEqual([
    `“${blog}” was taken out of the work.`,
    `The price of “${audit}” changed from $100.00 to $90.00.`,
    `The discount on “${audit}” changed from 0% to 10%.`,
    "The total changed from $330.00 to $209.00.",
    `“${audit}” stays included, as chosen in the version before.`,
  ]);
});

test("FIRST-6 work that is no longer optional is simply part of it, and work that has become optional is not chosen", async () => {
  const { writer, id, audit, auditId } = await makeSent();
  await choose(writer, auditId, true);
  await withdraw(id);
  const next = await newVersion(id);
  const base = next.workOrders.find(({ optional }) => !optional.isOptional)?.name ?? "";
  const set = (name: string, isOptional: boolean) =>
    app.db
      .update(workOrders)
      .set({ isOptional })
      .where(eq(workOrders.workOrderId, idIn(next, name)));
  await set(audit, false);
  await set(base, true);
  const nextId = next.uniqueDocumentId;
  expect(await send(nextId)).toMatchObject({ totalCost: 110 });
  const said = await changes(writer, nextId);
  expect(said).toContain(`“${audit}” is no longer optional.`);
  expect(said).toContain(`“${base}” is now optional.`);
  expect(said.filter((one) => one.includes("stays included"))).toEqual([]);
});

test("FIRST-6 a duplicate is for anyone, and keeps no choices", async () => {
  const { writer, id, auditId } = await makeSent();
  await choose(writer, auditId, true);
  const { organizationId } = writer;
  const copy = await app.request(duplicateDocument, {
    as: office.editor,
    params: { id },
    body: { name: "Shop front", organizationId },
  });
  expect(wanted(copy)).toEqual([]);
  const read = await app.request(getManagedDocument, {
    as: office.viewer,
    params: { id: copy.uniqueDocumentId },
  });
  expect(read.totalCost).toBe(110);
});
