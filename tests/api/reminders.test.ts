import { and, eq, like } from "drizzle-orm";
import { afterEach, expect, test } from "vitest";
import { listActivity } from "#contract/admin/activity.ts";
import { extendDocument, recallDocument, sendDocument, withdrawDocument } from "#contract/admin/drafts.ts";
import { deactivateOrganization } from "#contract/admin/organizations.ts";
import { endMemberInvitation } from "#contract/admin/permissions.ts";
import { changeReminders, getReminders } from "#contract/admin/reminders.ts";
import { getSettings, updateSettings } from "#contract/admin/settings.ts";
import { approveDocument, declineDocument, getDocument, reportOpening } from "#contract/documents.ts";
import type { ChosenRecipients } from "#domain/documents/recipients.ts";
import {
  type CompanyReminders,
  DEFAULT_REMINDERS,
  hourIn,
  NO_REMINDERS,
} from "#domain/documents/reminders.ts";
import { addDays } from "#domain/documents/validity.ts";
import { dayIn, formatDay } from "#domain/invoices/invoice.ts";
import type { Deps } from "#server/deps.ts";
import { closeExpired } from "#server/drafts/close-expired.job.ts";
import { sendMail } from "#server/mail/send-mail.job.ts";
import { sendReminders } from "#server/reminders/send-reminders.job.ts";
import { invitations } from "#server/schema/invitations.ts";
import { mails } from "#server/schema/mail.ts";
import { openOffice } from "#tests/support/company-documents.ts";
import {
  makeAdmin,
  makeDocument,
  makeOrganization,
  makePage,
  makePerson,
  type TestPerson,
  unique,
} from "#tests/support/factories.ts";
import { mailedLinkIn } from "#tests/support/mailed-code.ts";
import { startTestApp } from "#tests/support/make-app.ts";

const app = await startTestApp();
const office = await openOffice(app);
const owner = await makeAdmin(app.db, "owner");
const NO_RECIPIENTS: ChosenRecipients = { members: [], invited: [], colleagues: [], newPeople: [] };
const ALWAYS: CompanyReminders = { ...DEFAULT_REMINDERS, fromHour: 0, untilHour: 24, isOnWeekends: true };
const DAY_MS = 86_400_000;
const TODAY = dayIn(app.deps.settings.now().timeZone, new Date());

async function setReminders(reminders: CompanyReminders): Promise<void> {
  const { recordVersion, ...settings } = await app.request(getSettings, { as: owner });
  await app.request(updateSettings, {
    as: owner,
    body: { settings: { ...settings, reminders }, recordVersion },
  });
}
await setReminders(ALWAYS);
afterEach(() => setReminders(ALWAYS));

const inDays = (days: number) => new Date(Date.now() + days * DAY_MS);
const onDay = (days: number, deps: Partial<Deps> = {}) =>
  sendReminders.run({ ...app.deps, clock: () => inDays(days), ...deps }, {});
const read = (id: string) => app.request(getReminders, { as: office.viewer, params: { id } });
const newPerson = (email: string) => ({
  email,
  firstName: "Mia",
  lastName: "Wong",
  permissionType: "write" as const,
});

/** A document that was sent to a member, someone invited, and a colleague. */
async function makeSent(validUntil: string | null = null) {
  const organization = await makeOrganization(app.db);
  const { organizationId } = organization;
  const member = await makePerson(app.db, { organization });
  const invited = `${unique("mia")}@example.test`;
  const draft = { organizationId, status: "DRAFT" as const, shownAt: null, puckState: makePage([]) };
  const { uniqueDocumentId: id } = await makeDocument(app.db, { ...draft, name: "Shop front" });
  await send(
    id,
    {
      members: [member.userProfileId],
      colleagues: [office.viewer.userProfileId],
      newPeople: [newPerson(invited)],
    },
    validUntil,
  );
  return { id, organizationId, member, invited };
}

const send = (id: string, recipients: Partial<ChosenRecipients>, validUntil: string | null = null) =>
  app.request(sendDocument, {
    as: office.editor,
    params: { id },
    body: { revision: 1, recipients: { ...NO_RECIPIENTS, ...recipients }, validUntil },
  });

