import { eq } from "drizzle-orm";
import { extractText, getDocumentProxy } from "unpdf";
import { expect, test } from "vitest";
import {
  addInvoice,
  changeInvoice,
  getManagedInvoice,
  issueInvoice,
  markInvoice,
} from "#contract/admin/invoices.ts";
import {
  changeOrganizationDetails,
  getOrganization,
  listAllOrganizations,
  renameOrganization,
} from "#contract/admin/organizations.ts";
import { changeAdminRole, removePerson } from "#contract/admin/people.ts";
import { getSettings, updateSettings } from "#contract/admin/settings.ts";
import { getInvoice } from "#contract/invoices.ts";
import { encodeColumnFilters } from "#domain/lists/list-columns.ts";
import type { OrganizationDetails } from "#domain/organizations/organization-details.ts";
import { auditEvents } from "#server/schema/audit.ts";
import { evidenceEvents } from "#server/schema/evidence.ts";
import { mails } from "#server/schema/mail.ts";
import { makeAdmin, makeInvoice, makeOrganization, makePerson, unique } from "#tests/support/factories.ts";
import { startTestApp } from "#tests/support/make-app.ts";

const app = await startTestApp();
const viewer = await makeAdmin(app.db, "viewer");
const editor = await makeAdmin(app.db, "editor");
const owner = await makeAdmin(app.db, "owner");

const DETAILS: OrganizationDetails = {
  legalName: "Wharf Bakery Pty Ltd",
  abn: "51824753556",
  billingAddress: "1 Wharf Road\nSydney NSW 2000",
  phone: "+61 2 9999 0000",
  billingContact: "Ana Silva",
  billingEmail: "accounts@wharf.example",
  ownerId: null,
};
const NONE = Object.fromEntries(Object.keys(DETAILS).map((field) => [field, null])) as OrganizationDetails;
const BUYER = { name: "Wharf Bakery Pty Ltd", abn: "51824753556", address: "1 Wharf Road\nSydney NSW 2000" };

const get = (id: string) => app.request(getOrganization, { as: viewer, params: { id } });
const changing = (id: string, details: Partial<OrganizationDetails>, recordVersion: number) => ({
  as: editor,
  params: { id },
  body: { ...DETAILS, ...details, recordVersion },
});
const save = (id: string, details: Partial<OrganizationDetails> = {}, recordVersion = 1) =>
  app.request(changeOrganizationDetails, changing(id, details, recordVersion));
const invoiceFor = (organizationId: string, isIssued: boolean) => {
  const line = { description: "Bread", unit: null, discountPercent: 0, hasGst: true, quantity: 1, rate: 9 };
  const body = { organizationId, name: "Bread", dueDate: null, xeroLink: null, lines: [line], isIssued };
  return app.request(addInvoice, { as: editor, body: { ...body, invoiceStatus: "UNPAID" } });
};
const read = (id: string) => app.request(getManagedInvoice, { as: viewer, params: { id } });

async function readPdf(invoiceId: string): Promise<string> {
  const uriOf = async () => (await read(invoiceId)).uri;
  await expect.poll(uriOf, { interval: 50 }).not.toBeNull();
  const response = await app.rawRequest(`GET ${await uriOf()}`);
  const pdf = await getDocumentProxy(new Uint8Array(await response.arrayBuffer()));
  return (await extractText(pdf, { mergePages: true })).text;
}

test("FIRST-5 an editor changes the details of an organization, and of two the second is refused", async () => {
  const { organizationId } = await makeOrganization(app.db);
  expect(await get(organizationId)).toMatchObject({
    details: { ...NONE, ownerName: null },
    detailsVersion: 1,
  });
  const ownerId = owner.userProfileId;
  const saved = await save(organizationId, { ownerId });
  expect(saved).toMatchObject({ details: { ...DETAILS, ownerId }, detailsVersion: 2, recordVersion: 1 });
  expect(saved.details.ownerName).toContain("Ada Byron");
  expect(await get(organizationId)).toEqual(saved);
  expect(await save(organizationId, { ownerId }, 1), "the same again is no change").toEqual(saved);

  const late = await app.refusal(changeOrganizationDetails, changing(organizationId, { phone: "1" }, 1));
  expect(late).toMatchObject({
    status: 409,
    details: { reason: "changed-meanwhile", recordVersion: 2, details: { phone: DETAILS.phone } },
  });
  const cleared = await save(organizationId, NONE, 2);
  expect(cleared).toMatchObject({ details: NONE, detailsVersion: 3 });
  const audit = await app.db.select().from(auditEvents).where(eq(auditEvents.subjectId, organizationId));
  expect(audit.map(({ action, details }) => [action, details])).toEqual([
    ["organization.change-details", { fields: Object.keys(DETAILS) }],
    ["organization.change-details", { fields: Object.keys(DETAILS) }],
  ]);
});

