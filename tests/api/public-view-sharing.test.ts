import { asc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { getSharing, shareDocument } from "#contract/admin/documents.ts";
import { listOptionalStatuses } from "#contract/work-orders.ts";
import { userProfiles } from "#server/schema/account.ts";
import { auditEvents } from "#server/schema/audit.ts";
import { uniqueDocuments } from "#server/schema/documents.ts";
import { loadWorld } from "#server/world/load-world.ts";
import {
  makeAdmin,
  makeDocument,
  makePerson,
  makeQuote,
  type TestPerson,
  unique,
} from "#tests/support/factories.ts";
import { startTestApp } from "#tests/support/make-app.ts";
import { makeWorldPage } from "#tests/support/world.ts";

const app = await startTestApp();
const editor = await makeAdmin(app.db, "editor");

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
const sharingOf = (id: string) => app.request(getSharing, { as: editor, params: { id } });
const share = (id: string, body: { isShared: boolean; expiresAt?: string | null }) =>
  app.request(shareDocument, { as: editor, params: { id }, body });

const auditOf = (subjectId: string) =>
  app.db
    .select()
    .from(auditEvents)
    .where(eq(auditEvents.subjectId, subjectId))
    .orderBy(asc(auditEvents.at), asc(auditEvents.auditEventId));

test("VIEW-1 a document is shared only once an admin shares it, and each change of sharing is audited", async () => {
  const { uniqueDocumentId, organizationId } = await makeDocument(app.db);
  expect(await sharingOf(uniqueDocumentId)).toEqual({ uniqueDocumentId, isShared: false, expiresAt: null });

  expect(await share(uniqueDocumentId, { isShared: true })).toEqual({
    uniqueDocumentId,
    isShared: true,
    expiresAt: null,
  });
  const expiresAt = inMinutes(5);
  expect(await share(uniqueDocumentId, { isShared: true, expiresAt })).toMatchObject({ expiresAt });
  expect(await sharingOf(uniqueDocumentId)).toEqual({ uniqueDocumentId, isShared: true, expiresAt });
  // Repeating it changes nothing.
  await share(uniqueDocumentId, { isShared: true, expiresAt });
  expect(await share(uniqueDocumentId, { isShared: false })).toMatchObject({ isShared: false });
  await share(uniqueDocumentId, { isShared: false });
  expect(await sharingOf(uniqueDocumentId)).toEqual({ uniqueDocumentId, isShared: false, expiresAt: null });

  const { userProfileId } = editor;
  const by = { userProfileId, organizationId };
  const audit = await auditOf(uniqueDocumentId);
  expect(audit).toHaveLength(3);
  expect(audit).toMatchObject([
    { ...by, action: "document.share", details: { expiresAt: null } },
    { ...by, action: "document.share", details: { expiresAt } },
    { ...by, action: "document.unshare", details: {} },
  ]);
});

test("VIEW-1 sharing twice at once leaves one share, and one audit row", async () => {
  const { uniqueDocumentId } = await makeDocument(app.db);
  await Promise.all(Array.from({ length: 5 }, () => share(uniqueDocumentId, { isShared: true })));
  expect(await auditOf(uniqueDocumentId)).toHaveLength(1);
});

test("VIEW-1 an invalid share is refused, and nothing is recorded", async () => {
  const { uniqueDocumentId } = await makeDocument(app.db);
  const refused = (id: string, body: Record<string, unknown>) =>
    app.rawRequest(`PATCH /api/unique-document/admin/${id}/sharing`, { as: editor, body }).then(report);
  expect(await refused(uniqueDocumentId, { isShared: true, expiresAt: inMinutes(-1) })).toBe("400 invalid");
  expect(await refused(uniqueDocumentId, { isShared: true, expiresAt: "tomorrow" })).toBe("400 invalid");
  expect(await refused(uniqueDocumentId, { isShared: "yes" })).toBe("400 invalid");
  expect(await refused(uniqueDocumentId, {})).toBe("400 invalid");
  expect(await refused("no-such-document", { isShared: true })).toBe("404 not-found");
  const unknown = await app.refusal(getSharing, { as: editor, params: { id: "no-such-document" } });
  expect(unknown).toMatchObject({ status: 404 });
  expect(await sharingOf(uniqueDocumentId)).toMatchObject({ isShared: false });
  expect(await auditOf(uniqueDocumentId)).toEqual([]);
});

async function report(response: Response): Promise<string> {
  const { error } = (await response.json()) as { error: { code: string } };
  return `${response.status} ${error.code}`;
}

test("API-5 a person who left the company cannot share with a token that is still valid", async () => {
  const { uniqueDocumentId } = await makeDocument(app.db);
  const former = await makeAdmin(app.db, "editor");
  const params = { id: uniqueDocumentId };
  await app.request(getSharing, { as: former, params });
  await app.db
    .update(userProfiles)
    .set({ adminRole: null })
    .where(eq(userProfiles.userProfileId, former.userProfileId));
  expect(await app.refusal(shareDocument, { as: former, params, body: { isShared: true } })).toMatchObject({
    status: 403,
    details: { reason: "not-admin" },
  });
  expect(await sharingOf(uniqueDocumentId)).toMatchObject({ isShared: false });
});

test("API-3 PRICE-7 choices on a shared document are public while it is shared", async () => {
  const { document, workOrders } = await makeQuote(app.db, { workOrders: [{ isOptional: true }, {}] });
  const workOrderIds = workOrders.map((one) => one.workOrderId);
  const ask = (as?: TestPerson) =>
    app.request(listOptionalStatuses, { body: { workOrderIds }, ...(as && { as }) });
  const { uniqueDocumentId } = document;
  expect(await ask()).toEqual([]);
  await share(uniqueDocumentId, { isShared: true });
  const told = await ask();
  expect(told).toHaveLength(2);
  expect(told).toContainEqual({
    workOrderId: workOrderIds[0],
    optional: { isOptional: true, doesClientWantWorkDone: false },
  });
  expect(await ask(await makePerson(app.db))).toHaveLength(2);
  await app.db
    .update(uniqueDocuments)
    .set({ status: "DRAFT" })
    .where(eq(uniqueDocuments.uniqueDocumentId, uniqueDocumentId));
  expect(await ask()).toEqual([]);
  await app.db
    .update(uniqueDocuments)
    .set({ status: "PENDING" })
    .where(eq(uniqueDocuments.uniqueDocumentId, uniqueDocumentId));
  await share(uniqueDocumentId, { isShared: false });
  expect(await ask()).toEqual([]);
});

test("VIEW-1 a world file says which documents are shared, and until when; a second load does not open them again", async () => {
  const organizationId = unique("org");
  const ids = ["open", "until", "closed", "silent"].map((name) => unique(name));
  const expiresAt = inMinutes(60);
  const sharings = [{ isShared: true }, { isShared: true, expiresAt }, { isShared: false }, undefined];
  const world = JSON.stringify({
    worldVersion: 1,
    organizations: [{ organizationId, organizationName: organizationId, status: "ACTIVE" }],
    documents: ids.map((uniqueDocumentId, index) => ({
      uniqueDocumentId,
      organizationId,
      externalId: uniqueDocumentId,
      name: uniqueDocumentId,
      documentType: "PROPOSAL",
      status: "PENDING",
      puckState: makeWorldPage("A page"),
      ...(sharings[index] && { sharing: sharings[index] }),
    })),
  });
  await loadWorld(app.deps, world);
  const read = () => Promise.all(ids.map(sharingOf));
  expect(await read()).toMatchObject([
    { isShared: true, expiresAt: null },
    { isShared: true, expiresAt },
    { isShared: false },
    { isShared: false },
  ]);
  await share(ids[0] ?? "", { isShared: false });
  await loadWorld(app.deps, world);
  expect((await read())[0]).toMatchObject({ isShared: false });
});