const isReminderOf = (id: string) => and(eq(mails.aboutId, id), like(mails.event, "document.reminder:%"));
/** "UNOPENED mia@example.test" of each reminder. */
async function reminded(id: string): Promise<string[]> {
  const rows = await app.db.select().from(mails).where(isReminderOf(id));
  return rows.map(({ event, recipient }) => `${event?.split(":")[3]} ${recipient}`).toSorted();
}

async function accept(as: TestPerson, id: string) {
  const { contentHash } = await app.request(getDocument, { as, params: { id } });
  const body = { uniqueDocumentId: id, status: "APPROVED" as const, contentHash };
  return app.request(approveDocument, { as, params: { id }, body });
}

test("FIRST-7 recipients who have not opened a document are reminded once, by the link that they have", async () => {
  const { id, member, invited } = await makeSent();
  const link = await mailedLinkIn(app.deps.env.dataDir, invited);
  expect(await read(id)).toMatchObject({
    own: null,
    next: { kind: "UNOPENED", day: addDays(TODAY, 3) },
    sent: [],
  });
  await onDay(2);
  expect(await reminded(id)).toEqual([]);
  await app.request(reportOpening, { as: member, params: { id }, body: { what: "page" } });
  expect((await read(id)).next?.names).toEqual(["Mia Wong"]);
  await onDay(3);
  await onDay(3);
  await onDay(4);
  expect(await reminded(id)).toEqual([`UNOPENED ${invited}`]);
  await expect
    .poll(async () => (await read(id)).sent)
    .toMatchObject([{ name: "Mia Wong", kind: "UNOPENED", isRefused: false }]);
  await expect.poll(async () => (await read(id)).sent[0]?.sentAt).toEqual(expect.any(String));
  expect(await mailedLinkIn(app.deps.env.dataDir, invited)).toBe(link);
  const [mail] = await app.db.select().from(mails).where(isReminderOf(id));
  expect(mail).toMatchObject({
    text: "",
    sealed: null,
    subject: expect.stringMatching(/^Reminder: .*: Shop front, from /),
  });
  expect((await app.rawRequest(`GET ${new URL(link).pathname}`)).status).toBe(200);
  const activity = await app.request(listActivity, { as: office.viewer, query: { subjectId: id } });
  expect(activity.filter(({ action }) => action === "document.remind")).toHaveLength(1);
});

