import { z } from "zod";
import { orNone, typedNumber } from "../typed-text.ts";
import { CompanyReminders, HOURS_IN_ORDER, type ReminderSchedule } from "./reminders.ts";

const { unopenedDays, undecidedDays, endingDays, fromHour, untilHour, isOnWeekends } = CompanyReminders.shape;

/** A schedule in a form. An empty field is no reminder. */
export const TypedSchedule = z.strictObject({
  unopenedDays: orNone(typedNumber(unopenedDays.unwrap())),
  undecidedDays: orNone(typedNumber(undecidedDays.unwrap())),
  endingDays: orNone(typedNumber(endingDays.unwrap())),
});

export const TypedReminders = TypedSchedule.extend({
  fromHour: typedNumber(fromHour),
  untilHour: typedNumber(untilHour),
  isOnWeekends,
}).refine(HOURS_IN_ORDER.isRight, HOURS_IN_ORDER.error);

export function typeSchedule({ unopenedDays, undecidedDays, endingDays }: ReminderSchedule) {
  const typed = (days: number | null) => (days === null ? "" : String(days));
  return {
    unopenedDays: typed(unopenedDays),
    undecidedDays: typed(undecidedDays),
    endingDays: typed(endingDays),
  };
}

export function typeReminders({ fromHour, untilHour, isOnWeekends, ...schedule }: CompanyReminders) {
  return {
    ...typeSchedule(schedule),
    fromHour: String(fromHour),
    untilHour: String(untilHour),
    isOnWeekends,
  };
}