test("FIRST-5 only one of the company's own people looks after an organization, and a viewer changes nothing", async () => {
  const { organizationId } = await makeOrganization(app.db);
  const member = await makePerson(app.db);
  for (const ownerId of [member.userProfileId, "no-such-person"]) {
    const refused = await app.refusal(changeOrganizationDetails, changing(organizationId, { ownerId }, 1));
    expect(refused).toMatchObject({
      status: 400,
      details: { issues: [{ path: "ownerId", message: "Please choose one of your company's own people" }] },
    });
  }
  const asViewer = { ...changing(organizationId, {}, 1), as: viewer };
  expect(await app.refusal(changeOrganizationDetails, asViewer)).toMatchObject({ status: 403 });
  const wrong = changing(organizationId, { abn: "51824753557" }, 1);
  expect(await app.refusal(changeOrganizationDetails, wrong)).toMatchObject({ status: 400 });
  const unknown = changing("no-such-organization", {}, 1);
  expect(await app.refusal(changeOrganizationDetails, unknown)).toMatchObject({ status: 404 });

  const leaving = await makeAdmin(app.db, "editor");
  await save(organizationId, { ownerId: leaving.userProfileId });
  const params = { id: leaving.userProfileId };
  await app.request(changeAdminRole, { as: owner, params, body: { adminRole: null } });
  expect((await get(organizationId)).details).toMatchObject({ ownerId: null, ownerName: null });
});

test("FIRST-3 an unpaid invoice says how to pay, on its page, in its mail and its PDF, once an owner has entered it", async () => {
  const organization = await makeOrganization(app.db);
  const { organizationId } = organization;
  const reader = await makePerson(app.db, { organization, permission: "read" });
  const asReader = (id: string) => app.request(getInvoice, { as: reader, params: { id } });
  const before = await invoiceFor(organizationId, true);
  expect(await asReader(before.invoiceId)).toMatchObject({ bankDetails: null });
  expect(await readPdf(before.invoiceId)).not.toContain("How to pay");

  const { recordVersion, ...settings } = await app.request(getSettings, { as: owner });
  const bankDetails = "North Pine Studio\nBSB 062-000, account 1234 5678";
  const body = { settings: { ...settings, bankDetails }, recordVersion };
  await app.request(updateSettings, { as: owner, body });
  await expect.poll(async () => (await asReader(before.invoiceId)).bankDetails).toBe(bankDetails);
  await expect.poll(() => readPdf(before.invoiceId)).toContain("BSB 062-000, account 1234 5678");
  const { invoiceId, externalId } = await invoiceFor(organizationId, true);
  const payment = ["How to pay", "BSB 062-000, account 1234 5678", `Reference: ${externalId}`];
  const pdf = await readPdf(invoiceId);
  const [mail] = await app.db.select().from(mails).where(eq(mails.aboutId, invoiceId));
  for (const line of payment) {
    expect(pdf).toContain(line);
    expect(mail?.text).toContain(line);
  }
  const paid = { invoiceStatus: "PAID", expectedStatus: "UNPAID" } as const;
  await app.request(markInvoice, { as: editor, params: { id: invoiceId }, body: paid });
  expect(await asReader(invoiceId)).toMatchObject({ bankDetails: null });
});

test("FIRST-5 the list of organizations shows and finds the colleague who looks after each", async () => {
  const { organizationId } = await makeOrganization(app.db);
  await makeOrganization(app.db);
  const profile = { adminRole: "editor" as const, firstName: "Noë", lastName: unique("Castellan") };
  const keeper = await makePerson(app.db, { organization: null, profile });
  await save(organizationId, { ownerId: keeper.userProfileId });
  const name = `${profile.firstName} ${profile.lastName}`;
  const filter = encodeColumnFilters([{ id: "ownerName", value: `noe ${profile.lastName}` }]);
  const { data } = await app.requestPage(listAllOrganizations, { as: viewer, query: { limit: 10, filter } });
  expect(data).toMatchObject([{ organizationId, ownerName: name }]);
  const sorted = await app.requestPage(listAllOrganizations, {
    as: viewer,
    query: { limit: 50, sort: "ownerName" },
  });
  expect(sorted.data.map((one) => one.organizationId)).toContain(organizationId);

  const params = { id: keeper.userProfileId };
  await app.request(changeAdminRole, { as: owner, params, body: { adminRole: null } });
  const left = await app.requestPage(listAllOrganizations, { as: viewer, query: { limit: 10, filter } });
  expect(left.data).toEqual([]);
});

