import { setImmediate as nextTurn } from "node:timers/promises";
import { eq } from "drizzle-orm";
import { Client } from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { getProfile } from "#contract/account.ts";
import { listAdminDocuments } from "#contract/admin/documents.ts";
import { listAllOrganizations } from "#contract/admin/organizations.ts";
import { getWorkOrderBoard } from "#contract/admin/work-orders.ts";
import { approveDocument, declineDocument, getDocument, listDocuments } from "#contract/documents.ts";
import { search } from "#contract/search.ts";
import { userProfiles } from "#server/schema/account.ts";
import { documentDecisions, uniqueDocuments } from "#server/schema/documents.ts";
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
import { createTestApp, type TestApp } from "#tests/support/make-app.ts";
import { messagesOf } from "#tests/support/messages-of.ts";
import { PROVED } from "#tests/support/proved.ts";
import { FROM_MEMBERS, FROM_VIEWERS } from "#tests/support/take-away.ts";
import { untilWaiting } from "#tests/support/until-waiting.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
  await app.deps.queue.stop();
});
afterAll(() => app.close());

type Asked = { text?: string; asked?: { text: string }[] };

test("SPEED-1 a profile, a list and a document are one message to the database, of at most two statements", async () => {
  const me = await makePerson(app.db);
  const { organizationId } = me;
  await makeDocument(app.db, { organizationId });
  const { document } = await makeQuote(app.db, { organizationId, workOrders: [{}, { isOptional: true }] });
  const params = { id: document.uniqueDocumentId };
  await app.request(listDocuments, { as: me });
  expect(await messagesOf(() => app.request(getProfile, { as: me }))).toEqual([1]);
  const list = () => app.requestPage(listDocuments, { as: me, query: { limit: 10 } });
  expect(await messagesOf(list)).toEqual([2]);
  const read = () => app.request(getDocument, { as: me, params });
  for (const which of ["read anew", "remembered"]) expect(await messagesOf(read), which).toEqual([2]);
  await app.db
    .update(uniqueDocuments)
    .set({ externalId: "changed" })
    .where(eq(uniqueDocuments.uniqueDocumentId, params.id));
  expect(await read(), "what was remembered holds for the very same record").toMatchObject({
    externalId: "changed",
  });
});

test("SPEED-1 the board is two messages to the database, and a page of the company's organizations three", async () => {
  const admin = await makeAdmin(app.db, "viewer");
  await makeOrganization(app.db);
  const board = () => app.request(getWorkOrderBoard, { as: admin, query: { limit: 500 } });
  const list = () => app.requestPage(listAllOrganizations, { as: admin, query: { limit: 10 } });
  await board();
  expect(await messagesOf(board)).toHaveLength(2);
  expect(await messagesOf(list)).toHaveLength(3);
});

type Sent = { text: string; isAfterAnswer: boolean };

/** More turns than statements that follow each other without an answer. */
const SLOW_TURNS = 30;

/** An answer on a slow line: what waits for none is on its way before one comes. */
async function slowed<Answer>(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } finally {
    for (let turn = 0; turn < SLOW_TURNS; turn += 1) await nextTurn();
  }
}

/** What a transaction of a writer sent, and whether that waited until all before it was answered. */
async function writersTransactionOf(work: () => Promise<unknown>): Promise<Sent[]> {
  const { query } = Client.prototype;
  const [unanswered, sent] = [new Map<Client, number>(), new Map<Client, Sent[]>()];
  const add = (client: Client, one: number) => unanswered.set(client, (unanswered.get(client) ?? 0) + one);
  const spy = vi.spyOn(Client.prototype, "query").mockImplementation(function (
    this: Client,
    ...given: unknown[]
  ) {
    const [asked] = given as [string | { text: string }];
    const text = typeof asked === "string" ? asked : asked.text;
    const isAfterAnswer = (unanswered.get(this) ?? 0) === 0;
    sent.set(this, [...(sent.get(this) ?? []), { text, isAfterAnswer }]);
    const answer: unknown = Reflect.apply(query, this, given);
    if (!(answer instanceof Promise)) return answer;
    add(this, 1);
    return slowed(answer).finally(() => add(this, -1));
  });
  try {
    await work();
  } finally {
    spy.mockRestore();
  }
  for (const all of sent.values()) {
    const begin = all.findIndex(
      ({ text }) => text.startsWith("begin;") && text.includes("counterpart_writer"),
    );
    if (begin >= 0)
      return all.slice(begin, all.findIndex(({ text }, at) => at > begin && text === "commit") + 1);
  }
  throw new Error("No writer changed anything.");
}

