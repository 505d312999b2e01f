import { and, eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { updateProfile } from "#contract/account.ts";
import type { LiveEvent } from "#contract/live.ts";
import { markNotification } from "#contract/notifications.ts";
import { ADMIN_ROLES } from "#domain/account/admin-role.ts";
import type { Audience } from "#domain/notifications/notification.ts";
import { userProfiles } from "#server/schema/account.ts";
import { organizations } from "#server/schema/organizations.ts";
import { organizationPermissions } from "#server/schema/permissions.ts";
import {
  makeAdmin,
  makeNotification,
  makeOrganization,
  makePermission,
  makePerson,
  unique,
} from "#tests/support/factories.ts";
import { type LiveStream, openLive } from "#tests/support/live-stream.ts";
import { createTestApp, type TestApp } from "#tests/support/make-app.ts";
import { pausedBefore } from "#tests/support/paused-before.ts";
import { claimsOf, signToken } from "#tests/support/sign-token.ts";

let app: TestApp;
const streams: LiveStream[] = [];
beforeAll(async () => {
  app = await createTestApp();
});
afterEach(() => {
  for (const stream of streams.splice(0)) stream.close();
});
afterAll(() => app.close());

async function open(who: Parameters<typeof openLive>[1]): Promise<LiveStream> {
  const stream = await openLive(app, who);
  streams.push(stream);
  return stream;
}

const somethingNew = (): LiveEvent => ({ kind: "document", id: unique("doc") });

function report(audience: Audience, event: LiveEvent): Promise<void> {
  return app.db.transaction((tx) => app.deps.live.publish(tx, audience, event));
}

const publish = (organization: string, event: LiveEvent) => report({ organization }, event);

describe("live events", () => {
  test("APPR-5 members receive committed events in order; events that were rolled back are never sent", async () => {
    const organization = await makeOrganization(app.db);
    const { organizationId } = organization;
    const writer = await open({ as: await makePerson(app.db, { organization }) });
    const reader = await open({ as: await makePerson(app.db, { organization, permission: "read" }) });
    const [first, second] = [somethingNew(), somethingNew()];
    await publish(organizationId, first);
    await app.db
      .transaction(async (tx) => {
        await app.deps.live.publish(tx, { organization: organizationId }, somethingNew());
        throw new Error("taken back");
      })
      .catch(() => undefined);
    await publish(organizationId, second);
    for (const stream of [writer, reader]) {
      await expect.poll(() => stream.events).toEqual([first, second]);
    }
  });

  test("HOUSE-3 a kind that no call names is refused where it is published", async () => {
    const { organizationId } = await makeOrganization(app.db);
    const event = { ...somethingNew(), kind: "documnet" };
    await expect(publish(organizationId, event)).rejects.toThrow('No call is stale after "documnet"');
  });

  test("API-5 another organization's people receive nothing", async () => {
    const stranger = await makePerson(app.db);
    const stream = await open({ as: stranger });
    await publish((await makeOrganization(app.db)).organizationId, somethingNew());
    const own = somethingNew();
    await publish(stranger.organizationId, own);
    await expect.poll(() => stream.events).toEqual([own]);
  });

  test("SPEED-9 a stream starts with how long ago its person received the last event, and nothing of others", async () => {
    const [told, other] = [await makePerson(app.db), await makePerson(app.db)];
    const hearing = await open({ as: told });
    await open({ as: other });
    const before = performance.now();
    await publish(told.organizationId, somethingNew());
    await expect.poll(() => hearing.events).toHaveLength(1);
    const since = performance.now() - before;
    expect((await open({ as: other })).quietForMs).toBeGreaterThanOrEqual(Math.floor(since));
    expect((await open({ as: told })).quietForMs).toBeLessThan(performance.now() - before);
    await publish(other.organizationId, somethingNew());
  });

  test.each([
    ["no token", {}],
    ["a token that is none", { token: "x" }],
  ])("API-3 with %s there is no stream", async (_what, who) => {
    expect((await open(who)).status).toBe(401);
  });

  test("API-5 a person without a profile has no stream", async () => {
    const anonymous = await makePerson(app.db, { hasProfile: false });
    expect((await open({ as: anonymous })).status).toBe(403);
  });

  test("API-5 a removed person's stream ends at once, while the others continue", async () => {
    const organization = await makeOrganization(app.db);
    const { organizationId } = organization;
    const [removed, stays] = [
      await makePerson(app.db, { organization }),
      await makePerson(app.db, { organization }),
    ];
    const [removedStream, stream] = [await open({ as: removed }), await open({ as: stays })];
    await app.db
      .delete(organizationPermissions)
      .where(
        and(
          eq(organizationPermissions.userId, removed.userProfileId),
          eq(organizationPermissions.organizationId, organizationId),
        ),
      );
    const event = somethingNew();
    await publish(organizationId, event);
    await expect.poll(() => stream.events).toEqual([event]);
    await publish(organizationId, event);
    await expect.poll(() => stream.events).toEqual([event, event]);
    expect(removedStream.events).toEqual([]);
  });

  test("CARE-5 only the person's other browsers receive a switch and a notification that was read", async () => {
    const [from, to] = [await makeOrganization(app.db), await makeOrganization(app.db)];
    const person = await makePerson(app.db, { organization: from });
    const { userProfileId: userId } = person;
    const { organizationId } = to;
    await makePermission(app.db, { userId, organizationId, permissionType: "read" });
    const stream = await open({ as: person });
    const colleague = await open({ as: await makePerson(app.db, { organization: from }) });
    const { notificationId } = await makeNotification(app.db, {
      userProfileId: userId,
      organizationId: from.organizationId,
    });
    await app.request(markNotification, { as: person, body: { notificationId, read: true } });
    await app.request(updateProfile, { as: person, body: { activeOrganizationId: organizationId } });
    await expect
      .poll(() => stream.events)
      .toEqual([
        { kind: "notification", id: notificationId },
        { kind: "switch", id: organizationId },
      ]);
    const own = somethingNew();
    await publish(from.organizationId, own);
    await expect.poll(() => colleague.events).toEqual([own]);
  });

  test("NAV-5 a stream follows the organization that the person acts for", async () => {
    const [from, to] = [await makeOrganization(app.db), await makeOrganization(app.db)];
    const person = await makePerson(app.db, { organization: from });
    const { userProfileId: userId } = person;
    await makePermission(app.db, { userId, organizationId: to.organizationId, permissionType: "read" });
    const stream = await open({ as: person });
    await app.db
      .update(userProfiles)
      .set({ activeOrganizationId: to.organizationId })
      .where(eq(userProfiles.userProfileId, userId));
    await publish(from.organizationId, somethingNew());
    const event = somethingNew();
    await expect
      .poll(async () => {
        await publish(to.organizationId, event);
        return stream.events;
      })
      .toContainEqual(event);
    expect(new Set(stream.events.map((one) => one.id))).toEqual(new Set([event.id]));
  });

  test("an unverified organization receives nothing", async () => {
    const organization = await makeOrganization(app.db, { status: "INACTIVE" });
    const { organizationId } = organization;
    const waiting = await makePerson(app.db, { organization });
    const stream = await open({ as: waiting });
    expect(stream.status).toBe(200);
    await publish(organizationId, somethingNew());
    // Events are sent in order, so the first one has been delivered.
    const witness = await makePerson(app.db);
    const later = await open({ as: witness });
    await publish(witness.organizationId, somethingNew());
    await expect.poll(() => later.events).toHaveLength(1);
    await app.db
      .update(organizations)
      .set({ status: "ACTIVE" })
      .where(eq(organizations.organizationId, organizationId));
    const again = await open({ as: waiting });
    const event = somethingNew();
    await publish(organizationId, event);
    await expect.poll(() => again.events).toEqual([event]);
    expect(stream.events).toEqual([]);
  });

  test("API-3 a stream ends with the token that opened it", async () => {
    const person = await makePerson(app.db);
    const exp = Math.floor(Date.now() / 1000) + 2;
    const stream = await open({ token: await signToken(app, { ...(await claimsOf(app, person)), exp }) });
    expect(stream.isEnded()).toBe(false);
    await expect
      .poll(
        async () => {
          if (Date.now() > exp * 1000) await publish(person.organizationId, somethingNew());
          return stream.isEnded();
        },
        { interval: 200 },
      )
      .toBe(true);
    expect(stream.events).toEqual([]);
  });

  test("a person has ten streams at most, and gets room again by closing one", async () => {
    const person = await makePerson(app.db);
    const opened = await Promise.all(Array.from({ length: 10 }, () => open({ as: person })));
    expect(opened.map((one) => one.status)).toEqual(Array(10).fill(200));
    expect((await open({ as: person })).status).toBe(429);
    opened[0]?.close();
    await expect.poll(async () => (await open({ as: person })).status).toBe(200);
  });

  test("a stopping server closes its streams", async () => {
    const other = await createTestApp();
    const stream = await openLive(other, { as: await makePerson(other.db) });
    const stopping = other.close();
    await expect.poll(() => stream.isEnded()).toBe(true);
    await stopping;
  });
});

describe("recipients of a live event", () => {
  const clientsAndAdmins = async () => ({
    client: await makePerson(app.db),
    newcomer: await makePerson(app.db, { organization: null }),
    admin: await makeAdmin(app.db, "viewer"),
  });

  test("API-5 only the addressed person receives a personal event, in an organization or in none", async () => {
    const people = Object.values(await clientsAndAdmins());
    const streams = await Promise.all(people.map((person) => open({ as: person })));
    const own = people.map(() => somethingNew());
    for (const [index, { userProfileId }] of people.entries()) {
      await report({ person: userProfileId }, own[index] ?? somethingNew());
    }
    for (const [index, stream] of streams.entries()) {
      await expect.poll(() => stream.events).toEqual([own[index]]);
    }
  });

  test.each(ADMIN_ROLES)(
    "API-5 an admin who is %s receives the company's events; clients do not",
    async (role) => {
      const { client, newcomer } = await clientsAndAdmins();
      const admin = await open({ as: await makeAdmin(app.db, role) });
      const others = [await open({ as: client }), await open({ as: newcomer })];
      const event = somethingNew();
      await report({ company: true }, event);
      await expect.poll(() => admin.events).toEqual([event]);
      const last = somethingNew();
      for (const { userProfileId } of [client, newcomer]) await report({ person: userProfileId }, last);
      for (const stream of others) await expect.poll(() => stream.events).toEqual([last]);
    },
  );

  test("API-5 an admin who is also a member receives all three, each once and in order", async () => {
    const organization = await makeOrganization(app.db);
    const person = await makePerson(app.db, { organization, profile: { adminRole: "editor" } });
    const stream = await open({ as: person });
    const [first, second, third] = [somethingNew(), somethingNew(), somethingNew()];
    await report({ organization: organization.organizationId }, first);
    await report({ company: true }, second);
    await report({ person: person.userProfileId }, third);
    await expect.poll(() => stream.events).toEqual([first, second, third]);
  });

  test("API-5 an admin whose role is removed stops receiving the company's events at once, and still receives their own", async () => {
    const [removed, stays] = [await makeAdmin(app.db, "owner"), await makeAdmin(app.db, "viewer")];
    const [removedStream, stream] = [await open({ as: removed }), await open({ as: stays })];
    await app.db
      .update(userProfiles)
      .set({ adminRole: null })
      .where(eq(userProfiles.userProfileId, removed.userProfileId));
    const event = somethingNew();
    await report({ company: true }, event);
    await expect.poll(() => stream.events).toEqual([event]);
    const own = somethingNew();
    await report({ person: removed.userProfileId }, own);
    await expect.poll(() => removedStream.events).toEqual([own]);
  });

  test("API-5 a new admin receives the company's events as soon as any event is sent to them", async () => {
    const person = await makePerson(app.db, { organization: null });
    const stream = await open({ as: person });
    const setRole = app.db.update(userProfiles).set({ adminRole: "viewer" });
    await setRole.where(eq(userProfiles.userProfileId, person.userProfileId));
    const [own, event] = [somethingNew(), somethingNew()];
    await report({ person: person.userProfileId }, own);
    await expect.poll(() => stream.events).toEqual([own]);
    await report({ company: true }, event);
    await expect.poll(() => stream.events).toEqual([own, event]);
  });
});

test("APPR-5 a stream that is requested while the portal stops is refused, and does not delay the stop", async () => {
  const stopped = await createTestApp();
  const [early, late] = [await makePerson(stopped.db), await makePerson(stopped.db)];
  const first = await openLive(stopped, { as: early });
  const token = await stopped.signInAs(late);
  const stopping: Promise<void>[] = [];
  const [stream] = await pausedBefore(
    stopped,
    "session",
    1,
    () => [openLive(stopped, { token })],
    async () => {
      stopping.push(stopped.stop());
      await expect.poll(first.isEnded).toBe(true);
    },
  );
  stream?.close();
  expect(stream?.status).toBe(503);
  await Promise.all(stopping);
  await stopped.close();
});
