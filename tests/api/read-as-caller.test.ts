import { eq, sql } from "drizzle-orm";
import { Client } from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { getProfile } from "#contract/account.ts";
import type { Tx } from "#server/db/database.ts";
import { uniqueDocuments } from "#server/schema/documents.ts";
import { authSessions } from "#server/schema/identity.ts";
import type { Speaker } from "#server/wall/enter.ts";
import { CallerChanged, readAsCaller, requireStill } from "#server/wall/read-as-caller.ts";
import { makeDocument, makePerson, type TestPerson } from "#tests/support/factories.ts";
import { createTestApp, type TestApp } from "#tests/support/make-app.ts";

// The portal believes who calls until the database confirms it, for several people in one message.

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

async function speakerOf({ authUserId }: TestPerson): Promise<Speaker> {
  const [session] = await app.db.select().from(authSessions).where(eq(authSessions.userId, authUserId));
  return { sessionId: session?.id ?? "", authUserId, at: new Date() };
}

test("TRUST-4 a scope is what the database knows of the session, whatever the portal believes", async () => {
  const [me, other] = [await makePerson(app.db), await makePerson(app.db)];
  for (const { organizationId } of [me, other]) await makeDocument(app.db, { organizationId });
  await app.request(getProfile, { as: me });
  const speaker = await speakerOf(me);
  const { userProfileId, organizationId } = other;
  const read = (scope: Parameters<typeof readAsCaller>[1]["scope"], isStill: () => boolean) =>
    readAsCaller(app.deps.database, { speaker, scope, isStill }, (tx) => tx.select().from(uniqueDocuments));
  const seen = await read({ role: "member", userProfileId, organizationId }, () => true);
  expect(seen.map((one) => one.organizationId)).toEqual([me.organizationId]);
  await expect(read({ role: "admin", userProfileId }, () => true)).rejects.toThrow();
  await expect(read({ role: "member", userProfileId, organizationId }, () => false)).rejects.toThrow(
    CallerChanged,
  );
});

test("SPEED-1 TRUST-4 who is to be confirmed in one turn is asked about in one message, each for themselves", async () => {
  const people = await Promise.all(Array.from({ length: 11 }, () => makePerson(app.db)));
  for (const one of people) await app.request(getProfile, { as: one });
  const [gone, ...others] = await Promise.all(people.map(speakerOf));
  await app.db.delete(authSessions).where(eq(authSessions.id, gone?.sessionId ?? ""));
  const confirm = (speaker: Speaker) =>
    requireStill(app.deps.database, {
      speaker,
      isStill: (facts) => facts?.[0] === speaker.authUserId,
    });
  const query = vi.spyOn(Client.prototype, "query");
  const refused = expect(confirm(gone as Speaker)).rejects.toThrow(CallerChanged);
  await Promise.all([refused, ...others.map(confirm)]);
  const asked = query.mock.calls.flatMap(
    ([message]) => (message as { asked?: unknown[] })?.asked?.length ?? [],
  );
  query.mockRestore();
  expect(asked).toEqual([10, 1]);
});

test("TRUST-4 people whose reads share a connection see each their own, and the failure of one is not the others'", async () => {
  const people = [await makePerson(app.db), await makePerson(app.db)];
  for (const one of people) {
    await makeDocument(app.db, { organizationId: one.organizationId });
    await app.request(getProfile, { as: one });
  }
  const speakers = await Promise.all(people.map(speakerOf));
  const query = vi.spyOn(Client.prototype, "query");
  const read = (which: number, work: (tx: Tx) => Promise<unknown>) => {
    const [{ userProfileId, organizationId }, speaker] = [people[which], speakers[which]] as [
      TestPerson,
      Speaker,
    ];
    const scope = { role: "member", userProfileId, organizationId } as const;
    return readAsCaller(app.deps.database, { speaker, scope, isStill: () => true }, work);
  };
  const owners = (tx: Tx) =>
    tx
      .select({ of: uniqueDocuments.organizationId })
      .from(uniqueDocuments)
      .then((rows) => rows.map(({ of }) => of));
  const answers = await Promise.allSettled([
    read(0, owners),
    read(1, (tx) => tx.select({ none: sql`1 / 0` }).from(uniqueDocuments)),
    read(1, owners),
  ]);
  // Without the queue's own queries.
  const usedBy = () => query.mock.contexts.filter((_, at) => "asked" in Object(query.mock.calls[at]?.[0]));
  const used = new Set(usedBy());
  await Promise.all([read(0, owners), read(1, (tx) => tx.execute(sql`select 'a search'`))]);
  const apart = new Set(usedBy().slice(-2));
  query.mockRestore();
  const [first, second] = people.map(({ organizationId }) => ({
    status: "fulfilled",
    value: [organizationId],
  }));
  expect(answers).toEqual([first, expect.objectContaining({ status: "rejected" }), second]);
  expect(used.size).toBe(1);
  expect(apart.size, "nobody waits for what may take long").toBe(2);
});
