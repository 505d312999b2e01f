import { mkdir, readdir, symlink, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { eq, inArray } from "drizzle-orm";
import { expect, test } from "vitest";
import { listActivity } from "#contract/admin/activity.ts";
import { getSettings, updateSettings } from "#contract/admin/settings.ts";
import { EVIDENCE } from "#domain/activity/activity.ts";
import { clearOldRecords } from "#server/retention/clear-old-records.job.ts";
import { withScope } from "#server/rls/scoped-db.ts";
import { auditEvents } from "#server/schema/audit.ts";
import { authSessions } from "#server/schema/identity.ts";
import { mails } from "#server/schema/mail.ts";
import { documentOpenings } from "#server/schema/openings.ts";
import { makeAdmin, makeDocument, unique } from "#tests/support/factories.ts";
import { startTestApp } from "#tests/support/make-app.ts";

const app = await startTestApp();
const owner = await makeAdmin(app.db, "owner");

const DAY_MS = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);
const run = () => clearOldRecords.run(withScope(app.deps, { role: "worker" }), {});
const cleared = async () => {
  const events = await app.request(listActivity, { as: owner, query: { subjectId: "records" } });
  expect(events.every(({ who }) => who === "The portal")).toBe(true);
  return events.map(({ note }) => note?.replace(/ from before .*:/, ":") ?? "").sort();
};

async function keep(kept: { addressDays: number; mailDays: number | null; activityDays: number | null }) {
  const asRead = await app.request(getSettings, { as: owner });
  await app.request(updateSettings, { as: owner, body: { asRead, settings: { ...asRead, kept } } });
}

test("COMPANY-9 expired records are deleted, evidence is retained for ever, and the deletion is recorded", async () => {
  const old = unique("old");
  const event = (action: string, at: Date, details = {}) => ({
    auditEventId: unique("event"),
    action,
    at,
    subjectId: old,
    details,
  });
  const origin = { ipAddress: "192.0.2.7", userAgent: "Old browser" };
  await app.db
    .insert(auditEvents)
    .values([
      ...EVIDENCE.map((action) => event(action, daysAgo(5000), origin)),
      event("note.add", daysAgo(400)),
      event("note.change", daysAgo(300)),
      event("invitation.accept", daysAgo(100), { ...origin, email: "ada@example.test" }),
      event("invitation.accept", daysAgo(10), origin),
    ]);
  const mail = (days: number, given = {}) => ({
    mailId: unique("mail"),
    recipient: `${old}@example.test`,
    subject: "S",
    text: "T",
    html: "H",
    createdAt: daysAgo(days),
    sentAt: daysAgo(days),
    ...given,
  });
  const [gone, given, waiting, recent] = [
    mail(200),
    mail(200, { sentAt: null, givenUpAt: daysAgo(190) }),
    mail(200, { sentAt: null }),
    mail(100),
  ];
  await app.db.insert(mails).values([gone, given, waiting, recent]);
  const folder = join(app.deps.env.dataDir, "mails");
  await mkdir(folder, { recursive: true });
  for (const [name, days] of [
    ["old.eml", 200],
    ["recent.eml", 100],
  ] as const) {
    await writeFile(join(folder, name), "");
    await utimes(join(folder, name), daysAgo(days), daysAgo(days));
  }
  // Like one that is removed after the folder was read.
  await symlink(join(folder, "nowhere"), join(folder, "gone.eml"));
  const { uniqueDocumentId, organizationId } = await makeDocument(app.db);
  const opening = { uniqueDocumentId, organizationId, what: "page" as const, times: 1 };
  await app.db.insert(documentOpenings).values({
    documentOpeningId: unique("opening"),
    ...opening,
    firstAt: daysAgo(500),
    lastAt: daysAgo(400),
  });
  await app.signInAs(owner);
  await app.db
    .update(authSessions)
    .set({ ...origin, updatedAt: daysAgo(60) })
    .where(eq(authSessions.userId, owner.authUserId));

  await keep({ addressDays: 30, mailDays: 180, activityDays: 365 });
  await run();
  const left = await app.db.select().from(auditEvents).where(eq(auditEvents.subjectId, old));
  const actions = left.map(({ action }) => action);
  expect(actions.sort()).toEqual(
    [...EVIDENCE, "invitation.accept", "invitation.accept", "note.change"].sort(),
  );
  const stripped = left.filter(({ details }) => !("ipAddress" in details)).map(({ details }) => details);
  expect(stripped).toContainEqual({ email: "ada@example.test" });
  expect(left.filter(({ details }) => details.ipAddress === "192.0.2.7")).toHaveLength(EVIDENCE.length + 1);
  const kept = await app.db
    .select()
    .from(mails)
    .where(inArray(mails.recipient, [gone.recipient]));
  expect(kept.map(({ mailId }) => mailId).sort()).toEqual([recent.mailId, waiting.mailId].sort());
  expect(await readdir(folder)).toEqual(["gone.eml", "recent.eml"]);
  expect(await app.db.select().from(documentOpenings)).toEqual([]);
  const sessions = await app.db.select().from(authSessions).where(eq(authSessions.userId, owner.authUserId));
  for (const session of sessions) expect(session).toMatchObject({ ipAddress: null, userAgent: null });

  const told = await cleared();
  expect(told).toEqual([
    "activity: 1",
    "addresses in the activity: 1",
    "emails: 2",
    "openings of documents: 1",
    `sign-in addresses: ${sessions.length}`,
  ]);
  // A second run finds nothing, and permanent records are never deleted.
  await run();
  await keep({ addressDays: 30, mailDays: null, activityDays: null });
  await app.db.insert(auditEvents).values(event("note.remove", daysAgo(9000)));
  await run();
  expect(await cleared()).toEqual(told);
});

test("COMPANY-9 more old rows than one batch holds are cleared in one run", async () => {
  await keep({ addressDays: 30, mailDays: null, activityDays: 365 });
  await app.alterTables(`insert into audit_events (audit_event_id, at, action, subject_id, details)
    select 'many-' || n, now() - interval '2 years', 'note.add', 'many', '{}'::jsonb from generate_series(1, 5001) n
    union all select 'older-' || n, now() - interval '3 years', 'note.add', 'many', '{}'::jsonb from generate_series(1, 5000) n
    union all select 'evidence-' || n, now() - interval '4 years', 'document.approve', 'much evidence', '{}'::jsonb
    from generate_series(1, 5001) n`);
  await run();
  expect(await app.db.$count(auditEvents, eq(auditEvents.subjectId, "much evidence"))).toBe(5001);
  expect(await app.db.$count(auditEvents, eq(auditEvents.subjectId, "many"))).toBe(0);
});
