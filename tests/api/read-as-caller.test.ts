import { eq, sql } from "drizzle-orm";
import { Client } from "pg";
import { expect, test, vi } from "vitest";
import { getProfile } from "#contract/account.ts";
import { getDocument, listDocuments } from "#contract/documents.ts";
import { readAsCaller } from "#server/access/read-as-caller.ts";
import type { Tx } from "#server/db/database.ts";
import { uniqueDocuments } from "#server/schema/documents.ts";
import { authSessions } from "#server/schema/identity.ts";
import { organizationPermissions } from "#server/schema/permissions.ts";
import { makeDocument, makePerson, type TestPerson } from "#tests/support/factories.ts";
import { startTestApp } from "#tests/support/make-app.ts";

// A read authenticates its caller and queries its answer in one transaction.

const app = await startTestApp();
await app.deps.queue.stop();

async function subjectOf({ authUserId, email }: TestPerson) {
  const [session] = await app.db.select().from(authSessions).where(eq(authSessions.userId, authUserId));
  return { sessionId: session?.id ?? "", authUserId, email };
}

/** Reads as a person in the scope of their organization. */
async function readAs<Result>(person: TestPerson, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  const { userProfileId, organizationId } = person;
  return readAsCaller(app.deps, await subjectOf(person), ({ enter }) =>
    work(enter({ role: "member", userProfileId, organizationId })),
  );
}

const findOwners = (tx: Tx) =>
  tx
    .select({ of: uniqueDocuments.organizationId })
    .from(uniqueDocuments)
    .then((rows) => rows.map(({ of }) => of));

async function makeReader() {
  const me = await makePerson(app.db);
  const { uniqueDocumentId } = await makeDocument(app.db, { organizationId: me.organizationId });
  await app.request(getProfile, { as: me });
  return { me, uniqueDocumentId };
}

test("HOUSE-1 TRUST-4 a caller who is removed after the access check of a read gets the earlier data, and is refused from then on", async () => {
  const { me } = await makeReader();
  const subject = await subjectOf(me);
  const { userProfileId, organizationId } = me;
  const answer = await readAsCaller(app.deps, subject, async ({ known, enter }) => {
    expect(known).toMatchObject({ userProfileId, activeOrganizationId: organizationId });
    await app.db.delete(organizationPermissions).where(eq(organizationPermissions.userId, userProfileId));
    await app.db.update(uniqueDocuments).set({ name: "After the removal" });
    return enter({ role: "member", userProfileId, organizationId })
      .select({ name: uniqueDocuments.name })
      .from(uniqueDocuments);
  });
  expect(answer).toHaveLength(1);
  expect(answer[0]?.name).not.toBe("After the removal");
  expect(await app.refusal(listDocuments, { as: me })).toMatchObject({ status: 403 });
});

test("HOUSE-1 TRUST-4 a read changes nothing, ends with its transaction, and leaves no scope for the next", async () => {
  const { me } = await makeReader();
  const { userProfileId, organizationId } = me;
  const ended: Tx[] = [];
  await readAs(me, async (tx) => {
    ended.push(tx);
    await expect(tx.update(uniqueDocuments).set({ name: "Changed" })).rejects.toThrow();
    await expect(findOwners(tx)).rejects.toThrow();
  }).catch(() => undefined);
  for (const tx of ended)
    await expect(findOwners(tx)).rejects.toMatchObject({ cause: { message: "The transaction has ended." } });
  const visitor = readAsCaller(app.deps, null, async ({ known, enter }) => {
    expect(known).toBeNull();
    const seen = await findOwners(enter({ role: "member", userProfileId, organizationId }));
    return [seen, await findOwners(enter({ role: "visitor" }))];
  });
  expect(await visitor, "a later scope has nothing of the one before").toEqual([[organizationId], []]);
});

test("TRUST-4 concurrent readers see their own records, and a failure of one does not affect the others", async () => {
  const [{ me: first }, { me: second }] = [await makeReader(), await makeReader()];
  const answers = await Promise.allSettled([
    readAs(first, findOwners),
    readAs(second, (tx) => tx.select({ none: sql`1 / 0` }).from(uniqueDocuments)),
    readAs(second, findOwners),
  ]);
  const [of, other] = [first, second].map(({ organizationId }) => ({
    status: "fulfilled",
    value: [organizationId],
  }));
  expect(answers).toEqual([of, expect.objectContaining({ status: "rejected" }), other]);
});

/** The statements of a request, without those of the queue and of new connections. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const query = vi.spyOn(Client.prototype, "query");
  try {
    await work();
    return query.mock.calls
      .map(([asked]) => asked as unknown as string | { text: string })
      .map((asked) => (typeof asked === "string" ? asked : asked.text))
      .filter((text) => !/pgboss|^set role/.test(text));
  } finally {
    query.mockRestore();
  }
}

test("HOUSE-1 a read authenticates its caller once, in the transaction of its answer", async () => {
  const { me, uniqueDocumentId } = await makeReader();
  const reads = [
    () => app.request(getProfile, { as: me }),
    () => app.requestPage(listDocuments, { as: me, query: { limit: 10 } }),
    () => app.request(getDocument, { as: me, params: { id: uniqueDocumentId } }),
  ];
  for (const read of reads) {
    const [begin, gate, scope, ...rest] = await statementsOf(read);
    expect(begin).toBe("begin isolation level repeatable read read only");
    expect(gate).toContain("counterpart_caller");
    expect(scope).toContain("set local role counterpart_");
    expect(rest.pop()).toBe("commit");
    expect(rest.filter((text) => /begin|commit|counterpart_caller/.test(text))).toEqual([]);
  }
});

test("HOUSE-1 a caller is refused before their values are", async () => {
  const { me } = await makeReader();
  const path = "GET /api/unique-document/user/list?limit=none";
  const token = await app.signInAs(me);
  expect((await app.rawRequest(path)).status).toBe(401);
  expect((await app.rawRequest(path, { token })).status).toBe(400);
  await app.db.delete(organizationPermissions).where(eq(organizationPermissions.userId, me.userProfileId));
  expect((await app.rawRequest(path, { token })).status).toBe(403);
});
