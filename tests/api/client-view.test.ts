import { and, eq } from "drizzle-orm";
import { describe, expect, test, vi } from "vitest";
import { getProfile, listProfilesOfOrganization } from "#contract/account.ts";
import { openPreview } from "#contract/admin/drafts.ts";
import { openClientView } from "#contract/admin/organizations.ts";
import { ACTING_ORGANIZATION, CLIENT_VIEW } from "#contract/call.ts";
import { CALLS } from "#contract/calls.ts";
import { getDocument, listDocuments } from "#contract/documents.ts";
import { listOrganizations, listPermissionsOfOrganization } from "#contract/permissions.ts";
import type { Audience } from "#domain/notifications/notification.ts";
import { userProfiles } from "#server/schema/account.ts";
import { auditEvents } from "#server/schema/audit.ts";
import { authSessions } from "#server/schema/identity.ts";
import { organizations } from "#server/schema/organizations.ts";
import {
  makeAdmin,
  makeDocument,
  makeGeneralDocument,
  makeOrganization,
  makePerson,
  type TestPerson,
} from "#tests/support/factories.ts";
import { openLive } from "#tests/support/live-stream.ts";
import { startTestApp } from "#tests/support/make-app.ts";
import { pointAt, sendPointed } from "#tests/support/pointed-calls.ts";
import { makeRecords } from "#tests/support/records.ts";

const app = await startTestApp();
const viewer = await makeAdmin(app.db, "viewer");
const harbour = await makeRecords(app, await makePerson(app.db));
const wren = await makeRecords(app, await makePerson(app.db));
const asking = {
  userProfileId: viewer.userProfileId,
  organizationId: harbour.organizationId,
  isWriter: true,
};
await makeGeneralDocument(app.db, { isGeneralTerms: true });

const open = (admin: TestPerson, id: string) => app.request(openClientView, { as: admin, params: { id } });

async function headersOf(admin: TestPerson, id = harbour.organizationId): Promise<Record<string, string>> {
  return { [CLIENT_VIEW]: (await open(admin, id)).pass };
}

type Answer = { data?: unknown; error?: { code: string; message: string; details?: { reason?: string } } };

/** The answer of a GET as an admin with a pass. */
async function read(path: string, admin: TestPerson, headers: Record<string, string>) {
  const response = await app.rawRequest(`GET /api/${path}`, { as: admin, headers });
  return { status: response.status, ...((await response.json()) as Answer) };
}

describe.each(Object.entries(CALLS))("%s", (name, call) => {
  test("COMPANY-3 a view of the portal as a client only reads, and only what that client's members may read", async () => {
    const headers = await headersOf(viewer);
    const token = await app.signInAs(viewer);
    const own = await sendPointed(app, call, pointAt(name, harbour, asking), token, headers);
    const isCompany = ["viewer", "editor", "owner"].includes(call.who);
    if (!call.isReading || isCompany) {
      expect(own.status, own.text).toBe(403);
      return;
    }
    expect([200, 404], own.text).toContain(own.status);
    if (own.status === 200) call.reply.parse((JSON.parse(own.text) as Answer).data);
    if (call.who !== "public") {
      const foreign = await sendPointed(app, call, pointAt(name, wren, asking), token, headers);
      const { data = [] } = JSON.parse(foreign.text) as Answer;
      if (foreign.status !== 200) expect(foreign.status, foreign.text).toBe(404);
      else expect(JSON.stringify(data)).not.toContain(wren.organizationId);
      const named = [wren.uniqueDocumentId, wren.workOrderId, wren.invoiceId, wren.userProfileId];
      for (const id of named) expect(foreign.text).not.toContain(`"${id}"`);
    }
  });
});

test("COMPANY-3 an admin sees what a new writer of the client would see", async () => {
  const headers = { ...(await headersOf(viewer)), [ACTING_ORGANIZATION]: harbour.organizationId };
  const member = await makePerson(app.db, { organization: { organizationId: harbour.organizationId } });
  const seen = async (path: string) => (await read(path, viewer, headers)).data;
  const { organizationId, uniqueDocumentId } = harbour;
  await makeDocument(app.db, { organizationId, status: "DRAFT", shownAt: null });

  expect(await seen(listOrganizations.path)).toEqual(await app.request(listOrganizations, { as: member }));
  expect(await seen(listDocuments.path)).toEqual(await app.request(listDocuments, { as: member }));
  expect(await seen(getDocument.path.replace("{id}", uniqueDocumentId))).toEqual(
    await app.request(getDocument, { as: member, params: { id: uniqueDocumentId } }),
  );
  const params = { organizationId };
  const filled = (path: string) => path.replace("{organizationId}", organizationId);
  expect(await seen(filled(listPermissionsOfOrganization.path))).toEqual(
    await app.request(listPermissionsOfOrganization, { as: member, params }),
  );
  const people = JSON.stringify(await seen(filled(listProfilesOfOrganization.path)));
  expect(people).toContain(member.email);
  expect(people).not.toContain(viewer.email);
  const own = { activeOrganizationId: organizationId, adminRole: null };
  expect(await seen(getProfile.path)).toMatchObject(own);
});

