import { correctName } from "#contract/admin/people.ts";
import type { ManagedPerson } from "#domain/account/managed-person.ts";
import { displayName } from "#domain/account/user-profile.ts";
import { useSchemaForm } from "#web/admin/ui/use-schema-form.ts";
import { call } from "#web/lib/call.ts";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { showToast } from "#web/ui/toasts.tsx";

type CorrectNameDialogProps = {
  person: ManagedPerson;
  onClose: () => void;
  onChanged: (person: ManagedPerson) => void;
};

/** Corrects a person's name. */
export function CorrectNameDialog({ person, onClose, onChanged }: CorrectNameDialogProps) {
  const form = useSchemaForm({
    schema: correctName.body,
    values: { firstName: person.firstName, lastName: person.lastName },
    async save(body) {
      const changed = await call(correctName, { params: { id: person.userProfileId }, body });
      onChanged(changed);
      showToast({ title: "Name corrected", text: displayName(changed) });
      onClose();
    },
  });

  return (
    <FormDialog
      form={form}
      title="Correct name"
      description="Their decisions and signatures keep the name used at the time."
      action="Save"
      onClose={onClose}
    >
      <TextField label="First name" autoComplete="off" form={form} name="firstName" />
      <TextField
        label="Last name"
        autoComplete="off"
        hint="Leave empty for a person with one name"
        form={form}
        name="lastName"
      />
    </FormDialog>
  );
}
