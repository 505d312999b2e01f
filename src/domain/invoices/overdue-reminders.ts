import { z } from "zod";
import { ReminderSchedule } from "../documents/reminders.ts";

const Days = ReminderSchedule.shape.undecidedDays;

/** The days after its due date on which the people who got an unpaid invoice are reminded. Null: they are not. */
export const OverdueSchedule = z.strictObject({ firstDays: Days, secondDays: Days, thirdDays: Days });
export type OverdueSchedule = z.infer<typeof OverdueSchedule>;

export const DEFAULT_OVERDUE: OverdueSchedule = { firstDays: 3, secondDays: 7, thirdDays: 14 };
