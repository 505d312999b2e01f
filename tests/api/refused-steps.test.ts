import { afterAll, beforeAll, expect, test } from "vitest";
import {
  publishDraft,
  requestNewSignatures,
  retireGeneralDocument,
  saveDraft,
} from "#contract/admin/agreements.ts";
import { addDocument, listManagedDocuments } from "#contract/admin/documents.ts";
import { invoiceDocument, issueInvoice } from "#contract/admin/invoices.ts";
import { renameOrganization } from "#contract/admin/organizations.ts";
import { changeEmail } from "#contract/admin/people.ts";
import { listPeopleOfOrganization } from "#contract/admin/permissions.ts";
import { addSection, listSections } from "#contract/admin/sections.ts";
import { listManagedWorkOrders } from "#contract/admin/work-orders.ts";
import { approveDocument, getDocument, listDocuments } from "#contract/documents.ts";
import { listPermissionRequests, requestPermission } from "#contract/permissions.ts";
import { PLAIN } from "#tests/support/company-documents.ts";
import {
  makeAdmin,
  makeDocument,
  makeGeneralDocument,
  makeInvoice,
  makeOrganization,
  makePage,
  makePerson,
  makeQuote,
  type TestPerson,
  unique,
} from "#tests/support/factories.ts";
import { createTestApp, type TestApp } from "#tests/support/make-app.ts";
import { PROVED } from "#tests/support/proved.ts";

// Steps whose removal makes no other test fail (tests/support/guards/).

let app: TestApp;
let owner: TestPerson;
let writer: TestPerson;
let stranger: TestPerson;
beforeAll(async () => {
  app = await createTestApp();
  owner = await makeAdmin(app.db, "owner");
  [writer, stranger] = [await makePerson(app.db), await makePerson(app.db)];
});
afterAll(() => app.close());

test("APPR-5 an acceptance whose body names another document is refused, and nothing is accepted", async () => {
  const [one, other] = [await makeQuote(app.db, writer), await makeQuote(app.db, writer)];
  const params = { id: one.document.uniqueDocumentId };
  const { contentHash } = await app.request(getDocument, { as: writer, params });
  const body = {
    uniqueDocumentId: other.document.uniqueDocumentId,
    status: "APPROVED" as const,
    contentHash,
  };
  const refused = await app.refusal(approveDocument, { as: writer, params, body });
  expect(refused).toMatchObject({ status: 400, message: expect.stringContaining("different documents") });
  expect(await app.request(getDocument, { as: writer, params })).toMatchObject({ status: "PENDING" });
});

test("DOCS-1 DOCS-2 a document that was never sent is in no list of its client, and at no address", async () => {
  const { organizationId } = writer;
  const hidden = await makeDocument(app.db, { organizationId, status: "DRAFT", shownAt: null });
  const listed = await app.request(listDocuments, { as: writer });
  expect(listed.map((one) => one.uniqueDocumentId)).not.toContain(hidden.uniqueDocumentId);
  const params = { id: hidden.uniqueDocumentId };
  expect((await app.refusal(getDocument, { as: writer, params })).status).toBe(404);
});

test("COMPANY-6 a cancelled invoice isn't issued", async () => {
  const { organizationId } = writer;
  const { invoiceId } = await makeInvoice(app.db, {
    organizationId,
    issuedAt: null,
    invoiceStatus: "CANCELLED",
  });
  const asRead = { dueDate: null, xeroLink: null, total: null, lines: [] };
  const refused = await app.refusal(issueInvoice, { as: owner, params: { id: invoiceId }, body: { asRead } });
  expect(refused).toMatchObject({ status: 409, message: expect.stringContaining("cancelled") });
});

test("COMPANY-2 an organization that was renamed at the same time keeps its new name", async () => {
  const { organizationId } = await makeOrganization(app.db);
  const body = { organizationName: unique("Name"), asRead: "Another name" };
  const given = { as: owner, params: { id: organizationId }, body };
  expect(await app.refusal(renameOrganization, given)).toMatchObject({ status: 409 });
});

test("COMPANY-3 a person's email is not changed to itself", async () => {
  const given = {
    as: owner,
    params: { id: writer.userProfileId },
    body: { newEmail: writer.email },
    ...PROVED,
  };
  const refused = await app.refusal(changeEmail, given);
  expect(refused).toMatchObject({ status: 409, details: { reason: "same-email" } });
});

