import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { listAnnouncements, sendAnnouncement } from "#contract/admin/mail.ts";
import { addNote, changeNote, listNotes, removeNote } from "#contract/admin/organizations.ts";
import { listNotifications } from "#contract/notifications.ts";
import { listOrganizations } from "#contract/permissions.ts";
import type { AnnouncementTo } from "#domain/announcements/announcement.ts";
import { notifyAnnouncement } from "#server/announcements/notify-announcement.job.ts";
import { auditEvents } from "#server/schema/audit.ts";
import { mails } from "#server/schema/mail.ts";
import {
  makeAdmin,
  makeOrganization,
  makePermission,
  makePerson,
  type TestPerson,
} from "#tests/support/factories.ts";
import { startTestApp } from "#tests/support/make-app.ts";

const app = await startTestApp();
const viewer = await makeAdmin(app.db, "viewer");
const editor = await makeAdmin(app.db, "editor");

const list = (id: string) => app.request(listNotes, { as: viewer, params: { id } });
const add = (id: string, text: string) =>
  app.request(addNote, { as: editor, params: { id }, body: { text } });

const messagesOf = async (as: TestPerson) => {
  const span = { startDate: "2000-01-01T00:00:00.000Z", endDate: new Date().toISOString() };
  return app.request(listNotifications, { as, body: span });
};

test("COMPANY-3 notes are written, changed and deleted by editors, and not lost between two of them", async () => {
  const { organizationId } = await makeOrganization(app.db);
  const first = await add(organizationId, "  Prefers calls.\nNot before ten. ");
  expect(first).toMatchObject({ text: "Prefers calls.\nNot before ten.", changedBy: null });
  const second = await add(organizationId, "Pays late");
  expect(await list(organizationId)).toEqual([second, first]);

  const params = { id: first.noteId };
  const changing = { as: editor, params, body: { text: "Prefers mails", asRead: first.text } };
  const changed = await app.request(changeNote, changing);
  expect(changed).toMatchObject({ text: "Prefers mails", changedBy: expect.stringContaining("Ada") });
  const late = { ...changing, body: { text: "Prefers visits", asRead: first.text } };
  expect(await app.refusal(changeNote, late)).toMatchObject({
    status: 409,
    message: expect.stringContaining("has changed this note in the meantime. Your change wasn't saved."),
    details: { reason: "changed-meanwhile", text: "Prefers mails" },
  });
  await app.request(removeNote, { as: editor, params });
  expect(await list(organizationId)).toEqual([second]);
  expect(await app.refusal(changeNote, changing)).toMatchObject({ status: 404 });

  const audit = await app.db.select().from(auditEvents).where(eq(auditEvents.subjectId, first.noteId));
  expect(audit.map(({ action }) => action)).toEqual(["note.add", "note.change", "note.remove"]);
  expect(JSON.stringify(audit), "the timeline has no text of notes").not.toContain("Prefers");
});

test("COMPANY-3 no answer to a client has a note", async () => {
  const member = await makePerson(app.db);
  await add(member.organizationId, "A difficult customer");
  const told = [await app.request(listOrganizations, { as: member }), await messagesOf(member)];
  expect(JSON.stringify(told)).not.toContain("difficult");
  const path = `/api/organization/admin/${member.organizationId}/notes`;
  expect((await app.rawRequest(`GET ${path}`, { as: member })).status).toBe(403);
});

test.each([
  ["an empty note", " \n "],
  ["a note of 5,001 characters", "x".repeat(5001)],
])("COMPANY-3 %s is refused", async (_what, text) => {
  const { organizationId: id } = await makeOrganization(app.db);
  expect(await app.refusal(addNote, { as: editor, params: { id }, body: { text } })).toMatchObject({
    status: 400,
  });
  expect(await list(id)).toEqual([]);
});

const NEWS = {
  title: "Closed on Monday",
  text: "We are back on Tuesday.",
  link: "/invoices",
  isMailed: false,
};
const announce = (to: AnnouncementTo, details: Partial<typeof NEWS> = {}) =>
  app.request(sendAnnouncement, { as: editor, body: { details: { ...NEWS, ...details }, to } });

