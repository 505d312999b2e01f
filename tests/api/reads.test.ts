import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { getProfile, listProfilesOfOrganization, updateProfile } from "#contract/account.ts";
import { getGeneralDocument, getGeneralTerms, listGeneralDocuments } from "#contract/agreements.ts";
import { getDocument, getDocumentBySlug, listDocuments } from "#contract/documents.ts";
import { getInvoice, listInvoices } from "#contract/invoices.ts";
import { listNotifications, markNotification } from "#contract/notifications.ts";
import { listOrganizations, listPermissions, listPermissionsOfOrganization } from "#contract/permissions.ts";
import { getWorkOrder, listWorkOrders, listWorkOrdersOfInvoice } from "#contract/work-orders.ts";
import { organizationPermissions } from "#server/schema/permissions.ts";
import {
  makeDocument,
  makeGeneralDocument,
  makeInvoice,
  makeNotification,
  makeOrganization,
  makePermission,
  makePerson,
  makeWorkOrder,
} from "#tests/support/factories.ts";
import { startTestApp } from "#tests/support/make-app.ts";

const app = await startTestApp();

const A_YEAR_MS = 365 * 24 * 3600 * 1000;

test("API-1 API-2 lists contain only the active organization's rows", async () => {
  const me = await makePerson(app.db);
  const { organizationId } = me;
  const document = await makeDocument(app.db, { organizationId });
  const invoice = await makeInvoice(app.db, { organizationId });
  const workOrder = await makeWorkOrder(app.db, { organizationId, invoiceId: invoice.invoiceId });
  await makeDocument(app.db);
  await makeInvoice(app.db);
  await makeWorkOrder(app.db);

  const documents = await app.request(listDocuments, { as: me });
  expect(documents.map((one) => one.uniqueDocumentId)).toEqual([document.uniqueDocumentId]);
  const invoices = await app.request(listInvoices, { as: me });
  expect(invoices.map((one) => one.invoiceId)).toEqual([invoice.invoiceId]);
  const workOrders = await app.request(listWorkOrders, { as: me });
  expect(workOrders.map((one) => one.workOrderId)).toEqual([workOrder.workOrderId]);
  expect(workOrders[0]).toMatchObject({ uniqueDocument: "NO_PROPOSAL", invoice: invoice.invoiceId });
  const params = { invoiceId: invoice.invoiceId };
  expect(await app.request(listWorkOrdersOfInvoice, { as: me, params })).toEqual(workOrders);
});

test("DOCS-2 documents are listed most recently updated first; with pages only on request", async () => {
  const me = await makePerson(app.db);
  const days = [3, 1, 2].map((day) => new Date(Date.UTC(2026, 0, day)));
  for (const day of days) {
    await makeDocument(app.db, { organizationId: me.organizationId, createdAt: day, updatedAt: day });
  }
  const listed = await app.request(listDocuments, { as: me });
  expect(listed.map((one) => one.updatedAt.slice(8, 10))).toEqual(["03", "02", "01"]);
  expect(listed.some((one) => "puckState" in one)).toBe(false);
  const withPages = await app.request(listDocuments, { as: me, query: { include: "puckState" } });
  expect(withPages.every((one) => one.puckState?.content.length === 1)).toBe(true);
});

test("API-1 one document by id and by slug is the same; one work order, one invoice", async () => {
  const me = await makePerson(app.db);
  const { organizationId } = me;
  const { uniqueDocumentId, slug } = await makeDocument(app.db, { organizationId });
  const byId = await app.request(getDocument, { as: me, params: { id: uniqueDocumentId } });
  expect(await app.request(getDocumentBySlug, { as: me, params: { slug } })).toEqual(byId);
  const { workOrderId } = await makeWorkOrder(app.db, { organizationId });
  expect((await app.request(getWorkOrder, { as: me, params: { id: workOrderId } })).workOrderId).toBe(
    workOrderId,
  );
  const { invoiceId } = await makeInvoice(app.db, { organizationId });
  expect((await app.request(getInvoice, { as: me, params: { id: invoiceId } })).invoiceId).toBe(invoiceId);
});

test("NOTE-1 NOTE-3 notifications of a year, in the order of dates the specification sends, newest first", async () => {
  const me = await makePerson(app.db);
  const mine = { userProfileId: me.userProfileId, organizationId: me.organizationId };
  const now = Date.now();
  const at = (ago: number) => new Date(now - ago);
  const older = await makeNotification(app.db, { ...mine, createdAt: at(5000), link: "/doc/somewhere" });
  const newer = await makeNotification(app.db, { ...mine, createdAt: at(1000) });
  await makeNotification(app.db, { ...mine, createdAt: at(A_YEAR_MS + 86_400_000) });
  const body = { startDate: at(0).toISOString(), endDate: at(A_YEAR_MS).toISOString() };
  const listed = await app.request(listNotifications, { as: me, body });
  expect(listed.map((one) => one.notificationId)).toEqual([newer.notificationId, older.notificationId]);
  expect(listed[1]?.link).toBe("/doc/somewhere");
});