test("COMPANY-3 each pass has its audit row, of the admin and the organization", async () => {
  const admin = await makeAdmin(app.db, "editor");
  const { organizationId } = await makeOrganization(app.db, { organizationName: "Harbour & Co" });
  expect(await open(admin, organizationId)).toMatchObject({ organizationName: "Harbour & Co" });
  const written = await app.db
    .select()
    .from(auditEvents)
    .where(and(eq(auditEvents.userProfileId, admin.userProfileId)));
  expect(written).toMatchObject([
    { action: "organization.view-as-client", subjectId: organizationId, organizationId },
  ]);
  const nowhere = { as: admin, params: { id: "nowhere" } };
  expect(await app.refusal(openClientView, nowhere)).toMatchObject({ status: 404 });
  expect(await app.refusal(openPreview, nowhere)).toMatchObject({
    status: 404,
    message: "There is no such document.",
  });
});

test("COMPANY-3 a pass is valid only for its session, organization, hour and its admin's role", async () => {
  const admin = await makeAdmin(app.db, "viewer");
  const headers = await headersOf(admin);
  const pass = headers[CLIENT_VIEW] ?? "";
  const { path } = listDocuments;
  expect(await read(path, admin, headers)).toMatchObject({ status: 200 });

  const refused = { status: 403, error: { details: { reason: CLIENT_VIEW } } };
  const [, expires, hash] = pass.split(".");
  const forged = [
    "",
    "harbour",
    `${wren.organizationId}.${expires}.${hash}`,
    `${harbour.organizationId}.${Number(expires) + 1}.${hash}`,
    `${harbour.organizationId}.${expires}.${"0".repeat(64)}`,
  ];
  for (const text of forged) expect(await read(path, admin, { [CLIENT_VIEW]: text })).toMatchObject(refused);
  expect(await read(path, viewer, headers)).toMatchObject(refused);
  const member = await makePerson(app.db, { organization: { organizationId: harbour.organizationId } });
  expect(await read(path, member, headers)).toMatchObject(refused);

  const now = app.deps.clock;
  app.deps.clock = () => new Date(Number(expires) + 1);
  expect((await read(path, admin, headers)).status).not.toBe(200);
  app.deps.clock = now;

  const isAdmin = eq(userProfiles.userProfileId, admin.userProfileId);
  await app.db.update(userProfiles).set({ adminRole: null }).where(isAdmin);
  expect(await read(path, admin, headers)).toMatchObject(refused);
  await app.db.update(userProfiles).set({ adminRole: "viewer" }).where(isAdmin);
  expect(await read(path, admin, headers)).toMatchObject({ status: 200 });
  await app.db.delete(authSessions).where(eq(authSessions.userId, admin.authUserId));
  expect(await read(path, admin, headers)).toMatchObject({ status: 401 });
});

test("COMPANY-3 for an inactive organization an admin sees what its members see: no records", async () => {
  const { organizationId } = await makeOrganization(app.db, { status: "INACTIVE" });
  const headers = await headersOf(viewer, organizationId);
  expect(await read(listOrganizations.path, viewer, headers)).toMatchObject({
    data: [{ organizationId, status: "INACTIVE" }],
  });
  expect(await read(listDocuments.path, viewer, headers)).toMatchObject({
    error: { details: { reason: "unverified" } },
  });
  await app.db
    .update(organizations)
    .set({ status: "ACTIVE" })
    .where(eq(organizations.organizationId, organizationId));
  expect(await read(listDocuments.path, viewer, headers)).toMatchObject({ status: 200 });
});

test("COMPANY-3 the live stream of a view sends members' events, and none of the company or the admin", async () => {
  const stream = await openLive(app, { as: viewer }, await headersOf(viewer));
  const report = (audience: Audience, id: string) =>
    app.db.transaction((tx) => app.deps.live.publish(tx, audience, { kind: "document", id }));
  await report({ company: true }, "of-the-company");
  await report({ person: viewer.userProfileId }, "of-the-admin");
  await report({ organization: wren.organizationId }, "of-wren");
  await report({ organization: harbour.organizationId }, "of-harbour");
  await vi.waitFor(() => expect(stream.events).not.toEqual([]));
  expect(stream.events).toEqual([{ kind: "document", id: "of-harbour" }]);
  stream.close();
  expect((await openLive(app, { as: viewer }, { [CLIENT_VIEW]: "forged" })).status).toBe(403);
});

test("COMPANY-3 requests in a client's view cannot upload or change anything", async () => {
  const owner = await makeAdmin(app.db, "owner");
  const headers = await headersOf(owner);
  const response = await app.rawRequest("POST /api/images", {
    as: owner,
    headers: { ...headers, "content-type": "application/octet-stream" },
    body: new Uint8Array([1]),
  });
  expect(response.status).toBe(403);
});
