import { eq } from "drizzle-orm";
import type { DocumentReminders } from "#domain/documents/reminders.ts";
import { REMINDER_KINDS } from "#domain/documents/reminders.ts";
import { statusOn } from "#domain/documents/validity.ts";
import type { Id } from "#domain/id.ts";
import { isVerified } from "#domain/organizations/organization.ts";
import type { DbOrTx } from "../db/database.ts";
import { getDelivery } from "../delivery/get-delivery.ts";
import type { Deps } from "../deps.ts";
import { type DocumentRow, findNewestVersions, NO_DOCUMENT, todayOf } from "../documents/queries.ts";
import { uniqueDocuments } from "../schema/documents.ts";
import { organizations } from "../schema/organizations.ts";
import {
  companyReminders,
  findReminderMails,
  isTo,
  type PlannedRecipient,
  planReminders,
  type ReminderMail,
} from "./find-reminders.ts";

type Reading = Pick<Deps, "settings" | "clock"> & { db: DbOrTx };

/** When the recipients of a document are reminded next, and which reminders were sent about its newest version. */
export async function getReminders(deps: Reading, id: Id): Promise<DocumentReminders> {
  const { db } = deps;
  const [found] = await db
    .select({ document: uniqueDocuments, organization: { status: organizations.status } })
    .from(uniqueDocuments)
    .innerJoin(organizations, eq(organizations.organizationId, uniqueDocuments.organizationId))
    .where(eq(uniqueDocuments.uniqueDocumentId, id));
  if (!found) throw NO_DOCUMENT;
  const { document, organization } = found;
  const { unopenedDays, undecidedDays, endingDays } = companyReminders(deps);
  const company = { unopenedDays, undecidedDays, endingDays };
  const version = (await findNewestVersions(db, [id])).get(id);
  const mailed = version ? await findReminderMails(db, document, version.number) : [];
  const isWaiting = isRemindable(deps, document) && isVerified(organization);
  const planned = version && isWaiting ? await planReminders(db, deps, document, version, mailed) : [];
  return {
    uniqueDocumentId: id,
    own: document.reminderSchedule,
    company,
    next: firstOf(planned),
    sent: mailed.length === 0 ? [] : await describeMails(deps, id, mailed),
  };
}

/** Whether a document waits for a decision, so that its recipients are reminded. */
export function isRemindable(deps: Pick<Deps, "settings" | "clock">, document: DocumentRow): boolean {
  const { status } = statusOn(document, todayOf(deps, deps.clock()));
  return status === "PENDING" && document.archivedAt === null;
}

/** The earliest reminder, the most urgent of a day. */
function firstOf(planned: readonly PlannedRecipient[]): DocumentReminders["next"] {
  const plans = planned.flatMap(({ plan, delivered }) => (plan ? { ...plan, name: delivered.name } : []));
  const rank = ({ kind }: (typeof plans)[number]) => REMINDER_KINDS.indexOf(kind);
  const [first] = plans.toSorted((one, other) => one.day.localeCompare(other.day) || rank(other) - rank(one));
  if (!first) return null;
  const { kind, day } = first;
  return {
    kind,
    day,
    names: plans.filter((one) => one.day === day && one.kind === kind).map(({ name }) => name),
  };
}

async function describeMails(
  deps: Reading,
  id: Id,
  mailed: readonly ReminderMail[],
): Promise<DocumentReminders["sent"]> {
  const { recipients } = await getDelivery(deps, id);
  return mailed.map(({ kind, recipient, sentAt, givenUpAt }) => ({
    kind,
    name: recipients.find((one) => isTo(one, recipient))?.name ?? recipient,
    email: recipient,
    sentAt: sentAt?.toISOString() ?? null,
    isRefused: givenUpAt !== null,
  }));
}
