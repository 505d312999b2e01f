import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { updateProfile } from "#contract/account.ts";
import { changePermission, inviteMember, listPeopleOfOrganization } from "#contract/admin/permissions.ts";
import { listNotifications, markAllNotifications } from "#contract/notifications.ts";
import type { Audience } from "#domain/notifications/notification.ts";
import { notify } from "#server/notifications/notify.ts";
import { userProfiles } from "#server/schema/account.ts";
import { accessMailsTo } from "#tests/support/access-events.ts";
import {
  makeAdmin,
  makeNotification,
  makeOrganization,
  makePermission,
  makePerson,
  type TestPerson,
  unique,
} from "#tests/support/factories.ts";
import { openLive } from "#tests/support/live-stream.ts";
import { startTestApp } from "#tests/support/make-app.ts";

const app = await startTestApp();

/** Notifies the audience with new words, and returns them. */
async function report(audience: Audience, event = unique("event")): Promise<string> {
  const message = `It is said: ${event}`;
  await app.db.transaction((tx) => notify(tx, app.deps, audience, { message, link: "/here", event }));
  return message;
}

async function listOf(person: TestPerson) {
  const [startDate, endDate] = ["2000-01-01T00:00:00.000Z", new Date(Date.now() + 60_000).toISOString()];
  return app.request(listNotifications, { as: person, body: { startDate, endDate } });
}

const messagesOf = async (person: TestPerson) => (await listOf(person)).map((one) => one.message);

async function markStatus(person: TestPerson, notificationId: string): Promise<number> {
  const body = { notificationId, read: true };
  return (await app.rawRequest("PATCH /api/notification/user", { as: person, body })).status;
}

test("NOTE-1 API-5 a notification to one person is theirs alone, whatever organization they act for", async () => {
  const [from, to] = [await makeOrganization(app.db), await makeOrganization(app.db)];
  const person = await makePerson(app.db, { organization: from });
  const { userProfileId } = person;
  await makePermission(app.db, {
    userId: userProfileId,
    organizationId: to.organizationId,
    permissionType: "read",
  });
  const colleague = await makePerson(app.db, { organization: from });
  const newcomer = await makePerson(app.db, { organization: null });
  const own = await report({ person: userProfileId });
  const news = await report({ person: newcomer.userProfileId });
  const ofFrom = await report({ organization: from.organizationId });

  expect(await messagesOf(person)).toEqual([ofFrom, own]);
  expect(await messagesOf(colleague)).toEqual([ofFrom]);
  expect(await messagesOf(newcomer)).toEqual([news]);
  await app.request(updateProfile, {
    as: person,
    body: { userProfileId, activeOrganizationId: to.organizationId },
  });
  expect(await messagesOf(person), "after the switch").toEqual([own]);
});

test("NOTE-2 API-5 a notification to the company is each admin's, until they are none", async () => {
  const [admin, leaving] = [await makeAdmin(app.db, "viewer"), await makeAdmin(app.db, "owner")];
  const client = await makePerson(app.db);
  const message = await report({ company: true });
  expect(await messagesOf(admin)).toEqual([message]);
  expect(await messagesOf(client)).toEqual([]);
  const [theirs] = await listOf(leaving);
  const [own] = await listOf(admin);
  expect(theirs?.message).toBe(message);

  await app.db
    .update(userProfiles)
    .set({ adminRole: null })
    .where(eq(userProfiles.userProfileId, leaving.userProfileId));
  expect(await messagesOf(leaving)).toEqual([]);
  expect(await markStatus(leaving, theirs?.notificationId ?? "")).toBe(404);
  expect(await markStatus(leaving, own?.notificationId ?? ""), "another's").toBe(404);
  expect(await markStatus(admin, own?.notificationId ?? "")).toBe(200);
  expect((await listOf(admin))[0]?.read).toBe(true);
});

