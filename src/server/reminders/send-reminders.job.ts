import { and, asc, eq, gt, isNotNull } from "drizzle-orm";
import { z } from "zod";
import { isSendingTime, planReminder } from "#domain/documents/reminders.ts";
import type { Id } from "#domain/id.ts";
import { dayIn } from "#domain/invoices/invoice.ts";
import { isVerified } from "#domain/organizations/organization.ts";
import { change, PORTAL } from "../access/change.ts";
import type { Tx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { lockAnyDocument } from "../documents/queries.ts";
import { linkOf } from "../drafts/mail-readers.ts";
import { describeSent, findWaiting } from "../drafts/waiting-documents.ts";
import { renewInvitation } from "../invitations/invite-person.ts";
import { attemptEach } from "../jobs/attempt-each.ts";
import { defineJob } from "../jobs/job.ts";
import { queueMail } from "../mail/queue-mail.ts";
import { shareLockOrganization } from "../organizations/queries.ts";
import { withScope } from "../rls/scoped-db.ts";
import { userProfiles } from "../schema/account.ts";
import { uniqueDocuments, waitsForDecision } from "../schema/documents.ts";
import {
  companyReminders,
  findReminderMails,
  localTime,
  type PlannedRecipient,
  planReminders,
  reminderEvent,
} from "./find-reminders.ts";
import { isRemindable } from "./get-reminders.ts";
import { composeReminder } from "./reminder-mail.ts";

/** The documents that are looked up at once. The reminders of each are queued in a transaction of its own. */
const BATCH_SIZE = 500;

/** Queues the reminders that are due, in the hours of the settings for each recipient. A killed job goes on with those that are left. */
export const sendReminders = defineJob({
  name: "send-reminders",
  payload: z.strictObject({}),
  everySeconds: 900,
  async run(deps) {
    const portal = withScope(deps, { role: "portal" });
    const zones = await findOpenZones(portal);
    if (zones.length === 0) return;
    // One document that cannot be read keeps no other from its reminders.
    await attemptEach(deps, findDue(portal, zones), (one) => remindOf(portal, one));
  },
});

/** The time zones of the company and of people where it is now in the hours. */
async function findOpenZones(deps: Deps): Promise<string[]> {
  const { timeZone } = userProfiles;
  const rows = await deps.db.selectDistinct({ timeZone }).from(userProfiles).where(isNotNull(timeZone));
  const zones = new Set([deps.settings.now().timeZone, ...rows.flatMap((row) => row.timeZone ?? [])]);
  return [...zones].filter((zone) => isSendingTime(localTime(deps, zone), companyReminders(deps)));
}

type Pending = Awaited<ReturnType<typeof findPending>>[number];

/** The documents of which a reminder may be due in one of the zones. */
async function* findDue(deps: Deps, zones: readonly string[]): AsyncGenerator<Pending> {
  for (let after: Id | undefined = ""; after !== undefined; ) {
    const batch: Pending[] = await findPending(deps, after);
    yield* batch.filter((row) => mayBeDue(deps, row, zones));
    after = batch.at(-1)?.id;
  }
}

function findPending({ db }: Pick<Deps, "db">, after: Id) {
  const { uniqueDocumentId: id, organizationId, sentAt, validUntil, reminderSchedule } = uniqueDocuments;
  return db
    .select({ id, organizationId, sentAt, validUntil, reminderSchedule })
    .from(uniqueDocuments)
    .where(and(waitsForDecision(uniqueDocuments), gt(id, after)))
    .orderBy(asc(id))
    .limit(BATCH_SIZE);
}

/** Whether a recipient in one of the zones who never opened the document and was never reminded would be reminded now. */
function mayBeDue(
  deps: Deps,
  { sentAt, validUntil, reminderSchedule }: Pending,
  zones: readonly string[],
): boolean {
  if (sentAt === null) return false;
  const company = companyReminders(deps);
  return zones.some((zone) => {
    const sentDay = dayIn(zone, sentAt);
    const reminded = { sentDay, mailedDay: sentDay, validUntil, hasOpened: false, sent: [] };
    const now = localTime(deps, zone);
    return planReminder(reminderSchedule ?? company, company, reminded, now)?.day === now.day;
  });
}

/** Queues the reminders of a document that are due. Of an answer at this moment one comes first. */
async function remindOf(deps: Deps, { id: uniqueDocumentId, organizationId }: Pending): Promise<void> {
  await change(deps, PORTAL, async ({ tx, at, record }) => {
    const waiting = await lockWaiting(tx, deps, uniqueDocumentId, organizationId);
    if (!waiting) return;
    const { document, version } = waiting;
    const mailed = await findReminderMails(tx, document, version.number);
    const planned = await planReminders(tx, deps, document, version, mailed);
    const sent = await describeSent(tx, deps, waiting);
    let count = 0;
    for (const one of planned) {
      const reading = readingOf(deps, one);
      const { plan, isDue, delivered, row } = one;
      if (plan === null || !isDue || reading === null) continue;
      const mail = composeReminder(deps.settings.now(), deps.env.publicUrl, sent, plan.kind, reading);
      const about = { subjectId: uniqueDocumentId, organizationId };
      const options = { about, carriesCode: reading !== "member", waitingVersion: version.number };
      const event = reminderEvent(document, version.number, plan.kind);
      await queueMail(tx, deps, { to: delivered.currentEmail, ...mail, ...options }, event);
      if (reading !== "member" && row?.invitationId) await renewInvitation(tx, row.invitationId, at);
      count += 1;
    }
    if (count === 0) return;
    const details = { version: version.number, mails: count };
    await record({ action: "document.remind", subjectId: uniqueDocumentId, organizationId, details });
    await deps.live.publish(tx, { company: true }, { kind: "mail", id: uniqueDocumentId });
  });
}

/** Locks a document of an active organization, if it still waits for a decision, like a client who decides. */
async function lockWaiting(tx: Tx, deps: Deps, uniqueDocumentId: Id, organizationId: Id) {
  const organization = await shareLockOrganization(tx, organizationId);
  const document = await lockAnyDocument(tx, uniqueDocumentId);
  if (!organization || !isVerified(organization) || !isRemindable(deps, document)) return null;
  const [waiting] = await findWaiting(tx, deps, eq(uniqueDocuments.uniqueDocumentId, uniqueDocumentId));
  return waiting ?? null;
}

/** How a recipient reads the document. Null: a link that a former version of the portal made cannot be mailed again. */
function readingOf(
  deps: Deps,
  { row, delivered }: PlannedRecipient,
): "member" | { linkToken: string } | null {
  if (delivered.access === "MEMBER") return "member";
  if (row === null) return null;
  return linkOf(deps, row);
}
