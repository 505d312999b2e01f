import { and, eq, inArray, like } from "drizzle-orm";
import { afterEach, expect, test, vi } from "vitest";
import { changeDocument, listManagedDocuments, shareDocument } from "#contract/admin/documents.ts";
import {
  addNewVersion,
  extendDocument,
  getDraft,
  recallDocument,
  sendDocument,
  withdrawDocument,
} from "#contract/admin/drafts.ts";
import { changeProduct } from "#contract/admin/products.ts";
import { addTemplate, changeTemplate } from "#contract/admin/templates.ts";
import { approveDocument, declineDocument, getDocument, listDocuments } from "#contract/documents.ts";
import { listNotifications } from "#contract/notifications.ts";
import { chooseOptionalWork } from "#contract/work-orders.ts";
import { lastDayAfter } from "#domain/documents/validity.ts";
import { dayIn, formatDay } from "#domain/invoices/invoice.ts";
import { closeExpired } from "#server/drafts/close-expired.job.ts";
import { uniqueDocuments } from "#server/schema/documents.ts";
import { mails } from "#server/schema/mail.ts";
import { openOffice } from "#tests/support/company-documents.ts";
import {
  makePage,
  makePerson,
  makeProduct,
  makeQuote,
  type TestPerson,
  unique,
} from "#tests/support/factories.ts";
import { startTestApp } from "#tests/support/make-app.ts";

const app = await startTestApp();
const office = await openOffice(app);
afterEach(() => void vi.restoreAllMocks());

const dayAt = (instant: Date) => dayIn(app.deps.settings.now().timeZone, instant);
const QUARTER_MS = 15 * 60_000;

/** The first moment of the next day in the company's zone. Zones differ by quarters of an hour. */
function endOfDay(instant: Date): Date {
  let next = new Date(Math.floor(instant.getTime() / QUARTER_MS) * QUARTER_MS);
  while (dayAt(next) <= dayAt(instant)) next = new Date(next.getTime() + QUARTER_MS);
  return next;
}

/** The last day is today, so that sign-ins of now work after it. */
const NEXT_DAY = endOfDay(new Date());
const LAST_DAY = dayAt(new Date());
const LAST_MOMENT = new Date(NEXT_DAY.getTime() - 1000);
const THEN = dayAt(NEXT_DAY);
const AFTER_THEN = endOfDay(NEXT_DAY);
const LATER = lastDayAfter(LAST_DAY, 30) ?? "";

const setClock = (instant: Date) => vi.spyOn(app.deps, "clock").mockReturnValue(instant);

/** A document of 110 dollars that was sent with a last day, with a person who may accept it. */
async function makeSent(validUntil: string | null = LAST_DAY) {
  const writer = await makePerson(app.db);
  const workOrderId = unique("order");
  const product = await makeProduct(app.db, { productRate: "50" });
  const { document } = await makeQuote(app.db, {
    organizationId: writer.organizationId,
    document: { status: "DRAFT", shownAt: null, name: "Shop front", puckState: makePage([workOrderId]) },
    workOrders: [
      {
        workOrderId,
        shownAt: null,
        isOptional: true,
        doesClientWantWorkDone: true,
        products: [{ productId: product.productId, total: "2" }],
      },
    ],
  });
  const id = document.uniqueDocumentId;
  const sent = await app.request(sendDocument, {
    as: office.editor,
    params: { id },
    body: { revision: 1, validUntil },
  });
  return { writer, id, workOrderId, product, sent };
}

const readAs = (as: TestPerson, id: string) => app.request(getDocument, { as, params: { id } });

async function refuseAccept(as: TestPerson, id: string) {
  const { contentHash } = await readAs(as, id);
  const body = { uniqueDocumentId: id, status: "APPROVED" as const, contentHash };
  return app.refusal(approveDocument, { as, params: { id }, body });
}