test("FIRST-7 undecided documents and those that end soon: each kind once, never two on a day, none for copies", async () => {
  const { id, member, invited } = await makeSent(addDays(TODAY, 20));
  for (const day of [3, 4, 7, 8, 9, 17, 18, 19]) await onDay(day);
  const kinds = ["ENDING", "UNDECIDED", "UNOPENED"];
  expect(await reminded(id)).toEqual(
    kinds.flatMap((kind) => [member.email, invited].toSorted().map((to) => `${kind} ${to}`)),
  );
  const [ending] = await app.db
    .select()
    .from(mails)
    .where(and(isReminderOf(id), eq(mails.recipient, member.email), like(mails.event, "%:ENDING:%")));
  expect(ending?.subject).toContain(`Shop front is valid until ${formatDay(addDays(TODAY, 20))}`);
  expect(ending?.text).toMatch(/\/doc\//);
  expect((await read(id)).sent).toHaveLength(6);
});

test("FIRST-7 an extension brings a reminder of the new last day", async () => {
  const { id, member } = await makeSent(addDays(TODAY, 5));
  await onDay(2);
  // A reminder that still waits to be sent is dropped by the extension.
  const isEnding = and(isReminderOf(id), like(mails.event, "%:ENDING:%"));
  const areSent = async () => (await app.db.select().from(mails).where(isEnding)).every((one) => one.sentAt);
  await expect.poll(areSent).toBe(true);
  await app.request(extendDocument, {
    as: office.editor,
    params: { id },
    body: { validUntil: addDays(TODAY, 30) },
  });
  await onDay(3);
  await onDay(27);
  const ofMember = (await reminded(id)).filter((one) => one.endsWith(member.email));
  expect(ofMember.filter((one) => one.startsWith("ENDING"))).toHaveLength(2);
});

const NO_BODY = {};
type Sent = Awaited<ReturnType<typeof makeSent>>;
test.each<[string, (sent: Sent) => Promise<unknown>]>([
  ["accepted", ({ member, id }) => accept(member, id)],
  [
    "declined",
    ({ member, id }) =>
      app.request(declineDocument, {
        as: member,
        params: { id },
        body: { uniqueDocumentId: id, status: "DECLINED" },
      }),
  ],
  [
    "withdrawn",
    ({ id }) => app.request(withdrawDocument, { as: office.editor, params: { id }, body: { reason: "No." } }),
  ],
  ["recalled", ({ id }) => app.request(recallDocument, { as: office.editor, params: { id }, body: NO_BODY })],
  ["expired", () => closeExpired.run({ ...app.deps, clock: () => inDays(2) }, {})],
  [
    "of a deactivated organization",
    ({ organizationId: id, id: open }) => {
      const body = { reason: "They have left.", openDocumentIds: [open] };
      return app.request(deactivateOrganization, { as: owner, params: { id }, body });
    },
  ],
])("FIRST-7 no reminder for a document that is %s", async (outcome, end) => {
  const sent = await makeSent(outcome === "expired" ? addDays(TODAY, 1) : null);
  await end(sent);
  expect((await read(sent.id)).next).toBeNull();
  await onDay(3);
  expect(await reminded(sent.id)).toEqual([]);
});

test("FIRST-7 a document that was recalled and sent again begins again, for those whom it was sent to now", async () => {
  const { id, member } = await makeSent();
  await onDay(3);
  await app.request(recallDocument, { as: office.editor, params: { id }, body: NO_BODY });
  await send(id, { members: [member.userProfileId] });
  expect((await read(id)).sent).toEqual([]);
  await onDay(3);
  expect((await reminded(id)).filter((one) => one.endsWith(member.email))).toHaveLength(2);
  expect(await reminded(id)).toHaveLength(3);
});

test("FIRST-7 a person whose invitation is withdrawn is not reminded", async () => {
  const { id, organizationId, invited, member } = await makeSent();
  const [row] = await app.db.select().from(invitations).where(eq(invitations.email, invited));
  await app.request(endMemberInvitation, {
    as: owner,
    params: { id: organizationId, invitationId: row?.invitationId ?? "" },
  });
  await onDay(3);
  expect(await reminded(id)).toEqual([`UNOPENED ${member.email}`]);
});

test("FIRST-7 a document has a schedule of its own or none, which editors change and the activity has", async () => {
  const { id, member, invited } = await makeSent();
  const change = (own: object | null, as = office.editor) => ({
    as,
    params: { id },
    body: { own: own as never },
  });
  const own = { unopenedDays: 1, undecidedDays: null, endingDays: null };
  expect(await app.refusal(changeReminders, change(own, office.viewer))).toMatchObject({ status: 403 });
  expect(await app.refusal(changeReminders, change({ ...own, unopenedDays: 0 }))).toMatchObject({
    status: 400,
  });
  const changed = await app.request(changeReminders, change(own));
  expect(changed).toMatchObject({ own, next: { kind: "UNOPENED", day: addDays(TODAY, 1) } });
  await app.request(changeReminders, change(own));
  expect(await app.request(changeReminders, change(NO_REMINDERS))).toMatchObject({
    own: NO_REMINDERS,
    next: null,
  });
  await onDay(3);
  expect(await reminded(id)).toEqual([]);
  expect((await app.request(changeReminders, change(null))).own).toBeNull();
  await onDay(3);
  expect(await reminded(id)).toEqual([member.email, invited].toSorted().map((to) => `UNOPENED ${to}`));
  const activity = await app.request(listActivity, { as: office.viewer, query: { subjectId: id } });
  expect(activity.filter(({ action }) => action === "document.change-reminders")).toHaveLength(3);
});

test("FIRST-7 settings turn each kind off, and refuse hours that end before they begin", async () => {
  const { id } = await makeSent(addDays(TODAY, 20));
  await setReminders({ ...ALWAYS, unopenedDays: null, endingDays: null });
  await onDay(4);
  expect(await reminded(id)).toEqual([]);
  expect((await read(id)).next).toMatchObject({ kind: "UNDECIDED", day: addDays(TODAY, 7) });
  const { recordVersion, ...settings } = await app.request(getSettings, { as: owner });
  const reminders = { ...ALWAYS, fromHour: 18, untilHour: 8 };
  expect(
    await app.refusal(updateSettings, {
      as: owner,
      body: { settings: { ...settings, reminders }, recordVersion },
    }),
  ).toMatchObject({ status: 400 });
});

const signInFrom = ({ email, password }: TestPerson, timeZone?: string) =>
  app.rawRequest("POST /api/auth/sign-in/email", { body: { email, password, timeZone } });

test("FIRST-7 reminders leave in the hours of the recipient's zone, or the company's for who never signed in", async () => {
  const { id, member, invited } = await makeSent();
  expect((await signInFrom(member, "America/Los_Angeles")).status).toBe(200);
  // Neither a program without a zone nor a zone that no one knows replaces the one that is known.
  expect((await signInFrom(member)).status).toBe(200);
  expect((await signInFrom(member, "Mars/Olympus")).status).toBe(200);
  await setReminders({ ...ALWAYS, fromHour: 9, untilHour: 12 });
  const leftAt = new Map<string, Date>();
  for (let hour = 0; hour < 3 * 24; hour += 1) {
    const at = new Date(inDays(1).getTime() + (hour * DAY_MS) / 24);
    await sendReminders.run({ ...app.deps, clock: () => at }, {});
    for (const one of await reminded(id)) if (!leftAt.has(one)) leftAt.set(one, at);
  }
  const hours = (who: string, zone: string) => {
    const at = leftAt.get(`UNOPENED ${who}`);
    return at && { day: dayIn(zone, at), hour: hourIn(zone, at) };
  };
  const dueIn = (zone: string) => addDays(dayIn(zone, new Date()), 3);
  const { timeZone } = app.deps.settings.now();
  const theirs = "America/Los_Angeles";
  expect(hours(member.email, theirs)).toEqual({ day: dueIn(theirs), hour: 9 });
  expect(hours(invited, timeZone)).toEqual({ day: dueIn(timeZone), hour: 9 });
});

/** The queue of a process that dies before a job is sent. */
const SILENT = { queue: { ...app.deps.queue, enqueue: async () => {} } };

test("FIRST-7 a reminder that waits to be sent is dropped by an acceptance, and sends nothing after it", async () => {
  const { id, member, invited } = await makeSent();
  await onDay(3, SILENT);
  const queued = await app.db.select().from(mails).where(isReminderOf(id));
  expect(queued).toHaveLength(2);
  await accept(member, id);
  for (const { mailId } of queued) await sendMail.run(app.deps, { mailId });
  expect(await reminded(id)).toEqual([]);
  expect(await mailedLinkIn(app.deps.env.dataDir, invited)).toMatch(/read/);
});

test("FIRST-7 an acceptance and the job at one moment: whichever comes first, nothing is sent after the answer", async () => {
  const all = await Promise.all([1, 2, 3, 4].map(() => makeSent()));
  await Promise.all([onDay(3, SILENT), ...all.map(({ member, id }) => accept(member, id))]);
  for (const { id } of all) {
    for (const { mailId } of await app.db.select().from(mails).where(isReminderOf(id))) {
      await sendMail.run(app.deps, { mailId });
    }
    expect(await reminded(id)).toEqual([]);
  }
});

test("FIRST-7 two jobs at once, and one that is killed within a document, remind once", async () => {
  const { id, member, invited } = await makeSent();
  const killed = { live: { ...app.deps.live, publish: () => Promise.reject(new Error("killed")) } };
  app.log.allowErrors(/"killed"/);
  await expect(onDay(3, killed)).rejects.toThrow("of its records failed");
  expect(await reminded(id)).toEqual([]);
  await Promise.all([onDay(3), onDay(3)]);
  await onDay(3);
  expect(await reminded(id)).toEqual([member.email, invited].toSorted().map((to) => `UNOPENED ${to}`));
});

test("FIRST-7 a document of another number is not found", async () => {
  const missing = { as: office.viewer, params: { id: "no-such-document" } };
  expect(await app.refusal(getReminders, missing)).toMatchObject({ status: 404 });
});