/** An announcement once its job is done. */
async function untilTold(announcementId: string) {
  const find = async () => {
    const all = await app.request(listAnnouncements, { as: viewer });
    return all.find((one) => one.announcementId === announcementId);
  };
  await expect.poll(async () => (await find())?.told).toBe((await find())?.organizations);
  return find();
}

test("COMPANY-3 an announcement reaches the people of one organization, in their notifications and by mail", async () => {
  const member = await makePerson(app.db);
  const stranger = await makePerson(app.db);
  const { announcementId, ...sent } = await announce(
    { organizationIds: [member.organizationId] },
    { isMailed: true },
  );
  expect(sent).toMatchObject({ ...NEWS, isMailed: true, isToAll: false, organizations: 1, told: 0 });
  expect(await untilTold(announcementId)).toMatchObject({
    people: 1,
    organizationName: member.organizationId,
  });
  const message = "Closed on Monday: We are back on Tuesday.";
  expect(await messagesOf(member)).toMatchObject([{ message, link: "/invoices", read: false }]);
  expect(await messagesOf(stranger)).toEqual([]);
  const sentMails = () => app.db.select().from(mails).where(eq(mails.recipient, member.email));
  expect(await sentMails()).toMatchObject([
    { subject: NEWS.title, text: expect.stringContaining(`${app.deps.env.publicUrl}/invoices`) },
  ]);
  await notifyAnnouncement.run(app.deps, { announcementId });
  expect([await messagesOf(member), await sentMails()], "a repeated job sends nothing again").toMatchObject([
    [{}],
    [{}],
  ]);
  const ofOrganization = { as: viewer, query: { organizationId: member.organizationId } };
  expect(await app.request(listAnnouncements, ofOrganization)).toHaveLength(1);
  const ofOther = { as: viewer, query: { organizationId: stranger.organizationId } };
  expect(await app.request(listAnnouncements, ofOther)).toEqual([]);
});

test("COMPANY-3 an announcement to selected organizations notifies a person of two in each, and mails them once", async () => {
  const member = await makePerson(app.db);
  const second = await makeOrganization(app.db, { status: "INACTIVE" });
  const { userProfileId: userId } = member;
  await makePermission(app.db, { userId, organizationId: second.organizationId, permissionType: "read" });
  const to = { organizationIds: [member.organizationId, second.organizationId, second.organizationId] };
  const { announcementId } = await announce(to, { isMailed: true });
  expect(await untilTold(announcementId)).toMatchObject({ organizations: 2, people: 2 });
  expect(await app.db.select().from(mails).where(eq(mails.recipient, member.email))).toHaveLength(1);
  expect(await messagesOf(member), "of the organization that they act for").toHaveLength(1);
});

test("COMPANY-3 an announcement to all is sent to active organizations, in batches that the list counts", async () => {
  const active: TestPerson[] = [];
  for (let n = 0; n < 30; n += 1) active.push(await makePerson(app.db));
  const inactive = await makePerson(app.db, {
    organization: await makeOrganization(app.db, { status: "INACTIVE" }),
  });
  const { announcementId, organizations } = await announce({ all: true }, { title: "We have moved!" });
  expect(organizations).toBeGreaterThanOrEqual(30);
  expect(await untilTold(announcementId)).toMatchObject({ isToAll: true, told: organizations });
  const message = "We have moved! We are back on Tuesday.";
  for (const person of active) expect(await messagesOf(person)).toMatchObject([{ message }]);
  expect(await messagesOf(inactive)).toEqual([]);
});

test("COMPANY-3 an announcement to an organization that does not exist sends nothing", async () => {
  const member = await makePerson(app.db);
  const to = { organizationIds: [member.organizationId, "nowhere"] };
  const body = { details: NEWS, to };
  expect(await app.refusal(sendAnnouncement, { as: editor, body })).toMatchObject({
    status: 404,
    message: "One of these organizations no longer exists. Nothing was sent.",
  });
  const ofOrganization = { as: viewer, query: { organizationId: member.organizationId } };
  expect(await app.request(listAnnouncements, ofOrganization)).toEqual([]);
});
