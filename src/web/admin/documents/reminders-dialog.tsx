import { z } from "zod";
import { listActivity } from "#contract/admin/activity.ts";
import { changeReminders, getReminders } from "#contract/admin/reminders.ts";
import { type DocumentReminders, NO_REMINDERS } from "#domain/documents/reminders.ts";
import { TypedSchedule, typeSchedule } from "#domain/documents/typed-reminders.ts";
import { call } from "#web/lib/call.ts";
import { useCached } from "#web/lib/use-call.ts";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { SelectField } from "#web/ui/select-input.tsx";
import { showToast } from "#web/ui/toasts.tsx";
import { ReminderDaysFields } from "../ui/reminder-days-fields.tsx";
import { useSchemaForm } from "../ui/use-schema-form.ts";

const TypedChoice = TypedSchedule.extend({ mode: z.enum(["company", "own", "off"]) });

/** Chooses when the recipients of one document are reminded. */
export function RemindersDialog({
  reminders,
  onClose,
}: {
  reminders: DocumentReminders;
  onClose: () => void;
}) {
  const { uniqueDocumentId, own, company } = reminders;
  const cached = useCached();
  const params = { id: uniqueDocumentId };
  const form = useSchemaForm({
    schema: TypedChoice,
    values: { mode: modeOf(own), ...typeSchedule(isOff(own) ? company : (own ?? company)) },
    async save({ mode, ...schedule }) {
      const chosen = { company: null, own: schedule, off: NO_REMINDERS }[mode];
      await cached.replace(
        getReminders,
        { params },
        await call(changeReminders, { params, body: { own: chosen } }),
      );
      void cached.refetch(listActivity);
      showToast({ title: "Reminders saved" });
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title="Reminders of this document"
      description="Each recipient gets each email once, until the document is accepted, declined or recalled."
      action="Save"
      failureTitle="The reminders weren't saved"
      onClose={onClose}
    >
      <SelectField label="Remind" form={form} name="mode">
        <option value="company">As in the settings</option>
        <option value="own">At other times</option>
        <option value="off">Not at all</option>
      </SelectField>
      {form.watch("mode") === "own" ? <ReminderDaysFields form={form} names={NAMES} /> : null}
    </FormDialog>
  );
}

const NAMES = {
  unopenedDays: "unopenedDays",
  undecidedDays: "undecidedDays",
  endingDays: "endingDays",
} as const;

function isOff(own: DocumentReminders["own"]): boolean {
  return own !== null && Object.values(own).every((days) => days === null);
}

function modeOf(own: DocumentReminders["own"]) {
  if (own === null) return "company";
  return isOff(own) ? "off" : "own";
}
