import { z } from "zod";
import { formatter } from "../format.ts";
import { Id } from "../id.ts";
import { Timestamp } from "../record-fields.ts";
import { addDays } from "./validity.ts";

/** Why a recipient of a document that waits for a decision is reminded. Later ones are more urgent. */
export const REMINDER_KINDS = ["UNOPENED", "UNDECIDED", "ENDING"] as const;
export type ReminderKind = (typeof REMINDER_KINDS)[number];

const Days = z
  .int("Please enter a whole number")
  .min(1, "Please use at least 1 day")
  .max(90, "Please use at most 90 days");

/** When recipients of a document are reminded, in days. Null: they are not. */
export const ReminderSchedule = z.strictObject({
  /** After it was sent, those who have not opened it. */
  unopenedDays: Days.nullable(),
  /** After it was sent, while it is not decided. */
  undecidedDays: Days.nullable(),
  /** Before its last day. */
  endingDays: Days.nullable(),
});
export type ReminderSchedule = z.infer<typeof ReminderSchedule>;

export const DEFAULT_SCHEDULE: ReminderSchedule = { unopenedDays: 3, undecidedDays: 7, endingDays: 3 };
export const NO_REMINDERS: ReminderSchedule = { unopenedDays: null, undecidedDays: null, endingDays: null };

/** When reminders may leave, in the recipient's time zone. */
export const ReminderHours = z.strictObject({
  fromHour: z.int().min(0).max(23),
  untilHour: z.int().min(1).max(24),
  isOnWeekends: z.boolean(),
});
export type ReminderHours = z.infer<typeof ReminderHours>;

export const DEFAULT_HOURS: ReminderHours = { fromHour: 8, untilHour: 18, isOnWeekends: false };

/** The error of hours that end before they begin. */
export const HOURS_IN_ORDER = {
  isRight: ({ fromHour, untilHour }: { fromHour: number | string; untilHour: number | string }) =>
    Number(fromHour) < Number(untilHour),
  error: { path: ["untilHour"], message: "Please choose a later hour than the first one" },
};

/** The reminders of the whole company. */
export const CompanyReminders = ReminderSchedule.extend(ReminderHours.shape);
export type CompanyReminders = z.infer<typeof CompanyReminders>;

export const DEFAULT_REMINDERS: CompanyReminders = { ...DEFAULT_SCHEDULE, ...DEFAULT_HOURS };

/** A day and an hour, both in one time zone. */
export type LocalTime = { day: string; hour: number };

export function hourIn(timeZone: string, instant: Date): number {
  return Number(formatter("en-AU", { timeZone, hour: "2-digit", hourCycle: "h23" }).format(instant));
}

function isWeekend(day: string): boolean {
  return [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay());
}

function isSendingDay(day: string, { isOnWeekends }: ReminderHours): boolean {
  return isOnWeekends || !isWeekend(day);
}

export function isSendingTime({ day, hour }: LocalTime, hours: ReminderHours): boolean {
  return isSendingDay(day, hours) && hours.fromHour <= hour && hour < hours.untilHour;
}

/** The first day from a day on, or the last one until it, on which reminders leave. */
function sendingDay(day: string, hours: ReminderHours, step: 1 | -1): string {
  return isSendingDay(day, hours) ? day : sendingDay(addDays(day, step), hours, step);
}

/**
 * A reminder that could not leave for so many days is left out. It is less than the time for which mails are kept, so
 * that those that were sent are known.
 */
export const MAX_DAYS_LATE = 5;

/** The day on which a reminder that is due on a day leaves, seen from today; null: it is too late for it. */
export function reminderDay(dueDay: string, hours: ReminderHours, today: string): string | null {
  const firstDay = sendingDay(today, hours, 1);
  if (firstDay > addDays(dueDay, MAX_DAYS_LATE)) return null;
  return dueDay < firstDay ? firstDay : sendingDay(dueDay, hours, 1);
}

/** What the reminders of one recipient depend on. */
export type Reminded = {
  /** The day on which the version was sent, and the day on which the recipient was mailed it. */
  sentDay: string;
  mailedDay: string;
  validUntil: string | null;
  hasOpened: boolean;
  /** The reminders that they were sent about this version, and this last day. */
  sent: readonly ReminderKind[];
};

/** The next reminder of a recipient and the day on which it leaves; null: none is left. The hour of now is regarded. */
export function planReminder(
  schedule: ReminderSchedule,
  hours: ReminderHours,
  reminded: Reminded,
  now: LocalTime,
): { kind: ReminderKind; day: string } | null {
  const { validUntil, mailedDay } = reminded;
  const openDay = now.hour < hours.untilHour ? now.day : addDays(now.day, 1);
  const firstDay = sendingDay(openDay > mailedDay ? openDay : addDays(mailedDay, 1), hours, 1);
  const planned = dueDays(schedule, hours, reminded)
    .flatMap(({ kind, day: dueDay }) => {
      const day = reminderDay(dueDay, hours, firstDay);
      return day === null ? [] : [{ kind, day }];
    })
    .filter(({ day }) => validUntil === null || day <= validUntil)
    // Of those on one day the most urgent is sent, and it takes the place of the others.
    .toSorted((one, other) =>
      one.day === other.day ? rank(other.kind) - rank(one.kind) : one.day < other.day ? -1 : 1,
    );
  return planned[0] ?? null;
}

const rank = (kind: ReminderKind) => REMINDER_KINDS.indexOf(kind);

function dueDays(
  { unopenedDays, undecidedDays, endingDays }: ReminderSchedule,
  hours: ReminderHours,
  { sentDay, validUntil, hasOpened, sent }: Reminded,
): { kind: ReminderKind; day: string }[] {
  const after = (days: number | null) => (days === null ? null : addDays(sentDay, days));
  // A weekend would bring it after its time.
  const before = (days: number | null) =>
    days === null || validUntil === null ? null : sendingDay(addDays(validUntil, -days), hours, -1);
  const days = {
    UNOPENED: hasOpened ? null : after(unopenedDays),
    UNDECIDED: after(undecidedDays),
    ENDING: before(endingDays),
  };
  const lastSent = Math.max(-1, ...sent.map(rank));
  return REMINDER_KINDS.flatMap((kind) => {
    const day = days[kind];
    return day !== null && day > sentDay && rank(kind) > lastSent ? [{ kind, day }] : [];
  });
}

const SentReminder = z.strictObject({
  kind: z.enum(REMINDER_KINDS),
  name: z.string(),
  email: z.string(),
  /** When it was sent; null: it waits to be sent, or was refused. */
  sentAt: Timestamp.nullable(),
  isRefused: z.boolean(),
});
export type SentReminder = z.infer<typeof SentReminder>;

/** The reminders about the newest version of a document. */
export const DocumentReminders = z.strictObject({
  uniqueDocumentId: Id,
  /** Of this document alone; null: those of the company are used. */
  own: ReminderSchedule.nullable(),
  company: ReminderSchedule,
  /** The first that leave, with the names of those whom they remind; null: none will. */
  next: z
    .strictObject({ kind: z.enum(REMINDER_KINDS), day: z.iso.date(), names: z.array(z.string()) })
    .nullable(),
  /** Newest first. */
  sent: z.array(SentReminder),
});
export type DocumentReminders = z.infer<typeof DocumentReminders>;
