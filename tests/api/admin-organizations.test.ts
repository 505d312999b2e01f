import { asc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import {
  addOrganization,
  changeQuickLinks,
  deactivateOrganization,
  getOrganization,
  listAllOrganizations,
  renameOrganization,
  verifyOrganization,
  verifyOrganizations,
} from "#contract/admin/organizations.ts";
import { getDocument, listDocuments } from "#contract/documents.ts";
import { listNotifications } from "#contract/notifications.ts";
import { listOrganizations } from "#contract/permissions.ts";
import { listWorkOrders } from "#contract/work-orders.ts";
import { encodeColumnFilters } from "#domain/lists/list-columns.ts";
import { auditEvents } from "#server/schema/audit.ts";
import { mails } from "#server/schema/mail.ts";
import { organizationPermissionRequests } from "#server/schema/permissions.ts";
import {
  makeAdmin,
  makeDocument,
  makeOrganization,
  makePerson,
  type TestPerson,
  unique,
} from "#tests/support/factories.ts";
import { openLive } from "#tests/support/live-stream.ts";
import { startTestApp } from "#tests/support/make-app.ts";

const app = await startTestApp();
const viewer = await makeAdmin(app.db, "viewer");
const editor = await makeAdmin(app.db, "editor");
const owner = await makeAdmin(app.db, "owner");

const get = (id: string) => app.request(getOrganization, { as: viewer, params: { id } });
const verify = (id: string) => app.request(verifyOrganization, { as: owner, params: { id } });
const deactivating = (id: string, openDocumentIds: string[] = []) => ({
  as: owner,
  params: { id },
  body: { reason: "They have moved on", openDocumentIds },
});
const deactivate = (id: string, named?: string[]) =>
  app.request(deactivateOrganization, deactivating(id, named));

const auditOf = (subjectId: string) =>
  app.db
    .select()
    .from(auditEvents)
    .where(eq(auditEvents.subjectId, subjectId))
    .orderBy(asc(auditEvents.at), asc(auditEvents.auditEventId));

const messagesOf = async (as: TestPerson) => {
  const span = { startDate: "2000-01-01T00:00:00.000Z", endDate: new Date().toISOString() };
  return (await app.request(listNotifications, { as, body: span })).map(({ message }) => message);
};

test("COMPANY-3 an editor adds an organization, an owner verifies it, and each step is on record", async () => {
  const organizationName = unique("Fern & Co");
  const added = await app.request(addOrganization, {
    as: editor,
    body: { organizationName: `  ${organizationName} ` },
  });
  expect(added).toMatchObject({
    organizationName,
    status: "INACTIVE",
    quickLinks: [],
    members: 0,
    requests: 0,
    openDocuments: [],
    statusChanges: [],
  });
  const { organizationId } = added;
  expect(await get(organizationId)).toEqual(added);

  const verified = await verify(organizationId);
  expect(verified).toMatchObject({ status: "ACTIVE", statusChanges: [{ status: "ACTIVE", reason: null }] });
  expect(await verify(organizationId), "once more is no change").toEqual(verified);
  const renamed = { organizationName: `${organizationName} Ltd`, asRead: organizationName };
  await app.request(renameOrganization, { as: editor, params: { id: organizationId }, body: renamed });
  await deactivate(organizationId);
  const { statusChanges } = await get(organizationId);
  expect(statusChanges).toMatchObject([
    { status: "INACTIVE", reason: "They have moved on", changedBy: expect.stringContaining("Ada Byron") },
    { status: "ACTIVE", reason: null },
  ]);

  const by = { organizationId, userProfileId: owner.userProfileId };
  expect(await auditOf(organizationId)).toMatchObject([
    { action: "organization.add", organizationId, userProfileId: editor.userProfileId },
    { action: "organization.verify", ...by, details: { from: "INACTIVE", to: "ACTIVE" } },
    { action: "organization.rename", details: { from: organizationName, to: renamed.organizationName } },
    { action: "organization.deactivate", ...by, details: { reason: "They have moved on" } },
  ]);
});

test("COMPANY-3 a verified organization's people get a notification and a mail, and their open pages follow", async () => {
  const organization = await makeOrganization(app.db, { status: "INACTIVE" });
  const member = await makePerson(app.db, { organization });
  const stream = await openLive(app, { as: member });
  await verify(organization.organizationId);
  const told = `${organization.organizationName} is active now. You can see its documents, work orders and invoices.`;
  expect(await messagesOf(member)).toEqual([told]);
  const [mail] = await app.db.select().from(mails).where(eq(mails.recipient, member.email));
  expect(mail).toMatchObject({ subject: expect.stringContaining(organization.organizationName) });
  await expect
    .poll(() => stream.events)
    .toContainEqual({ kind: "organization", id: organization.organizationId });
  await app.request(listDocuments, { as: member });

  await deactivate(organization.organizationId);
  await expect.poll(() => stream.events.filter(({ kind }) => kind === "organization")).toHaveLength(2);
  expect(await app.request(listOrganizations, { as: member })).toMatchObject([{ status: "INACTIVE" }]);
  expect(await app.refusal(listWorkOrders, { as: member })).toMatchObject({
    status: 403,
    details: { reason: "deactivated" },
  });

  await verify(organization.organizationId);
  expect(await messagesOf(member), "verified again is told again").toEqual([told, told]);
  stream.close();
});

test("FIRST-4 an owner makes several organizations active at once, and each answers for itself", async () => {
  const organizations = [
    await makeOrganization(app.db, { status: "INACTIVE" }),
    await makeOrganization(app.db, { status: "ACTIVE" }),
    await makeOrganization(app.db, { status: "INACTIVE" }),
  ];
  const [first, active, last] = organizations.map(({ organizationId }) => organizationId);
  const [firstName, activeName, lastName] = organizations.map(({ organizationName }) => organizationName);
  const member = await makePerson(app.db, { organization: organizations[0] ?? null });
  const organizationIds = [last, "no-such-organization", active, first, first].map(String);
  const request = { as: owner, body: { organizationIds } };
  expect(await app.request(verifyOrganizations, request)).toEqual([
    { organizationId: last, organizationName: lastName, outcome: "activated" },
    { organizationId: "no-such-organization", organizationName: null, outcome: "not-found" },
    { organizationId: active, organizationName: activeName, outcome: "already-active" },
    { organizationId: first, organizationName: firstName, outcome: "activated" },
  ]);
  expect(await get(String(first))).toMatchObject({ status: "ACTIVE", statusChanges: [{ status: "ACTIVE" }] });
  expect(await messagesOf(member)).toHaveLength(1);
  const again = await app.request(verifyOrganizations, request);
  expect(again.map(({ outcome }) => outcome)).toEqual([
    "already-active",
    "not-found",
    "already-active",
    "already-active",
  ]);
  expect(await messagesOf(member), "once").toHaveLength(1);
  expect((await auditOf(String(last))).map(({ action }) => action)).toEqual(["organization.verify"]);
  expect(await app.refusal(verifyOrganizations, { ...request, as: editor })).toMatchObject({ status: 403 });
  const tooMany = { as: owner, body: { organizationIds: Array.from({ length: 201 }, (_, at) => `o-${at}`) } };
  expect(await app.refusal(verifyOrganizations, tooMany)).toMatchObject({ status: 400 });
});

test("COMPANY-3 the reason of a deactivation reaches no client", async () => {
  const organization = await makeOrganization(app.db);
  const member = await makePerson(app.db, { organization });
  await deactivate(organization.organizationId);
  const told = await app.request(listOrganizations, { as: member });
  expect(JSON.stringify([told, await messagesOf(member)])).not.toContain("moved on");
});

test("COMPANY-3 open documents are named before an organization is deactivated, also newly added ones", async () => {
  const { organizationId } = await makeOrganization(app.db);
  const first = await makeDocument(app.db, { organizationId, updatedAt: new Date("2026-02-01") });
  await makeDocument(app.db, { organizationId, status: "DRAFT" });
  const named = ({ uniqueDocumentId, externalId, name, documentType }: typeof first) => ({
    uniqueDocumentId,
    externalId,
    name,
    documentType,
  });
  expect((await get(organizationId)).openDocuments).toEqual([named(first)]);
  expect(await app.refusal(deactivateOrganization, deactivating(organizationId))).toMatchObject({
    status: 409,
    message: expect.stringContaining("1 document waits"),
    details: { reason: "open-documents", openDocuments: [named(first)] },
  });
  // Made before the first and sent after it: it has waited for less.
  const second = await makeDocument(app.db, { organizationId, createdAt: new Date("2026-01-01") });
  const confirmed = [first.uniqueDocumentId];
  expect(await app.refusal(deactivateOrganization, deactivating(organizationId, confirmed))).toMatchObject({
    details: { openDocuments: [named(first), named(second)] },
  });
  expect(await get(organizationId)).toMatchObject({ status: "ACTIVE", statusChanges: [] });
  const all = [...confirmed, second.uniqueDocumentId];
  expect(await deactivate(organizationId, all)).toMatchObject({ status: "INACTIVE" });
});

test("COMPANY-3 quick links are replaced, shown to the organization's people, and not lost between two editors", async () => {
  const organization = await makeOrganization(app.db);
  const member = await makePerson(app.db, { organization });
  const params = { id: organization.organizationId };
  const board = { label: "Board", url: "https://boards.example/1" };
  const photos = { label: "Photos", url: "http://photos.example/" };
  await app.request(changeQuickLinks, { as: editor, params, body: { quickLinks: [board], asRead: [] } });
  expect(await app.request(listOrganizations, { as: member })).toMatchObject([{ quickLinks: [board] }]);
  expect(
    await app.refusal(changeQuickLinks, { as: editor, params, body: { quickLinks: [photos], asRead: [] } }),
  ).toMatchObject({ status: 409, details: { reason: "changed-meanwhile", quickLinks: [board] } });
  const both = { quickLinks: [photos, board], asRead: [board] };
  expect(await app.request(changeQuickLinks, { as: editor, params, body: both })).toMatchObject({
    quickLinks: [photos, board],
  });
});

test.each([
  ["a script as a link", { quickLinks: [{ label: "Board", url: "javascript:alert(1)" }], asRead: [] }],
  ["a link without a label", { quickLinks: [{ label: "", url: "https://boards.example" }], asRead: [] }],
  [
    "more links than anybody reads",
    { quickLinks: Array.from({ length: 21 }, () => ({ label: "x", url: "https://x.example" })), asRead: [] },
  ],
])("COMPANY-3 %s is refused", async (_what, body) => {
  const { organizationId: id } = await makeOrganization(app.db);
  expect(await app.refusal(changeQuickLinks, { as: editor, params: { id }, body })).toMatchObject({
    status: 400,
  });
  expect((await get(id)).quickLinks).toEqual([]);
});

test("COMPANY-3 FIELD-10 two organizations with indistinguishable names are refused in words", async () => {
  const name = unique("Café O’Noir");
  const { organizationId } = await makeOrganization(app.db, { organizationName: name });
  const body = { organizationName: name.replace("Café O’", "CAFE  O'") };
  expect(await app.refusal(addOrganization, { as: editor, body })).toMatchObject({
    status: 409,
    message: expect.stringContaining("Another organization has this name already"),
    details: { reason: "same-name", organizationId, organizationName: name },
  });
  const other = await makeOrganization(app.db);
  const rename = { params: { id: other.organizationId }, body: { ...body, asRead: other.organizationName } };
  expect(await app.refusal(renameOrganization, { as: editor, ...rename })).toMatchObject({ status: 409 });
  const accents = { params: { id: organizationId }, body: { ...body, asRead: name } };
  expect(await app.request(renameOrganization, { as: editor, ...accents })).toMatchObject(body);
});

test("COMPANY-3 the list finds, sorts and counts organizations with their members, requests and open documents", async () => {
  const word = unique("Listed");
  const [large, small] = [
    await makeOrganization(app.db, { organizationName: `${word} Éclair` }),
    await makeOrganization(app.db, { organizationName: `${word} Zoo`, status: "INACTIVE" }),
  ];
  const { organizationId } = large;
  for (let n = 0; n < 11; n += 1) await makePerson(app.db, { organization: large });
  await makePerson(app.db, { organization: small });
  await makePerson(app.db, { organization: small });
  await makeDocument(app.db, { organizationId });
  await app.db.insert(organizationPermissionRequests).values({
    organizationPermissionRequestId: unique("request"),
    organizationId,
    email: "new@example.test",
    firstName: "Ana",
    lastName: "Silva",
    permissionType: "read",
  });
  const ask = async (query: object) => {
    const { data, page } = await app.requestPage(listAllOrganizations, {
      as: viewer,
      query: { limit: 10, q: word, ...query },
    });
    return { names: data.map((one) => one.organizationName), rows: data, page };
  };
  const found = await ask({ sort: "organizationName", q: `${word} e` });
  expect(found.rows).toEqual([
    {
      organizationId,
      organizationName: `${word} Éclair`,
      status: "ACTIVE",
      createdAt: large.createdAt.toISOString(),
      members: 11,
      requests: 1,
      openDocuments: 1,
      ownerName: null,
    },
  ]);
  const byMembers = await ask({ sort: "-members" });
  expect(byMembers.names).toEqual([`${word} Éclair`, `${word} Zoo`]);
  expect(byMembers.page).toMatchObject({ total: 2, counts: { ACTIVE: 1, INACTIVE: 1 } });
  expect((await ask({ sort: "members" })).names).toEqual([`${word} Zoo`, `${word} Éclair`]);
  const filter = encodeColumnFilters([{ id: "status", value: "INACTIVE" }]);
  expect((await ask({ filter })).names).toEqual([`${word} Zoo`]);
});

test("COMPANY-3 an organization that is not there answers so to every call", async () => {
  const params = { id: "no-such-organization" };
  const calls = [
    app.refusal(getOrganization, { as: viewer, params }),
    app.refusal(verifyOrganization, { as: owner, params }),
    app.refusal(deactivateOrganization, deactivating(params.id)),
    app.refusal(renameOrganization, { as: editor, params, body: { organizationName: "A", asRead: "B" } }),
    app.refusal(changeQuickLinks, { as: editor, params, body: { quickLinks: [], asRead: [] } }),
  ];
  for (const refusal of await Promise.all(calls)) {
    expect(refusal).toMatchObject({ status: 404, message: "There is no such organization." });
  }
});

test("COMPANY-3 a client reads a document until the organization is deactivated, and again once verified", async () => {
  const organization = await makeOrganization(app.db);
  const member = await makePerson(app.db, { organization });
  const { organizationId } = organization;
  const { uniqueDocumentId: id } = await makeDocument(app.db, { organizationId });
  await deactivate(organizationId, [id]);
  expect(await app.refusal(getDocument, { as: member, params: { id } })).toMatchObject({ status: 404 });
  await verify(organizationId);
  expect(await app.request(getDocument, { as: member, params: { id } })).toMatchObject({ status: "PENDING" });
});
