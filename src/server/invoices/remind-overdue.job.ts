import { and, asc, gt, lt } from "drizzle-orm";
import { z } from "zod";
import { hourIn, isSendingTime, type ReminderHours } from "#domain/documents/reminders.ts";
import type { Id } from "#domain/id.ts";
import { amountsPaid, hasNothingDue } from "#domain/invoices/invoice.ts";
import { dueReminder, OVERDUE_KINDS, type OverdueKind } from "#domain/invoices/overdue-reminders.ts";
import { isVerified } from "#domain/organizations/organization.ts";
import { change, PORTAL } from "../access/change.ts";
import type { DbOrTx } from "../db/database.ts";
import { isAnyOf } from "../db/many-rows.ts";
import type { Deps } from "../deps.ts";
import { todayOf } from "../documents/queries.ts";
import { defineJob } from "../jobs/job.ts";
import { shareLockOrganization } from "../organizations/queries.ts";
import { withScope } from "../rls/scoped-db.ts";
import { invoices, isUnpaid } from "../schema/documents.ts";
import { mails } from "../schema/mail.ts";
import { hasSavedSettings, overdueSchedule, splitReminders } from "../settings/queries.ts";
import { lockInvoice } from "./admin-queries.ts";
import { mailMembers } from "./mail-members.ts";
import { composeOverdueMail } from "./overdue-mail.ts";
import type { InvoiceRow } from "./queries.ts";

/** The invoices that are looked up at once. The reminders of each are queued in a transaction of its own. */
const BATCH_SIZE = 500;

/** Queues the reminders of overdue invoices, in the hours of the settings. A killed job continues with the rest. */
export const remindOverdue = defineJob({
  name: "remind-overdue",
  payload: z.strictObject({}),
  everySeconds: 900,
  async run(deps) {
    const portal = withScope(deps, { role: "portal" });
    const at = deps.clock();
    const now = { day: todayOf(deps, at), hour: hourIn(deps.settings.now().timeZone, at) };
    if (!isSendingTime(now, hoursOf(deps))) return;
    // Invoices of an upgraded portal are overdue already: its clients are reminded once an owner has saved settings.
    if (!(await hasSavedSettings(portal.db))) return;
    const failures: unknown[] = [];
    for (let after: Id | undefined = ""; after !== undefined; ) {
      const batch: InvoiceRow[] = await findOverdue(portal.db, after, now.day);
      for (const one of batch.filter((row) => reminderOf(deps, row, []) !== null))
        await remindOf(portal, one).catch((error: unknown) => failures.push(error));
      after = batch.at(-1)?.invoiceId;
    }
    // An invoice that cannot be read delays no other one. The queue tries again.
    if (failures.length > 0) throw failures[0];
  },
});

function findOverdue(reader: DbOrTx, after: Id, today: string): Promise<InvoiceRow[]> {
  const { invoiceId, dueDate } = invoices;
  return reader
    .select()
    .from(invoices)
    .where(and(isUnpaid(invoices), lt(dueDate, today), gt(invoiceId, after)))
    .orderBy(asc(invoiceId))
    .limit(BATCH_SIZE);
}

/** The reminder of an invoice that is due now, if those were sent; null: none. */
function reminderOf(deps: Deps, invoice: InvoiceRow, sent: readonly OverdueKind[]): OverdueKind | null {
  const { invoiceStatus, issuedAt, dueDate } = invoice;
  const today = todayOf(deps, deps.clock());
  if (invoiceStatus !== "UNPAID" || issuedAt === null || dueDate === null || dueDate >= today) return null;
  if (hasNothingDue(invoice)) return null;
  const schedule = overdueSchedule(deps.settings.now());
  return dueReminder(schedule, hoursOf(deps), { dueDate, issuedDay: todayOf(deps, issuedAt), sent }, today);
}

function hoursOf({ settings }: Pick<Deps, "settings">): ReminderHours {
  return splitReminders(settings.now()).reminders;
}

/** Mails each person once for a kind of reminder and a due date. Another due date begins again. */
const eventOf = ({ invoiceId, dueDate }: InvoiceRow, kind: OverdueKind) =>
  `invoice.overdue:${invoiceId}:${dueDate}:${kind}`;

async function findSent(reader: DbOrTx, invoice: InvoiceRow): Promise<OverdueKind[]> {
  const kinds = new Map(OVERDUE_KINDS.map((kind) => [eventOf(invoice, kind), kind]));
  const rows = await reader
    .select({ event: mails.event })
    .from(mails)
    .where(isAnyOf(mails.event, [...kinds.keys()]));
  return rows.flatMap(({ event }) => kinds.get(event ?? "") ?? []);
}

/** Queues the reminder of an invoice that is due. Of a payment at this moment one comes first. */
async function remindOf(deps: Deps, { invoiceId, organizationId }: InvoiceRow): Promise<void> {
  await change(deps, PORTAL, async ({ tx, record }) => {
    const organization = await shareLockOrganization(tx, organizationId);
    const invoice = await lockInvoice(tx, invoiceId);
    const kind = reminderOf(deps, invoice, await findSent(tx, invoice));
    const { dueDate, externalId } = invoice;
    if (kind === null || dueDate === null || !organization || !isVerified(organization)) return;
    const { amountDue } = amountsPaid(invoice);
    const mail = composeOverdueMail(deps.settings.now(), deps.env.publicUrl, { ...invoice, dueDate });
    const count = await mailMembers(tx, deps, invoice, mail, {
      event: eventOf(invoice, kind),
      waitingAmount: amountDue ?? "0",
    });
    if (count === 0) return;
    const details = { externalId, kind, mails: count };
    await record({ action: "invoice.remind", subjectId: invoiceId, organizationId, details });
    await deps.live.publish(tx, { company: true }, { kind: "mail", id: invoiceId });
  });
}
