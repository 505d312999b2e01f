import { z } from "zod";
import { type ReminderHours, ReminderSchedule, reminderDay } from "../documents/reminders.ts";
import { addDays } from "../documents/validity.ts";

const Days = ReminderSchedule.shape.undecidedDays;

/** The days after its due date on which the people who got an unpaid invoice are reminded. Null: they are not. */
export const OverdueSchedule = z.strictObject({ firstDays: Days, secondDays: Days, thirdDays: Days });
export type OverdueSchedule = z.infer<typeof OverdueSchedule>;

export const DEFAULT_OVERDUE: OverdueSchedule = { firstDays: 3, secondDays: 7, thirdDays: 14 };

export const OVERDUE_KINDS = ["FIRST", "SECOND", "THIRD"] as const;
export type OverdueKind = (typeof OVERDUE_KINDS)[number];

/**
 * The reminder of an overdue invoice that leaves on a day of the company; null: none does. Each kind leaves once for a
 * due date, none after a later kind, and of several on one day the latest.
 */
export function dueReminder(
  { firstDays, secondDays, thirdDays }: OverdueSchedule,
  hours: ReminderHours,
  { dueDate, issuedDay, sent }: { dueDate: string; issuedDay: string; sent: readonly OverdueKind[] },
  today: string,
): OverdueKind | null {
  const days = { FIRST: firstDays, SECOND: secondDays, THIRD: thirdDays };
  const lastSent = Math.max(-1, ...sent.map((kind) => OVERDUE_KINDS.indexOf(kind)));
  const isDue = (kind: OverdueKind, index: number) => {
    const after = days[kind];
    if (after === null || index <= lastSent || today <= issuedDay) return false;
    return reminderDay(addDays(dueDate, after), hours, today) === today;
  };
  return OVERDUE_KINDS.findLast(isDue) ?? null;
}