test("SIGN-3 a signature of a retired document cannot be requested", async () => {
  const { generalDocumentId: id } = await makeGeneralDocument(app.db);
  await app.request(retireGeneralDocument, { as: owner, params: { id }, body: { isRetired: true } });
  const asking = { as: owner, params: { id }, body: { version: 1, of: { all: true as const } } };
  expect(await app.refusal(requestNewSignatures, asking)).toMatchObject({ details: { reason: "retired" } });
});

test("PERM-4 another organization's request for a person is neither listed here nor answers for ours", async () => {
  const userDetails = { firstName: "Grace", lastName: "Hopper", email: `${unique("grace")}@example.test` };
  const requestAs = (as: TestPerson) =>
    app.request(requestPermission, {
      as,
      body: { organizationId: as.organizationId, userDetails, permissionType: "read" },
    });
  const theirs = await requestAs(stranger);
  const ours = await requestAs(writer);
  expect(ours.organizationPermissionRequestId).not.toBe(theirs.organizationPermissionRequestId);
  expect(await requestAs(writer), "asked again").toEqual(ours);
  const listed = await app.request(listPermissionRequests, { as: writer });
  expect(listed.map((one) => one.organizationPermissionRequestId)).toEqual([
    ours.organizationPermissionRequestId,
  ]);
});

test("COMPANY-4 the company's lists of one organization name no other", async () => {
  await Promise.all([makeQuote(app.db, writer), makeQuote(app.db, stranger)]);
  const asked = { as: owner, query: { organizationId: stranger.organizationId } };
  const documents = await app.request(listManagedDocuments, asked);
  const work = await app.request(listManagedWorkOrders, asked);
  const named = new Set([...documents, ...work].map(({ organizationId }) => organizationId));
  expect([...named]).toEqual([stranger.organizationId]);
  const params = { id: stranger.organizationId };
  const { members } = await app.request(listPeopleOfOrganization, { as: owner, params });
  expect(members.map(({ userId }) => userId)).toEqual([stranger.userProfileId]);
});

test("COMPANY-8 a draft that would make a retired document the general terms is not published", async () => {
  const { generalDocumentId: id } = await makeGeneralDocument(app.db);
  const params = { id };
  const text = { name: "Terms", richText: "<p>Of all</p>", signatureType: "ACKNOWLEDGE" as const };
  const given = { ...text, isGeneralTerms: true, asRead: null, onVersion: 1 };
  const { draft } = await app.request(saveDraft, { as: owner, params, body: given });
  await app.request(retireGeneralDocument, { as: owner, params, body: { isRetired: true } });
  const publishing = { as: owner, params, body: { asRead: draft?.revision ?? 0 } };
  expect(await app.refusal(publishDraft, publishing)).toMatchObject({
    status: 409,
    details: { reason: "retired" },
  });
});

test("COMPANY-6 an accepted document with a total of zero is not invoiced", async () => {
  const { organizationId } = writer;
  const { document } = await makeQuote(app.db, { organizationId, workOrders: [{ products: [] }] });
  const params = { id: document.uniqueDocumentId };
  const { contentHash } = await app.request(getDocument, { as: writer, params });
  const body = { uniqueDocumentId: params.id, status: "APPROVED" as const, contentHash };
  await app.request(approveDocument, { as: writer, params, body });
  const invoicing = { as: owner, params, body: { percent: 100, dueDate: null, isIssued: true } };
  expect(await app.refusal(invoiceDocument, invoicing)).toMatchObject({
    status: 409,
    details: { reason: "nothing-to-pay" },
  });
});

test("COMPANY-11 a document with a used address is not added, and its number stays free", async () => {
  const { organizationId } = writer;
  const body = { ...PLAIN, name: unique("name"), organizationId };
  const { externalId } = await app.request(addDocument, { as: owner, body });
  const next = externalId.replace(/\d+$/, (digits) =>
    String(Number(digits) + 1).padStart(digits.length, "0"),
  );
  const name = unique("name");
  const taken = await makeDocument(app.db, { slug: `${name}-${next}`.toLowerCase() });
  expect(await app.refusal(addDocument, { as: owner, body: { ...body, name } })).toMatchObject({
    status: 409,
    message: expect.stringContaining(taken.slug),
  });
  expect(await app.request(addDocument, { as: owner, body })).toMatchObject({ externalId: next });
});

test("STUDIO-4 a section of a page that a newer portal wrote is not saved", async () => {
  const name = unique("Section");
  const page = { ...makePage(), version: 999 };
  expect(await app.refusal(addSection, { as: owner, body: { name, page } })).toMatchObject({
    status: 400,
    message: expect.stringContaining("This page is of version 999"),
  });
  expect((await app.request(listSections, { as: owner })).map((one) => one.name)).not.toContain(name);
});
