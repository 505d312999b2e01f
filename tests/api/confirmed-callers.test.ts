import { eq } from "drizzle-orm";
import { Client } from "pg";
import { expect, test, vi } from "vitest";
import { getProfile } from "#contract/account.ts";
import { listManagedDocuments } from "#contract/admin/documents.ts";
import { approveDocument, declineDocument, getDocument, listDocuments } from "#contract/documents.ts";
import { search } from "#contract/search.ts";
import { userProfiles } from "#server/schema/account.ts";
import { documentDecisions } from "#server/schema/document-versions.ts";
import { authSessions } from "#server/schema/identity.ts";
import {
  makeAdmin,
  makeDocument,
  makeOrganization,
  makePermission,
  makePerson,
  makeQuote,
  type TestPerson,
} from "#tests/support/factories.ts";
import { startTestApp } from "#tests/support/make-app.ts";
import { PROVED } from "#tests/support/proved.ts";
import { FROM_MEMBERS, FROM_VIEWERS } from "#tests/support/revoke.ts";
import { untilWaiting } from "#tests/support/until-waiting.ts";

const app = await startTestApp();
await app.deps.queue.stop();

test("SPEED-1 an acceptance locks the end of the chain, for which others wait, after everything else is written", async () => {
  const me = await makePerson(app.db);
  const { document } = await makeQuote(app.db, { organizationId: me.organizationId, workOrders: [{}] });
  const params = { id: document.uniqueDocumentId };
  const { contentHash } = await app.request(getDocument, { as: me, params });
  const body = { uniqueDocumentId: document.uniqueDocumentId, status: "APPROVED" as const, contentHash };
  const query = vi.spyOn(Client.prototype, "query");
  const told = await app.request(approveDocument, { as: me, params, body });
  const sent = query.mock.calls.map(([asked]) => JSON.stringify(asked).replaceAll("\\", ""));
  query.mockRestore();
  // Its PDF may be there by the time that it is read.
  const { documentSnapshots: _pdf, ...read } = await app.request(getDocument, { as: me, params });
  expect(told).toMatchObject(read);
  const place = (words: string) => sent.findIndex((text) => text.includes(words));
  expect(place("counterpart_writer"), "the change of a writer").toBeGreaterThan(-1);
  for (const before of [
    'update "unique_documents',
    'into "document_decisions',
    'into "audit_events',
    "pgboss",
  ]) {
    expect(place(before), before).toBeGreaterThan(place("counterpart_writer"));
    expect(place(before), before).toBeLessThan(place('into "evidence_heads'));
  }
});

test("API-3 TRUST-4 a refused caller is refused again, although the caller is cached", async () => {
  const organization = await makeOrganization(app.db, { status: "INACTIVE" });
  const member = await makePerson(app.db, { organization });
  await app.request(getProfile, { as: member });
  for (const _time of ["first", "second"]) {
    const refusal = await app.refusal(listDocuments, { as: member });
    expect(refusal).toMatchObject({ status: 403, details: { reason: "unverified" } });
  }
});

test.each(FROM_MEMBERS)(
  "API-5 a cached member is refused at the next read and acceptance when they are $what",
  async ({ status, run }) => {
    const me = await makePerson(app.db);
    const { uniqueDocumentId } = await makeDocument(app.db, { organizationId: me.organizationId });
    for (let n = 0; n < 2; n += 1) expect(await app.request(listDocuments, { as: me })).toHaveLength(1);
    const token = await app.signInAs(me);
    await run(app.db, me);
    const body = { uniqueDocumentId, status: "APPROVED", contentHash: "0".repeat(64) };
    const path = `/api/unique-document/user/${uniqueDocumentId}/approve`;
    const accepted = await app.rawRequest(`POST ${path}`, { token, body });
    const answer = await app.rawRequest("GET /api/unique-document/user/list", { token });
    expect([accepted.status, answer.status]).toEqual([status, status]);
  },
);

test("APPR-4 TRUST-4 a cached caller accepts under their current name", async () => {
  const me = await makePerson(app.db);
  const { document } = await makeQuote(app.db, { organizationId: me.organizationId, workOrders: [{}] });
  const params = { id: document.uniqueDocumentId };
  const { contentHash } = await app.request(getDocument, { as: me, params });
  const { userProfileId } = me;
  await app.db
    .update(userProfiles)
    .set({ firstName: "Grace", lastName: "Hopper" })
    .where(eq(userProfiles.userProfileId, userProfileId));
  const body = { uniqueDocumentId: document.uniqueDocumentId, status: "APPROVED" as const, contentHash };
  const { approvedBy } = await app.request(approveDocument, { as: me, params, body });
  expect(approvedBy?.userName).toBe("Grace Hopper");
});