test("SPEED-1 an acceptance waits three times for the database: to read, to write and to end", async () => {
  const me = await makePerson(app.db);
  const { organizationId } = me;
  const { document } = await makeQuote(app.db, { organizationId, workOrders: [{}] });
  const params = { id: document.uniqueDocumentId };
  const { contentHash } = await app.request(getDocument, { as: me, params });
  const body = { uniqueDocumentId: document.uniqueDocumentId, status: "APPROVED" as const, contentHash };
  const sent = await writersTransactionOf(async () => {
    const told = await app.request(approveDocument, { as: me, params, body });
    // Its PDF may be there by the time that it is read.
    const { documentSnapshots: _pdf, ...read } = await app.request(getDocument, { as: me, params });
    expect(told).toMatchObject(read);
  });
  expect(sent.filter(({ isAfterAnswer }) => isAfterAnswer)).toHaveLength(3);
  // The end of the chain, for which others wait, is locked after everything else is written.
  const place = (words: string) => sent.findIndex(({ text }) => text.includes(words));
  for (const before of [
    'update "unique_documents"',
    'into "document_decisions"',
    'into "audit_events"',
    "pgboss",
  ])
    expect(place(before)).toBeLessThan(place('into "evidence_heads"'));
  expect(sent.at(-1)).toEqual({ text: "commit", isAfterAnswer: false });
});

test("API-3 TRUST-4 who was refused is refused again, although the portal remembers them", async () => {
  const organization = await makeOrganization(app.db, { status: "INACTIVE" });
  const member = await makePerson(app.db, { organization });
  await app.request(getProfile, { as: member });
  for (const _time of ["first", "second"]) {
    const refusal = await app.refusal(listDocuments, { as: member });
    expect(refusal).toMatchObject({ status: 403, details: { reason: "unverified" } });
  }
});

test.each(FROM_MEMBERS)(
  "API-5 a member whom the portal remembers is refused at the next read and acceptance when they are $what",
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

test("APPR-4 TRUST-4 whom the portal remembers accepts under the name of now, and is asked for nothing before", async () => {
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
  const asked: string[] = [];
  const { query } = Client.prototype;
  const spy = vi.spyOn(Client.prototype, "query").mockImplementation(function (
    this: Client,
    ...given: unknown[]
  ) {
    const [one] = given as [string | Asked];
    asked.push(typeof one === "string" ? one : (one.text ?? ""));
    return Reflect.apply(query, this, given);
  });
  const { approvedBy } = await app
    .request(approveDocument, { as: me, params, body })
    .finally(() => spy.mockRestore());
  expect(approvedBy?.userName).toBe("Grace Hopper");
  expect(asked.find((text) => !/pgboss|^set role/.test(text))).toMatch(/^begin;.*counterpart_writer/);
});

test("APPR-4 TRUST-4 whoever was read before a wait decides under the name of the change itself", async () => {
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
    // Nothing asks for a proof, but whoever brings one is read before.
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

test.each(FROM_MEMBERS)(
  "API-5 a member is refused when they are $what while their read waits",
  async ({ status, run }) => {
    const me = await makePerson(app.db);
    const { organizationId } = me;
    await makeDocument(app.db, { organizationId, name: "A secret plan" });
    const token = await app.signInAs(me);
    const isFree = Promise.withResolvers<void>();
    const { readTurns } = app.deps;
    const others = Array.from({ length: 2 }, () => readTurns.search(organizationId, () => isFree.promise));
    const turns = vi.spyOn(readTurns, "search");
    const asked = app.rawRequest(`POST /api/${search.path}`, { token, body: { q: "secret" } });
    await expect.poll(() => turns.mock.calls.length).toBe(1);
    turns.mockRestore();
    await run(app.db, me);
    isFree.resolve();
    await Promise.all(others);
    expect((await asked).status).toBe(status);
  },
);

test.each(FROM_VIEWERS)(
  "API-5 one of the company whom the portal remembers is refused at the next read when they are $what",
  async ({ status, run }) => {
    const admin = await makeAdmin(app.db, "viewer");
    for (let n = 0; n < 2; n += 1) await app.request(listAdminDocuments, { as: admin });
    const token = await app.signInAs(admin);
    await run(app.db, admin);
    const answer = await app.rawRequest("GET /api/unique-document/admin/list", { token });
    expect(answer.status).toBe(status);
  },
);

test("API-5 whoever has been signed out is refused at the next reading of their profile", async () => {
  const me = await makePerson(app.db);
  for (let n = 0; n < 2; n += 1) await app.request(getProfile, { as: me });
  const token = await app.signInAs(me);
  await app.db.delete(authSessions).where(eq(authSessions.userId, me.authUserId));
  expect((await app.rawRequest(`GET /api/${getProfile.path}`, { token })).status).toBe(401);
});

test("APPR-3 API-5 somebody who switched elsewhere accepts nothing where the portal believes them to be", async () => {
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

test("API-5 somebody who switched elsewhere reads the records and the profile of now", async () => {
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