test("NOTE-1 one event notifies a person once, and their open pages receive it when it is committed", async () => {
  const organization = await makeOrganization(app.db);
  const person = await makePerson(app.db, { organization, profile: { adminRole: "editor" } });
  const stream = await openLive(app, { as: person });
  const event = unique("event");
  const audiences: Audience[] = [
    { organization: organization.organizationId },
    { person: person.userProfileId },
    { company: true },
  ];
  for (const audience of audiences) await report(audience, event);
  expect(await messagesOf(person)).toHaveLength(1);
  await expect
    .poll(() => stream.events)
    .toEqual([
      { kind: "notification", id: organization.organizationId },
      { kind: "notification", id: person.userProfileId },
      { kind: "notification", id: "company" },
    ]);
  await app.db
    .transaction(async (tx) => {
      const notice = { message: "Never said", link: "/here", event: unique("event") };
      await notify(tx, app.deps, { person: person.userProfileId }, notice);
      throw new Error("taken back");
    })
    .catch(() => undefined);
  expect(await messagesOf(person)).toHaveLength(1);
  stream.close();
});

test("API-1 pages of notifications count those of the person and of their organization", async () => {
  const person = await makePerson(app.db);
  await report({ organization: person.organizationId });
  await report({ person: person.userProfileId });
  const [startDate, endDate] = ["2000-01-01T00:00:00.000Z", new Date(Date.now() + 60_000).toISOString()];
  const asked = { as: person, query: { limit: 1 }, body: { startDate, endDate } };
  const { data, page } = await app.requestPage(listNotifications, asked);
  expect(data).toHaveLength(1);
  expect(page.total).toBe(2);
});

test("NOTE-2 API-5 marking all as read covers the person's own, up to the newest on screen; others' and other organizations' stay unread", async () => {
  const [from, to] = [await makeOrganization(app.db), await makeOrganization(app.db)];
  const person = await makePerson(app.db, { organization: from });
  const { userProfileId: userId } = person;
  await makePermission(app.db, { userId, organizationId: to.organizationId, permissionType: "read" });
  const colleague = await makePerson(app.db, { organization: from });
  const old = await report({ organization: from.organizationId });
  const own = await report({ person: userId });
  const elsewhere = await report({ organization: to.organizationId });
  const until = new Date().toISOString();
  const later = new Date(Date.now() + 30_000);
  const { message } = await makeNotification(app.db, {
    userProfileId: userId,
    organizationId: from.organizationId,
    createdAt: later,
  });
  const unreadOf = async (one: TestPerson) =>
    (await listOf(one)).filter(({ read }) => !read).map((notification) => notification.message);

  expect(await app.request(markAllNotifications, { as: person, body: { until } })).toHaveLength(2);
  expect(await unreadOf(person)).toEqual([message]);
  expect((await messagesOf(person)).toSorted()).toEqual([message, old, own].toSorted());
  expect(await unreadOf(colleague)).toEqual([old]);
  await app.request(updateProfile, { as: person, body: { activeOrganizationId: to.organizationId } });
  expect(await unreadOf(person)).toEqual([elsewhere]);
});

test("FIELD-2 writers who were lowered within a day are also notified of changes of access, so no grant goes unseen", async () => {
  const owner = await makeAdmin(app.db, "owner");
  const writer = await makePerson(app.db);
  const of = { as: owner, params: { id: writer.organizationId } };
  const { members } = await app.request(listPeopleOfOrganization, of);
  const params = { id: members[0]?.organizationPermissionId ?? "" };
  await app.request(changePermission, { as: owner, params, body: { permissionType: "read" } });
  const userDetails = { email: `${unique("ana")}@example.test`, firstName: "Ana", lastName: "Silva" };
  await app.request(inviteMember, { ...of, body: { userDetails, permissionType: "write" } });
  expect((await accessMailsTo(app, writer.email)).at(-1)).toContain("invited Ana Silva");
  expect((await messagesOf(writer)).join()).toContain("invited Ana Silva");
});
