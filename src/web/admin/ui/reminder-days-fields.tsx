import type { FieldValues, Path, UseFormReturn } from "react-hook-form";
import type { ReminderSchedule } from "#domain/documents/reminders.ts";
import { SelectField } from "#web/ui/select-input.tsx";

type Days = keyof ReminderSchedule;
type Props<Typed extends FieldValues> = {
  form: Pick<UseFormReturn<Typed>, "register" | "getFieldState" | "formState" | "getValues">;
  names: Readonly<Record<Days, Path<Typed>>>;
};

const FIELDS = [
  { days: "unopenedDays", label: "Not opened", after: "after sending" },
  { days: "undecidedDays", label: "Not decided", after: "after sending" },
  { days: "endingDays", label: "Ends soon", after: "before the end" },
] as const;

const CHOICES = [1, 2, 3, 5, 7, 10, 14, 21, 30];

/** A select for each kind of reminder. An empty value is none. */
export function ReminderDaysFields<Typed extends FieldValues>({ form, names }: Props<Typed>) {
  return FIELDS.map(({ days, label, after }) => {
    const name = names[days];
    const current = Number(form.getValues(name));
    const choices = new Set([...CHOICES, ...(current > 0 ? [current] : [])]);
    return (
      <SelectField key={days} label={label} form={form} name={name}>
        <option value="">No reminder</option>
        {[...choices]
          .toSorted((one, other) => one - other)
          .map((count) => (
            <option key={count} value={count}>
              {count === 1 ? "1 day" : `${count} days`} {after}
            </option>
          ))}
      </SelectField>
    );
  });
}
