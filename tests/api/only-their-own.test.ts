import { inArray } from "drizzle-orm";
import { expect, test } from "vitest";
import { getHome } from "#contract/admin/home.ts";
import {
  deactivateOrganization,
  getOrganization,
  verifyOrganization,
} from "#contract/admin/organizations.ts";
import { changeEmail, getPerson } from "#contract/admin/people.ts";
import { listManagedWorkOrders } from "#contract/admin/work-orders.ts";
import { listNotifications } from "#contract/notifications.ts";
import { listWorkOrdersOfInvoice } from "#contract/work-orders.ts";
import { findPages } from "#server/documents/queries.ts";
import { mails } from "#server/schema/mail.ts";
import { findLinkedNames } from "#server/work-orders/queries.ts";
import {
  makeAdmin,
  makeInvoice,
  makeOrganization,
  makePerson,
  makeQuote,
  makeWorkOrder,
  type TestPerson,
  unique,
} from "#tests/support/factories.ts";
import { startTestApp } from "#tests/support/make-app.ts";
import { PROVED } from "#tests/support/proved.ts";

// The company's people, jobs and mails reach every organization, so no second wall hides a forgotten condition here.

const app = await startTestApp();
const owner = await makeAdmin(app.db, "owner");

const ALWAYS = { startDate: "2000-01-01T00:00:00Z", endDate: "2100-01-01T00:00:00Z" };

const noticesOf = async (as: TestPerson) =>
  (await app.request(listNotifications, { as, body: ALWAYS })).map(({ message }) => message);

test("TRUST-4 COMPANY-3 only an organization's own people are notified that it is active", async () => {
  const [theirs, others] = [
    await makeOrganization(app.db, { status: "INACTIVE" }),
    await makeOrganization(app.db),
  ];
  const member = await makePerson(app.db, { organization: theirs });
  const stranger = await makePerson(app.db, { organization: others });
  await app.request(verifyOrganization, { as: owner, params: { id: theirs.organizationId } });
  expect(await noticesOf(member)).toEqual([expect.stringContaining("is active now")]);
  expect(await noticesOf(stranger)).toEqual([]);
  const sent = await app.db
    .select()
    .from(mails)
    .where(inArray(mails.recipient, [member.email, stranger.email]));
  expect(sent.map(({ recipient }) => recipient)).toEqual([member.email]);
});

test("TRUST-4 COMPANY-3 an organization shows who changed its own status, and no other organization's", async () => {
  const [theirs, others] = [await makeOrganization(app.db), await makeOrganization(app.db)];
  const params = { id: others.organizationId };
  await app.request(deactivateOrganization, {
    as: owner,
    params,
    body: { reason: "They moved away", openDocumentIds: [] },
  });
  const seen = (id: string) => app.request(getOrganization, { as: owner, params: { id } });
  expect((await seen(others.organizationId)).statusChanges).toMatchObject([{ reason: "They moved away" }]);
  expect((await seen(theirs.organizationId)).statusChanges).toEqual([]);
});

test("TRUST-4 COMPANY-2 each unpaid invoice is named once, with its own organization", async () => {
  const made = [await makeInvoice(app.db), await makeInvoice(app.db)];
  const { unpaid } = await app.request(getHome, { as: owner });
  const named = unpaid.rows.map(({ invoiceId, organizationId }) => [invoiceId, organizationId]);
  expect(named.toSorted()).toEqual(
    made.map(({ invoiceId, organizationId }) => [invoiceId, organizationId]).toSorted(),
  );
});

test("TRUST-4 COMPANY-4 a person shows their own new email, and no other person's", async () => {
  const [changing, other] = [await makePerson(app.db), await makePerson(app.db)];
  const params = { id: changing.userProfileId };
  const newEmail = `${unique("new")}@example.test`;
  await app.request(changeEmail, { as: owner, params, body: { newEmail }, ...PROVED });
  const seen = (id: string) => app.request(getPerson, { as: owner, params: { id } });
  expect((await seen(changing.userProfileId)).emailChange).toMatchObject({ newEmail });
  expect((await seen(other.userProfileId)).emailChange).toBeNull();
});

test("TRUST-4 COMPANY-6 the work orders of one organization are its own", async () => {
  const [theirs] = [await makeWorkOrder(app.db), await makeWorkOrder(app.db)];
  const { organizationId, workOrderId } = theirs;
  const listed = await app.request(listManagedWorkOrders, { as: owner, query: { organizationId } });
  expect(listed.map((one) => one.workOrderId)).toEqual([workOrderId]);
});

test("TRUST-4 INV-1 an invoice lists no work of another organization that names it, and no work that was not shown", async () => {
  const member = await makePerson(app.db);
  const { organizationId } = member;
  const { invoiceId } = await makeInvoice(app.db, { organizationId });
  const { workOrderId } = await makeWorkOrder(app.db, { organizationId, invoiceId });
  await makeWorkOrder(app.db, { invoiceId });
  await makeWorkOrder(app.db, { organizationId, invoiceId, shownAt: null });
  const listed = await app.request(listWorkOrdersOfInvoice, { as: member, params: { invoiceId } });
  expect(listed.map((one) => one.workOrderId)).toEqual([workOrderId]);
});

test("TRUST-4 pages and names are read for one organization, whichever ids are requested", async () => {
  const { organizationId } = await makeOrganization(app.db);
  const { document, workOrders } = await makeQuote(app.db);
  const workOrderIds = workOrders.map((one) => one.workOrderId);
  expect(await findPages(app.db, organizationId, [document.uniqueDocumentId])).toEqual([]);
  expect(await findLinkedNames(app.db, organizationId, workOrderIds)).toEqual(new Map());
  expect(await findPages(app.db, document.organizationId, [document.uniqueDocumentId])).toHaveLength(1);
  expect((await findLinkedNames(app.db, document.organizationId, workOrderIds)).size).toBe(1);
});
