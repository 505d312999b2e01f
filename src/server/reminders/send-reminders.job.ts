import { and, asc, eq, gt } from "drizzle-orm";
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
import { defineJob } from "../jobs/job.ts";
import { queueMail } from "../mail/queue-mail.ts";
import { shareLockOrganization } from "../organizations/queries.ts";
import { withScope } from "../rls/scoped-db.ts";
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

/** Queues the reminders that are due, in the hours of the settings. A killed job goes on with those that are left. */
export const sendReminders = defineJob({
  name: "send-reminders",
  payload: z.strictObject({}),
  everySeconds: 900,
  async run(deps) {
    const portal = withScope(deps, { role: "portal" });
    if (!isSendingTime(localTime(deps), companyReminders(deps))) return;
    const failures: unknown[] = [];
    for (let after: Id | undefined = ""; after !== undefined; ) {
      const batch: Pending[] = await findPending(portal, after);
      for (const one of batch.filter((row) => mayBeDue(deps, row)))
        await remindOf(portal, one).catch((error: unknown) => failures.push(error));
      after = batch.at(-1)?.uniqueDocumentId;
    }
    // One document that cannot be read keeps no other from its reminders. The queue tries this one again.
    if (failures.length > 0) throw failures[0];
  },
});

type Pending = Awaited<ReturnType<typeof findPending>>[number];

function findPending({ db }: Pick<Deps, "db">, after: Id) {
  const { uniqueDocumentId, organizationId, sentAt, validUntil, reminderSchedule } = uniqueDocuments;
  return db
    .select({ uniqueDocumentId, organizationId, sentAt, validUntil, reminderSchedule })
    .from(uniqueDocuments)
    .where(and(waitsForDecision(uniqueDocuments), gt(uniqueDocumentId, after)))
    .orderBy(asc(uniqueDocumentId))
    .limit(BATCH_SIZE);
}

/** Whether a recipient who never opened the document and was never reminded would be reminded now. */
function mayBeDue(deps: Deps, { sentAt, validUntil, reminderSchedule }: Pending): boolean {
  if (sentAt === null) return false;
  const company = companyReminders(deps);
  const sentDay = dayIn(deps.settings.now().timeZone, sentAt);
  const reminded = { sentDay, mailedDay: sentDay, validUntil, hasOpened: false, sent: [] };
  const now = localTime(deps);
  return planReminder(reminderSchedule ?? company, company, reminded, now)?.day === now.day;
}

/** Queues the reminders of a document that are due. Of an answer at this moment one comes first. */
async function remindOf(deps: Deps, { uniqueDocumentId, organizationId }: Pending): Promise<void> {
  await change(deps, PORTAL, async ({ tx, at, record }) => {
    const waiting = await lockWaiting(tx, deps, { uniqueDocumentId, organizationId });
    if (!waiting) return;
    const { document, version } = waiting;
    const mailed = await findReminderMails(tx, document, version.number);
    const planned = await planReminders(tx, deps, document, version, mailed);
    const sent = await describeSent(tx, deps, waiting);
    const today = localTime(deps).day;
    let count = 0;
    for (const one of planned) {
      const reading = readingOf(deps, one);
      const { plan, delivered, row } = one;
      if (plan?.day !== today || reading === null) continue;
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
async function lockWaiting(
  tx: Tx,
  deps: Deps,
  { uniqueDocumentId, organizationId }: Pick<Pending, "uniqueDocumentId" | "organizationId">,
) {
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