test("FIRST-6 the last day is sent, mailed and shown, and a draft's is changed in its form", async () => {
  const { writer, id, sent } = await makeSent();
  expect(sent).toMatchObject({ status: "PENDING", validUntil: LAST_DAY, closedBecause: null });
  expect(await readAs(writer, id)).toMatchObject({ validUntil: LAST_DAY, closedBecause: null });
  const [listed] = await app.request(listDocuments, { as: writer });
  expect(listed).toMatchObject({ validUntil: LAST_DAY });
  const [mail] = await app.db.select().from(mails).where(eq(mails.aboutId, id));
  expect(mail?.text).toContain(`It is valid until ${formatDay(LAST_DAY)}.`);
  await app.request(shareDocument, { as: office.editor, params: { id }, body: { isShared: true } });
  expect(await (await app.rawRequest(`GET /view/${id}`)).text()).toMatch(
    new RegExp(`Valid until.*${formatDay(LAST_DAY)}`),
  );

  const fixed = await app.refusal(changeDocument, office.changing(sent, { validUntil: LATER }));
  expect(fixed).toMatchObject({ status: 409, details: { reason: "document-sent" } });
  await app.request(recallDocument, { as: office.editor, params: { id }, body: {} });
  const draft = await office.change(await office.read(id), { validUntil: LATER });
  expect(draft).toMatchObject({ validUntil: LATER, status: "DRAFT", closedBecause: null });
  expect(await office.change(draft, {}), "left out, it stays").toMatchObject({ validUntil: LATER });
  expect(await office.change(draft, { validUntil: null })).toMatchObject({ validUntil: null });
  const past = { revision: 1, validUntil: "2020-01-01" };
  expect(await app.refusal(sendDocument, { as: office.editor, params: { id }, body: past })).toMatchObject({
    status: 409,
    details: { reason: "validity-over" },
  });
});

test("FIRST-6 the last day is in time, and a moment later reads and decisions refuse before any job has run", async () => {
  const { writer, id, workOrderId } = await makeSent();
  await app.request(shareDocument, { as: office.editor, params: { id }, body: { isShared: true } });
  setClock(LAST_MOMENT);
  expect(await readAs(writer, id)).toMatchObject({ status: "PENDING", closedBecause: null });
  setClock(NEXT_DAY);
  expect(await readAs(writer, id)).toMatchObject({
    status: "DRAFT",
    closedBecause: "EXPIRED",
    totalCost: 110,
  });
  expect(await office.read(id)).toMatchObject({ status: "DRAFT", closedBecause: "EXPIRED" });
  expect((await app.rawRequest(`GET /view/${id}`)).status).toBe(404);
  expect(await refuseAccept(writer, id)).toMatchObject({
    status: 409,
    details: { reason: "expired" },
    message: expect.stringContaining(`valid until ${formatDay(LAST_DAY)}`),
  });
  const decline = { uniqueDocumentId: id, status: "DECLINED" as const };
  expect(await app.refusal(declineDocument, { as: writer, params: { id }, body: decline })).toMatchObject({
    status: 409,
    details: { reason: "expired" },
  });
  const choice = { optional: { doesClientWantWorkDone: false } };
  expect(
    await app.refusal(chooseOptionalWork, { as: writer, params: { id: workOrderId }, body: choice }),
  ).toMatchObject({ status: 409 });
});

test("FIRST-6 the job closes an expired document once, and leaves all others", async () => {
  const { writer, id } = await makeSent();
  const unlimited = await makeSent(null);
  setClock(LAST_MOMENT);
  await closeExpired.run(app.deps, {});
  expect(await readAs(writer, id)).toMatchObject({ status: "PENDING" });
  setClock(NEXT_DAY);
  await closeExpired.run(app.deps, {});
  const [first] = await app.db.select().from(uniqueDocuments).where(eq(uniqueDocuments.uniqueDocumentId, id));
  expect(first).toMatchObject({ status: "DRAFT", listedStatus: "EXPIRED", expiredAt: NEXT_DAY });
  await closeExpired.run(app.deps, {});
  const [second] = await app.db
    .select()
    .from(uniqueDocuments)
    .where(eq(uniqueDocuments.uniqueDocumentId, id));
  expect(second).toEqual(first);
  const actions = (await office.history(id)).map(({ action }) => action);
  expect(actions.filter((action) => action === "document.expire")).toHaveLength(1);
  expect(await readAs(writer, id)).toMatchObject({
    status: "DRAFT",
    closedBecause: "EXPIRED",
    totalCost: 110,
    puckState: { content: [{ type: "Heading" }, { type: "WorkOrders" }] },
  });
  expect(await refuseAccept(writer, id)).toMatchObject({ details: { reason: "expired" } });
  expect(await readAs(unlimited.writer, unlimited.id)).toMatchObject({ status: "PENDING" });
  expect(await app.request(getDraft, { as: office.viewer, params: { id } })).toMatchObject({
    closedBecause: "EXPIRED",
  });
  vi.restoreAllMocks();
  const told = await app.request(listNotifications, {
    as: writer,
    body: { startDate: "2000-01-01T00:00:00Z", endDate: "2100-01-01T00:00:00Z" },
  });
  expect(told.filter(({ message }) => message === "Shop front has expired")).toHaveLength(1);
});

