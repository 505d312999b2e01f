import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { getHome, listUndelivered, markDecisionsSeen } from "#contract/admin/home.ts";
import { approveDocument, declineDocument, getDocument } from "#contract/documents.ts";
import { requestPermission } from "#contract/permissions.ts";
import { FIRST_LOOK_DAYS, NAMED_ON_HOME } from "#domain/home/home.ts";
import { queueMail } from "#server/mail/queue-mail.ts";
import { sendMail } from "#server/mail/send-mail.job.ts";
import { withScope } from "#server/rls/scoped-db.ts";
import { documentDecisions } from "#server/schema/document-versions.ts";
import { mails } from "#server/schema/mail.ts";
import {
  makeAdmin,
  makeInvoice,
  makeOrganization,
  makePerson,
  makeProduct,
  makeQuote,
  type TestPerson,
  unique,
} from "#tests/support/factories.ts";
import { openLive } from "#tests/support/live-stream.ts";
import { startTestApp } from "#tests/support/make-app.ts";

const app = await startTestApp();
const viewer = await makeAdmin(app.db, "viewer");

const home = (as = viewer) => app.request(getHome, { as });
const see = (as: TestPerson, seenUntil: string) =>
  app.request(markDecisionsSeen, { as, body: { seenUntil } });

test("COMPANY-2 a new portal lists the finished first steps, until a client has seen a document", async () => {
  const nothing = { isCompanyNamed: true, client: null, terms: null, draft: null };
  expect(await home()).toMatchObject({ firstSteps: nothing, unopened: { total: 0, worth: null, rows: [] } });
  const { organizationId } = await makeOrganization(app.db);
  expect((await home()).firstSteps?.client).toMatchObject({ organizationId, hasPerson: false });
  const { document } = await makeQuote(app.db, { document: { status: "DRAFT", shownAt: null } });
  expect((await home()).firstSteps?.draft).toMatchObject({ uniqueDocumentId: document.uniqueDocumentId });
  await makeQuote(app.db);
  expect((await home()).firstSteps).toBeNull();
});

/** A quote of these dollars, and a writer of its organization. */
async function quoteOf(dollars: string, document: { shownAt?: Date } = {}) {
  const writer = await makePerson(app.db);
  const { productId } = await makeProduct(app.db, { productRate: dollars });
  const { organizationId } = writer;
  const quote = await makeQuote(app.db, {
    organizationId,
    workOrders: [{ products: [{ productId, total: "1" }] }],
    document,
  });
  return { writer, document: quote.document, id: quote.document.uniqueDocumentId };
}

test("COMPANY-2 APPR-8 decisions are counted, priced and named until the person marks them as seen, each for themselves", async () => {
  const editor = await makeAdmin(app.db, "editor");
  const [accepted, declined] = [await quoteOf("1200.50"), await quoteOf("80")];
  const stream = await openLive(app, { as: viewer });
  const { contentHash } = await app.request(getDocument, {
    as: accepted.writer,
    params: { id: accepted.id },
  });
  const approval = { uniqueDocumentId: accepted.id, status: "APPROVED" as const, contentHash };
  await app.request(approveDocument, { as: accepted.writer, params: { id: accepted.id }, body: approval });
  // The company's open pages receive the decision.
  await expect.poll(() => stream.events).toContainEqual({ kind: "document", id: accepted.id });
  stream.close();
  const decline = { uniqueDocumentId: declined.id, status: "DECLINED" as const, reason: "Too dear" };
  await app.request(declineDocument, { as: declined.writer, params: { id: declined.id }, body: decline });

  const first = await home();
  expect(first.accepted).toMatchObject({
    total: 1,
    // GST is added.
    worth: "1320.55",
    rows: [
      { uniqueDocumentId: accepted.id, totalCost: "1320.55", organizationId: accepted.writer.organizationId },
    ],
  });
  expect(first.declined).toMatchObject({
    total: 1,
    worth: "88.00",
    rows: [{ uniqueDocumentId: declined.id, reason: "Too dear" }],
  });
  const latest = first.declined.rows[0]?.decidedAt ?? "";
  expect(await see(viewer, latest)).toEqual({ seenUntil: latest });
  expect(await home()).toMatchObject({ seenUntil: latest, accepted: { total: 0 }, declined: { total: 0 } });
  expect(await home(editor)).toMatchObject({ accepted: { total: 1 }, declined: { total: 1 } });

  // An earlier timestamp changes nothing, and a future one is limited to now.
  expect(await see(viewer, "2020-01-01T00:00:00.000Z")).toEqual({ seenUntil: latest });
  const { seenUntil } = await see(viewer, "2099-01-01T00:00:00.000Z");
  expect(new Date(seenUntil).getTime()).toBeLessThanOrEqual(Date.now());
});

