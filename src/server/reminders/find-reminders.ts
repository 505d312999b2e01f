import { and, desc, eq, gte, sql } from "drizzle-orm";
import type { DeliveredMail } from "#domain/documents/delivery.ts";
import {
  type CompanyReminders,
  hourIn,
  isSendingTime,
  type LocalTime,
  planReminder,
  REMINDER_KINDS,
  type ReminderKind,
} from "#domain/documents/reminders.ts";
import type { Id } from "#domain/id.ts";
import { dayIn } from "#domain/invoices/invoice.ts";
import type { DbOrTx } from "../db/database.ts";
import { isAnyOf } from "../db/many-rows.ts";
import { getDelivery } from "../delivery/get-delivery.ts";
import type { Deps } from "../deps.ts";
import type { DocumentRow, VersionRow } from "../documents/queries.ts";
import { userProfiles } from "../schema/account.ts";
import { documentRecipients } from "../schema/document-recipients.ts";
import { invitations, isPending } from "../schema/invitations.ts";
import { mails } from "../schema/mail.ts";
import { documentOpenings } from "../schema/openings.ts";
import { splitReminders } from "../settings/queries.ts";

type ReminderDeps = Pick<Deps, "settings" | "clock">;

export function companyReminders({ settings }: Pick<Deps, "settings">): CompanyReminders {
  return splitReminders(settings.now()).reminders;
}

export function localTime({ clock }: Pick<Deps, "clock">, timeZone: string): LocalTime {
  const at = clock();
  return { day: dayIn(timeZone, at), hour: hourIn(timeZone, at) };
}

/** Mails each recipient once for a kind of reminder about a version, and once for each last day that it ends on. */
export function reminderEvent(
  { uniqueDocumentId, validUntil }: Pick<DocumentRow, "uniqueDocumentId" | "validUntil">,
  version: number,
  kind: ReminderKind,
): string {
  const event = `document.reminder:${uniqueDocumentId}:${version}:${kind}`;
  return kind === "ENDING" ? `${event}:${validUntil}` : event;
}

export type ReminderMail = Pick<typeof mails.$inferSelect, "recipient" | "sentAt" | "givenUpAt"> & {
  kind: ReminderKind;
};

/** The reminders about a version and its present last day, newest first. */
export async function findReminderMails(
  reader: DbOrTx,
  document: Pick<DocumentRow, "uniqueDocumentId" | "validUntil">,
  version: number,
): Promise<ReminderMail[]> {
  const kinds = new Map(REMINDER_KINDS.map((kind) => [reminderEvent(document, version, kind), kind]));
  const { event, recipient, sentAt, givenUpAt, mailId } = mails;
  const rows = await reader
    .select({ event, recipient, sentAt, givenUpAt })
    .from(mails)
    .where(isAnyOf(event, [...kinds.keys()]))
    .orderBy(desc(mailId));
  return rows.flatMap(({ event: of, ...row }) => {
    const kind = kinds.get(of ?? "");
    return kind === undefined ? [] : { ...row, kind };
  });
}

/** A recipient of the newest version who can read it and whose mail was not refused. */
export type PlannedRecipient = {
  delivered: DeliveredMail;
  /** Their row, which has the link of someone who has not joined; null: they joined after it was sent. */
  row: RecipientRow | null;
  plan: ReturnType<typeof planReminder>;
  /** Whether the planned reminder leaves now, in the hours of the recipient's time zone. */
  isDue: boolean;
};

type RecipientRow = Pick<
  typeof documentRecipients.$inferSelect,
  "documentRecipientId" | "email" | "openedAt" | "tokenHash" | "invitationId"
> & {
  /** Whether they are still invited, even if the invitation has run out: a reminder renews it. */
  isInvited: boolean;
};

/** The next reminder of each recipient of a document that waits for a decision. Copies for colleagues have none. */
export async function planReminders(
  reader: DbOrTx,
  deps: ReminderDeps,
  document: DocumentRow,
  version: Pick<VersionRow, "number" | "sentAt">,
  sent: readonly ReminderMail[],
): Promise<PlannedRecipient[]> {
  const { uniqueDocumentId, validUntil, reminderSchedule } = document;
  const company = companyReminders(deps);
  const { recipients } = await getDelivery({ ...deps, db: reader }, uniqueDocumentId);
  const rows = await findRows(reader, uniqueDocumentId, version.number);
  const openers = await findOpeners(reader, uniqueDocumentId, version.sentAt);
  const zones = await findZones(reader, recipients);
  return recipients
    .map((delivered) => ({
      delivered,
      row: rows.find(({ email }) => isSame(email, delivered.email)) ?? null,
    }))
    .filter(({ delivered: { kind, access, state }, row }) => {
      const isReader = access === "MEMBER" || (access !== "COLLEAGUE" && row?.isInvited === true);
      return kind === "TO" && isReader && state !== "REFUSED";
    })
    .map(({ delivered, row }) => {
      const { userProfileId, at } = delivered;
      // Someone who has never signed in is taken to be where the company is.
      const timeZone = zones.get(userProfileId) ?? deps.settings.now().timeZone;
      const now = localTime(deps, timeZone);
      const reminded = {
        sentDay: dayIn(timeZone, version.sentAt),
        mailedDay: dayIn(timeZone, at === null ? version.sentAt : new Date(at)),
        validUntil,
        hasOpened: row?.openedAt != null || (userProfileId !== null && openers.has(userProfileId)),
        sent: sent.filter(({ recipient }) => isTo(delivered, recipient)).map(({ kind }) => kind),
      };
      const plan = planReminder(reminderSchedule ?? company, company, reminded, now);
      return { delivered, row, plan, isDue: plan?.day === now.day && isSendingTime(now, company) };
    });
}

/** The time zones of recipients who have signed in. */
async function findZones(
  reader: DbOrTx,
  recipients: readonly DeliveredMail[],
): Promise<ReadonlyMap<Id | null, string | null>> {
  const ids = recipients.flatMap((one) => one.userProfileId ?? []);
  const { userProfileId, timeZone } = userProfiles;
  const rows = await reader
    .select({ userProfileId, timeZone })
    .from(userProfiles)
    .where(isAnyOf(userProfileId, ids));
  return new Map(rows.map((row) => [row.userProfileId, row.timeZone]));
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** Whether a mail went to a recipient, by the email of then or of now. */
export function isTo({ email, currentEmail }: DeliveredMail, recipient: string): boolean {
  return isSame(email, recipient) || isSame(currentEmail, recipient);
}

function findRows(reader: DbOrTx, id: Id, version: number): Promise<RecipientRow[]> {
  const { documentRecipientId, email, openedAt, tokenHash, invitationId, uniqueDocumentId, versionNumber } =
    documentRecipients;
  const isInvited = sql<boolean>`${invitations.invitationId} is not null`;
  return reader
    .select({ documentRecipientId, email, openedAt, tokenHash, invitationId, isInvited })
    .from(documentRecipients)
    .leftJoin(invitations, and(eq(invitations.invitationId, invitationId), isPending()))
    .where(and(eq(uniqueDocumentId, id), eq(versionNumber, version)));
}

/** The members who opened the page of a document since a moment. */
async function findOpeners(reader: DbOrTx, id: Id, since: Date): Promise<Set<Id>> {
  const { uniqueDocumentId, userProfileId, lastAt } = documentOpenings;
  const rows = await reader
    .select({ userProfileId })
    .from(documentOpenings)
    .where(and(eq(uniqueDocumentId, id), gte(lastAt, since)));
  return new Set(rows.flatMap((row) => row.userProfileId ?? []));
}