test("FIRST-6 a document that cannot be closed delays no other", async () => {
  app.log.allowErrors(/This document fails|1 of its records failed/);
  const ids = [(await makeSent()).id, (await makeSent()).id].toSorted();
  setClock(NEXT_DAY);
  const publishAll: typeof app.deps.live.publishAll = async (tx, notices) => {
    if (notices.some(({ event }) => event.id === ids[0])) throw new Error("This document fails.");
    await app.deps.live.publishAll(tx, notices);
  };
  const failing = { ...app.deps, live: { ...app.deps.live, publishAll } };
  await expect(closeExpired.run(failing, {})).rejects.toThrow("1 of its records failed.");
  const { uniqueDocumentId, listedStatus } = uniqueDocuments;
  const listed = async () => {
    const rows = await app.db
      .select({ listedStatus })
      .from(uniqueDocuments)
      .where(inArray(uniqueDocumentId, ids))
      .orderBy(uniqueDocumentId);
    return rows.map((row) => row.listedStatus);
  };
  expect(await listed()).toEqual(["PENDING", "EXPIRED"]);
  await closeExpired.run(app.deps, {});
  expect(await listed()).toEqual(["EXPIRED", "EXPIRED"]);
});

test("FIRST-1 FIRST-6 a queued mail names the new last day after an extension", async () => {
  const { id } = await makeSent();
  const isSending = and(eq(mails.aboutId, id), like(mails.event, "document.sent:%"));
  // As if the mail server could not be reached until now.
  await expect.poll(async () => (await app.db.select().from(mails).where(isSending))[0]?.sentAt).toBeTruthy();
  await app.db.update(mails).set({ sentAt: null }).where(isSending);
  await extend(id, LATER);
  const [mail] = await app.db.select().from(mails).where(isSending);
  expect(mail?.text).toContain(`It is valid until ${formatDay(LATER)}.`);
  expect(mail?.text).not.toContain(formatDay(LAST_DAY));
});

test("FIRST-6 a withdrawn document stays readable with its value as sent, whatever the price of its products is now", async () => {
  const { writer, id, product, sent } = await makeSent();
  await app.request(recallDocument, { as: office.editor, params: { id }, body: {} });
  await app.request(withdrawDocument, {
    as: office.editor,
    params: { id },
    body: { reason: "Oak is dear." },
  });
  const { productId, productName, productUnit } = product;
  await app.request(changeProduct, {
    as: office.editor,
    params: { id: productId },
    body: { productName, productUnit: productUnit ?? "hour", productRate: 5000, recordVersion: 1 },
  });
  expect(await office.read(id)).toMatchObject({ closedBecause: "WITHDRAWN", totalCost: sent.totalCost });
  const read = await readAs(writer, id);
  expect(read).toMatchObject({ status: "DRAFT", closedBecause: "WITHDRAWN", totalCost: 110 });
  expect(read.puckState.content).toMatchObject([{ type: "Heading" }, { type: "WorkOrders" }]);
  expect(await refuseAccept(writer, id)).toMatchObject({ status: 409, details: { reason: "withdrawn" } });
});

test("FIRST-6 lists of both sides filter and count closed documents by their word, and their status stays DRAFT", async () => {
  const { writer, id } = await makeSent();
  await app.request(withdrawDocument, { as: office.editor, params: { id }, body: { reason: "No." } });
  const filter = btoa(JSON.stringify([{ id: "status", value: "WITHDRAWN" }]));
  const ofClient = await app.requestPage(listDocuments, { as: writer, query: { filter, limit: 10 } });
  expect(ofClient.data).toMatchObject([{ uniqueDocumentId: id, status: "DRAFT" }]);
  expect(ofClient.page).toMatchObject({ total: 1, counts: { WITHDRAWN: 1 } });
  const { organizationId } = writer;
  const query = { organizationId, filter, limit: 10 };
  const ofCompany = await app.requestPage(listManagedDocuments, { as: office.viewer, query });
  expect(ofCompany.data).toMatchObject([{ uniqueDocumentId: id, closedBecause: "WITHDRAWN" }]);
  const asDraft = { status: "DRAFT" as const, limit: 10 };
  const drafts = await app.requestPage(listDocuments, { as: writer, query: asDraft });
  expect(drafts).toMatchObject({ data: [{ uniqueDocumentId: id }], page: { total: 1 } });
  const pending = await app.requestPage(listDocuments, {
    as: writer,
    query: { status: "PENDING", limit: 10 },
  });
  expect(pending).toMatchObject({ data: [], page: { total: 0, counts: {} } });
});