test("FIRST-5 an invoice names its buyer as it was issued, whatever changes later, and its evidence proves it", async () => {
  const organization = await makeOrganization(app.db);
  const { organizationId } = organization;
  const reader = await makePerson(app.db, { organization, permission: "read" });
  const draft = await invoiceFor(organizationId, false);
  expect(draft.buyer).toEqual({ name: organization.organizationName, abn: null, address: null });
  await save(organizationId);
  expect((await read(draft.invoiceId)).buyer).toEqual(BUYER);
  const params = { id: draft.invoiceId };
  const { linesVersion, recordVersion } = draft;
  const issued = await app.request(issueInvoice, {
    as: editor,
    params,
    body: { linesVersion, recordVersion },
  });
  expect(issued.buyer).toEqual(BUYER);

  await save(organizationId, { legalName: "Sold Pty Ltd", abn: null, billingAddress: null }, 2);
  const renamed = { organizationName: unique("Sold"), asRead: organization.organizationName };
  await app.request(renameOrganization, { as: editor, params: { id: organizationId }, body: renamed });
  const { recordVersion: version } = await read(draft.invoiceId);
  const due = { dueDate: "2027-01-31", xeroLink: null, recordVersion: version };
  await app.request(changeInvoice, { as: editor, params, body: due });
  expect((await app.request(getInvoice, { as: reader, params })).buyer).toEqual(BUYER);
  const text = await readPdf(draft.invoiceId);
  for (const words of ["Wharf Bakery Pty Ltd", "ABN 51 824 753 556", "1 Wharf Road", "31 Jan 2027"])
    expect(text).toContain(words);
  expect((await invoiceFor(organizationId, true)).buyer).toEqual({
    name: "Sold Pty Ltd",
    abn: null,
    address: null,
  });

  const events = await app.db.select().from(evidenceEvents).where(eq(evidenceEvents.subjectId, params.id));
  expect(events.map(({ sealed }) => Object.keys(sealed).toSorted())).toEqual([
    ["buyer", "lines", "reference"],
    ["buyer", "lines", "reference"],
  ]);
});

test("FIRST-5 an invoice from before invoices named their buyer is shown with the organization's name", async () => {
  const organization = await makeOrganization(app.db);
  const { organizationId, organizationName } = organization;
  await save(organizationId);
  const reader = await makePerson(app.db, { organization, permission: "read" });
  const { invoiceId } = await makeInvoice(app.db, { organizationId });
  const buyer = { name: organizationName, abn: null, address: null };
  expect((await read(invoiceId)).buyer).toEqual(buyer);
  expect((await app.request(getInvoice, { as: reader, params: { id: invoiceId } })).buyer).toEqual(buyer);
});

test("FIRST-5 ERASE a person who is removed for good is no billing contact any more", async () => {
  const organization = await makeOrganization(app.db);
  const { organizationId } = organization;
  const names = { firstName: "Ana", lastName: unique("Silva") };
  const profile = { ...names, email: `${unique("ana")}@example.test` };
  const byEmail = await makePerson(app.db, { organization, profile });
  const fullName = `${names.firstName} ${names.lastName}`;
  const elsewhere = await makeOrganization(app.db);
  const remove = (id: string) => app.request(removePerson, { as: owner, params: { id } });
  const gone = { ...DETAILS, billingContact: null, billingEmail: null };

  await save(organizationId, { billingEmail: byEmail.email.toUpperCase() });
  await save(elsewhere.organizationId, { billingContact: fullName });
  await remove(byEmail.userProfileId);
  expect(await get(organizationId)).toMatchObject({ details: gone, detailsVersion: 3 });
  const { details } = await get(elsewhere.organizationId);
  expect(details.billingContact, "a namesake elsewhere").not.toBeNull();

  const byName = await makePerson(app.db, {
    organization,
    profile: { ...names, email: `${unique("ana")}@example.test` },
  });
  await save(organizationId, { billingContact: fullName }, 3);
  await remove(byName.userProfileId);
  expect(await get(organizationId)).toMatchObject({ details: gone });
});