test("COMPANY-2 at the first visit, home shows the decisions of the last days", async () => {
  const fresh = await makeAdmin(app.db, "viewer");
  const before = (await home(fresh)).accepted.total;
  const DAY_MS = 86_400_000;
  for (const days of [FIRST_LOOK_DAYS + 1, FIRST_LOOK_DAYS - 1]) {
    const { document, writer } = await quoteOf("10");
    const { uniqueDocumentId, organizationId } = document;
    await app.db.insert(documentDecisions).values({
      uniqueDocumentId,
      organizationId,
      decision: "APPROVED",
      decidedAt: new Date(Date.now() - days * DAY_MS),
      userName: "Ada",
      userEmail: writer.email,
      organizationName: "Harbour",
      contentHash: "a".repeat(64),
      page: document.puckState,
    });
  }
  expect((await home(fresh)).accepted.total).toBe(before + 1);
});

test("FIRST-11 home counts what was sent, opened and accepted by month, and lists drafts", async () => {
  const before = await home();
  const { writer, document, id } = await quoteOf("500");
  const { contentHash } = await app.request(getDocument, { as: writer, params: { id } });
  const body = { uniqueDocumentId: id, status: "APPROVED" as const, contentHash };
  await app.request(approveDocument, { as: writer, params: { id }, body });
  const { document: draft } = await makeQuote(app.db, {
    organizationId: document.organizationId,
    document: { status: "DRAFT", shownAt: null, updatedAt: new Date("2019-01-01T00:00:00.000Z") },
  });
  const after = await home();
  const [now, was] = [after.months.at(-1), before.months.at(-1)];
  expect(now?.won).toBe((was?.won ?? 0) + 1);
  expect(Number(now?.worthWon) - Number(was?.worthWon ?? 0)).toBeCloseTo(550);
  expect(after.months.length).toBeLessThanOrEqual(12);
  expect(after.documentDrafts.total).toBe(before.documentDrafts.total + 1);
  expect(after.documentDrafts.rows[0]).toMatchObject({
    uniqueDocumentId: draft.uniqueDocumentId,
    changedBy: null,
  });
});

test("COMPANY-2 waiting documents, invoices and requests are counted in full and listed oldest first", async () => {
  const before = await home();
  const longAgo = new Date("2020-01-01T00:00:00.000Z");
  const oldest = await quoteOf("0.10", { shownAt: longAgo });
  for (let more = 0; more < NAMED_ON_HOME; more += 1)
    await quoteOf("0.20", { shownAt: new Date("2021-01-01T00:00:00.000Z") });
  const { organizationId } = oldest.writer;
  const invoice = await makeInvoice(app.db, {
    organizationId,
    createdAt: longAgo,
    total: "99.005",
    amountPaid: "40",
  });
  await makeInvoice(app.db, { invoiceStatus: "PAID" });
  const userDetails = { email: `${unique("ana")}@example.test`, firstName: "Ana", lastName: "Silva" };
  await app.request(requestPermission, {
    as: oldest.writer,
    body: { organizationId, userDetails, permissionType: "read" },
  });

  const after = await home();
  expect(after.unopened.total).toBe(before.unopened.total + NAMED_ON_HOME + 1);
  expect(Number(after.unopened.worth) - Number(before.unopened.worth)).toBeCloseTo(1.21);
  expect(after.unopened.rows).toHaveLength(NAMED_ON_HOME);
  expect(after.unopened.rows[0]).toMatchObject({ uniqueDocumentId: oldest.id, totalCost: "0.11" });
  expect(after.unpaid.total).toBe(before.unpaid.total + 1);
  expect(after.unpaid.rows[0]).toMatchObject({
    invoiceId: invoice.invoiceId,
    amountDue: "59.01",
    organizationName: organizationId,
  });
  expect(after.requests).toMatchObject({ total: 1, rows: [{ userDetails, organizationId }] });
});

test("COMPANY-2 MAIL-1 a mail whose last try failed is named with the reason, one that was sent is not", async () => {
  const to = `${unique("ada")}@example.test`;
  const mail = { to, subject: "Good news", text: "", html: "" };
  await app.db.transaction((tx) => queueMail(tx, app.deps, mail, null));
  const isIt = eq(mails.recipient, to);
  const read = async () => (await app.db.select().from(mails).where(isIt))[0];
  await expect.poll(async () => (await read())?.sentAt).toBeInstanceOf(Date);
  const mailId = (await read())?.mailId ?? "";
  const worker = withScope(app.deps, { role: "worker" });
  const onFinalFailure = () => sendMail.onFinalFailure?.(worker, { mailId }, "550 no such mailbox");
  await onFinalFailure();
  expect((await home()).givenUp.total).toBe(0);
  await app.db.update(mails).set({ sentAt: null }).where(isIt);
  await onFinalFailure();
  expect((await home()).givenUp).toMatchObject({
    total: 1,
    rows: [
      {
        mailId,
        recipient: to,
        subject: "Good news",
        failure: "550 no such mailbox",
        uniqueDocumentId: null,
      },
    ],
  });
  const all = await app.request(listUndelivered, { as: viewer });
  expect(all).toMatchObject({ total: 1, rows: [{ mailId }] });
});