const extend = (id: string, validUntil: string) =>
  app.request(extendDocument, { as: office.editor, params: { id }, body: { validUntil } });
const refuseExtend = (id: string, validUntil: string) =>
  app.refusal(extendDocument, { as: office.editor, params: { id }, body: { validUntil } });

test("FIRST-6 an expired document is extended: the same version is accepted, with one event and one mail", async () => {
  const { writer, id } = await makeSent();
  const before = await readAs(writer, id);
  setClock(NEXT_DAY);
  await closeExpired.run(app.deps, {});
  expect(await refuseExtend(id, LAST_DAY)).toMatchObject({ status: 409, details: { reason: "not-later" } });
  // Two extensions at once to the same day.

  const [extended] = await Promise.all([extend(id, LATER), extend(id, LATER)]);
  expect(extended).toMatchObject({ status: "PENDING", validUntil: LATER, closedBecause: null });
  expect(extended.versions).toHaveLength(1);
  const actions = (await office.history(id)).map(({ action }) => action);
  expect(actions.filter((action) => action === "document.extend")).toHaveLength(1);
  const mailed = await app.db.select().from(mails).where(eq(mails.aboutId, id));
  const notices = mailed.filter(
    ({ subject }) => subject === `Shop front is now valid until ${formatDay(LATER)}`,
  );
  expect(notices.map(({ recipient }) => recipient)).toEqual([writer.email]);
  await closeExpired.run(app.deps, {});
  const read = await readAs(writer, id);
  expect(read).toMatchObject({ status: "PENDING", contentHash: before.contentHash, validUntil: LATER });
  const body = { uniqueDocumentId: id, status: "APPROVED" as const, contentHash: read.contentHash };
  expect(await app.request(approveDocument, { as: writer, params: { id }, body })).toMatchObject({
    status: "APPROVED",
  });
  expect(await refuseExtend(id, lastDayAfter(LATER, 1) ?? "")).toMatchObject({
    details: { reason: "decided" },
  });
});

test("FIRST-6 a pending document is extended, and one with a later version is not", async () => {
  const { id } = await makeSent();
  expect(await extend(id, THEN)).toMatchObject({ status: "PENDING", validUntil: THEN });
  setClock(AFTER_THEN);
  await closeExpired.run(app.deps, {});
  await app.request(addNewVersion, { as: office.editor, params: { id }, body: {} });
  expect(await refuseExtend(id, lastDayAfter(LATER, 1) ?? "")).toMatchObject({
    status: 409,
    details: { reason: "other-version" },
  });
});

test("FIRST-6 a document of a template with days of validity gets its last day when it is made, unless another is chosen", async () => {
  const { organizationId } = await makePerson(app.db);
  const as = office.editor;
  const template = await app.request(addTemplate, { as, body: { name: unique("Offer"), description: "" } });
  const { templateId, name, description, variables, recordVersion } = template;
  expect(template.validDays).toBeNull();
  const changed = await app.request(changeTemplate, {
    as,
    params: { id: templateId },
    body: { name, description, variables, validDays: 14, recordVersion },
  });
  expect(changed).toMatchObject({ validDays: 14, recordVersion: recordVersion + 1 });
  setClock(LAST_MOMENT);
  expect(await office.add(organizationId, { templateId })).toMatchObject({
    validUntil: lastDayAfter(LAST_DAY, 14),
    templateValidDays: 14,
  });
  setClock(NEXT_DAY);
  expect(await office.add(organizationId, { templateId })).toMatchObject({
    validUntil: lastDayAfter(THEN, 14),
  });
  expect(await office.add(organizationId, { templateId, validUntil: null })).toMatchObject({
    validUntil: null,
  });
  expect(await office.add(organizationId)).toMatchObject({ validUntil: null, templateValidDays: null });
});