test("NOTE-2 a notification is marked read by its owner, and for its owner only", async () => {
  const me = await makePerson(app.db);
  const other = await makePerson(app.db);
  const { notificationId } = await makeNotification(app.db, me);
  const body = { notificationId, read: true };
  expect((await app.refusal(markNotification, { as: other, body })).status).toBe(404);
  expect(await app.request(markNotification, { as: me, body })).toMatchObject({ notificationId, read: true });
});

test("NOTE-1 API-5 notifications of an organization end with the membership", async () => {
  const me = await makePerson(app.db);
  const now = Date.now();
  const { notificationId } = await makeNotification(app.db, { ...me, createdAt: new Date(now - 1000) });
  const body = { startDate: new Date(now).toISOString(), endDate: new Date(now - A_YEAR_MS).toISOString() };
  expect(await app.request(listNotifications, { as: me, body })).toHaveLength(1);
  await app.db.delete(organizationPermissions).where(eq(organizationPermissions.userId, me.userProfileId));
  expect(await app.request(listNotifications, { as: me, body })).toEqual([]);
  const mark = { notificationId, read: true };
  expect((await app.refusal(markNotification, { as: me, body: mark })).status).toBe(404);
});

test("NAV-5 switching the active organization changes what every call answers, at once", async () => {
  const me = await makePerson(app.db);
  const second = await makeOrganization(app.db);
  await makePermission(app.db, {
    userId: me.userProfileId,
    organizationId: second.organizationId,
    permissionType: "read",
  });
  const { uniqueDocumentId } = await makeDocument(app.db, { organizationId: second.organizationId });
  expect(await app.request(listDocuments, { as: me })).toEqual([]);
  expect((await app.refusal(getDocument, { as: me, params: { id: uniqueDocumentId } })).status).toBe(404);

  const profile = await app.request(updateProfile, {
    as: me,
    body: { activeOrganizationId: second.organizationId },
  });
  expect(profile.activeOrganizationId).toBe(second.organizationId);
  expect(await app.request(listDocuments, { as: me })).toHaveLength(1);
  const organizations = await app.request(listOrganizations, { as: me });
  expect(organizations.map((one) => one.organizationId).toSorted()).toEqual(
    [me.organizationId, second.organizationId].toSorted(),
  );
});

test("NAV-5 API-5 a person cannot switch to another organization, nor change another person's profile", async () => {
  const me = await makePerson(app.db);
  const foreign = await makeOrganization(app.db);
  const other = await makePerson(app.db);
  const to = (activeOrganizationId: string) =>
    app.refusal(updateProfile, { as: me, body: { activeOrganizationId } });
  expect(await to(foreign.organizationId)).toEqual(await to("no-such-organization"));
  const body = { userProfileId: other.userProfileId, firstName: "Mallory" };
  expect((await app.refusal(updateProfile, { as: me, body })).status).toBe(404);
  expect((await app.request(getProfile, { as: other }))?.firstName).toBe("Ada");
});

test("PERM-2 GUARD-6 people and permissions of one's own organization; a person without profile gets null", async () => {
  const organization = await makeOrganization(app.db);
  const writer = await makePerson(app.db, { organization });
  const reader = await makePerson(app.db, { organization, permission: "read" });
  const params = { organizationId: organization.organizationId };
  const permissions = await app.request(listPermissionsOfOrganization, { as: reader, params });
  expect(permissions.map((one) => [one.userId, one.permissionType]).toSorted()).toEqual(
    [
      [reader.userProfileId, "read"],
      [writer.userProfileId, "write"],
    ].toSorted(),
  );
  const people = await app.request(listProfilesOfOrganization, { as: reader, params });
  expect(people.map((one) => one.email).toSorted()).toEqual([reader.email, writer.email].toSorted());
  expect(await app.request(listPermissions, { as: reader })).toHaveLength(1);
  const anonymous = await makePerson(app.db, { hasProfile: false });
  expect(await app.request(getProfile, { as: anonymous })).toBeNull();
});

test("API-1 VIEW-4 general documents are public, one, several and the general terms", async () => {
  expect((await app.refusal(getGeneralTerms, {})).status).toBe(404);
  const terms = await makeGeneralDocument(app.db, { isGeneralTerms: true });
  const other = await makeGeneralDocument(app.db);
  expect((await app.request(getGeneralTerms, {})).generalDocumentId).toBe(terms.generalDocumentId);
  const one = await app.request(getGeneralDocument, { params: { id: other.generalDocumentId } });
  expect(one.richText).toBe("<p>Terms</p>");
  const generalDocumentIds = [other.generalDocumentId, terms.generalDocumentId, "no-such-document"];
  const several = await app.request(listGeneralDocuments, { body: { generalDocumentIds } });
  expect(several).toHaveLength(2);
});