test("APPR-4 TRUST-4 a decision that waited is stored under the caller's name at the time of the change", async () => {
  const me = await makePerson(app.db);
  const { organizationId, userProfileId } = me;
  const asked = ["APPROVED", "DECLINED"].map(async () => {
    const { document } = await makeQuote(app.db, { organizationId });
    const params = { id: document.uniqueDocumentId };
    const { contentHash } = await app.request(getDocument, { as: me, params });
    return { as: me, params, hash: contentHash };
  });
  const [{ hash, ...first }, { hash: _none, ...second }] = (await Promise.all(asked)) as [
    Awaited<(typeof asked)[0]>,
    Awaited<(typeof asked)[0]>,
  ];
  const accepting = { uniqueDocumentId: first.params.id, status: "APPROVED" as const, contentHash: hash };
  const declining = { uniqueDocumentId: second.params.id, status: "DECLINED" as const, reason: "Too dear" };
  const decided: Promise<unknown>[] = [];
  await app.db.transaction(async (tx) => {
    await tx
      .update(userProfiles)
      .set({ firstName: "Grace", lastName: "Hopper" })
      .where(eq(userProfiles.userProfileId, userProfileId));
    // No proof is required, but a caller who sends one is read before.
    decided.push(
      app.request(approveDocument, { ...first, body: accepting, ...PROVED }),
      app.request(declineDocument, { ...second, body: declining }),
    );
    await untilWaiting(app, 2);
  });
  await Promise.all(decided);
  const names = await app.db
    .select({ userName: documentDecisions.userName })
    .from(documentDecisions)
    .where(eq(documentDecisions.userProfileId, userProfileId));
  expect(names).toEqual([{ userName: "Grace Hopper" }, { userName: "Grace Hopper" }]);
});

test("HOUSE-1 CARE-10 members of one organization wait behind each other, each known by requests of before", async () => {
  const organization = await makeOrganization(app.db);
  const members = await Promise.all([1, 2].map(() => makePerson(app.db, { organization })));
  for (const as of members) await app.request(getProfile, { as });
  const limiter = vi.spyOn(app.deps.readLimiter, "long");
  for (const as of members) await app.request(listDocuments, { as });
  const lines = limiter.mock.calls.map(([line]) => line);
  limiter.mockRestore();
  expect(lines).toEqual(members.map(({ organizationId }) => organizationId));
});

test.each(FROM_MEMBERS)(
  "API-5 a member is refused when they are $what while their read waits",
  async ({ status, run }) => {
    const me = await makePerson(app.db);
    const { organizationId } = me;
    await makeDocument(app.db, { organizationId, name: "A secret plan" });
    const token = await app.signInAs(me);
    const isFree = Promise.withResolvers<void>();
    const { readLimiter } = app.deps;
    const others = Array.from({ length: 2 }, () => readLimiter.search(organizationId, () => isFree.promise));
    const limiter = vi.spyOn(readLimiter, "search");
    const asked = app.rawRequest(`POST /api/${search.path}`, { token, body: { q: "secret" } });
    await expect.poll(() => limiter.mock.calls.length).toBe(1);
    limiter.mockRestore();
    await run(app.db, me);
    isFree.resolve();
    await Promise.all(others);
    expect((await asked).status).toBe(status);
  },
);

test.each(FROM_VIEWERS)(
  "API-5 a cached person of the company is refused at the next read when they are $what",
  async ({ status, run }) => {
    const admin = await makeAdmin(app.db, "viewer");
    for (let n = 0; n < 2; n += 1) await app.request(listManagedDocuments, { as: admin });
    const token = await app.signInAs(admin);
    await run(app.db, admin);
    const answer = await app.rawRequest("GET /api/unique-document/admin/list", { token });
    expect(answer.status).toBe(status);
  },
);

test("API-5 a signed-out caller is refused at the next reading of their profile", async () => {
  const me = await makePerson(app.db);
  for (let n = 0; n < 2; n += 1) await app.request(getProfile, { as: me });
  const token = await app.signInAs(me);
  await app.db.delete(authSessions).where(eq(authSessions.userId, me.authUserId));
  expect((await app.rawRequest(`GET /api/${getProfile.path}`, { token })).status).toBe(401);
});

test("APPR-3 API-5 a caller who switched on another server cannot accept in the cached organization", async () => {
  const me = await makePerson(app.db);
  const { document } = await makeQuote(app.db, { organizationId: me.organizationId });
  const uniqueDocumentId = document.uniqueDocumentId;
  const params = { id: uniqueDocumentId };
  const { contentHash } = await app.request(getDocument, { as: me, params });
  await switchTo(await makeOrganization(app.db), me, "write");
  const body = { uniqueDocumentId, status: "APPROVED" as const, contentHash };
  expect(await app.refusal(approveDocument, { as: me, params, body })).toMatchObject({ status: 404 });
  const decided = eq(documentDecisions.uniqueDocumentId, uniqueDocumentId);
  expect(await app.db.select().from(documentDecisions).where(decided)).toEqual([]);
});

/** Lets a person belong to another organization, and act for it. */
async function switchTo(
  { organizationId }: { organizationId: string },
  { userProfileId }: TestPerson,
  permissionType: "read" | "write",
): Promise<void> {
  await makePermission(app.db, { organizationId, userId: userProfileId, permissionType });
  await app.db
    .update(userProfiles)
    .set({ activeOrganizationId: organizationId, firstName: "Grace" })
    .where(eq(userProfiles.userProfileId, userProfileId));
}

test("API-5 a caller who switched on another server reads current records and profile", async () => {
  const me = await makePerson(app.db);
  await makeDocument(app.db, { organizationId: me.organizationId });
  const organization = await makeOrganization(app.db);
  const { organizationId } = organization;
  const other = await makeDocument(app.db, { organizationId });
  for (let n = 0; n < 2; n += 1) await app.request(listDocuments, { as: me });
  await switchTo(organization, me, "read");
  expect(await app.request(getProfile, { as: me })).toMatchObject({
    firstName: "Grace",
    activeOrganizationId: organizationId,
  });
  const listed = await app.request(listDocuments, { as: me });
  expect(listed.map(({ uniqueDocumentId }) => uniqueDocumentId)).toEqual([other.uniqueDocumentId]);
});
