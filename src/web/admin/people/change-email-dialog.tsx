import { z } from "zod";
import { changeEmail } from "#contract/admin/people.ts";
import type { ManagedPerson } from "#domain/account/managed-person.ts";
import { Email } from "#domain/account/user-profile.ts";
import { useSchemaForm } from "#web/admin/ui/use-schema-form.ts";
import { call } from "#web/lib/call.ts";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { showToast } from "#web/ui/toasts.tsx";

const EmailForm = z.strictObject({ newEmail: Email });

type ChangeEmailDialogProps = {
  person: ManagedPerson;
  onClose: () => void;
  onChanged: (person: ManagedPerson) => void;
};

/** Sends a confirmation request to the new email. */
export function ChangeEmailDialog({ person, onClose, onChanged }: ChangeEmailDialogProps) {
  const form = useSchemaForm({
    schema: EmailForm,
    values: { newEmail: "" },
    async save(body) {
      onChanged(await call(changeEmail, { params: { id: person.userProfileId }, body }));
      showToast({ title: "Link sent", text: body.newEmail });
      onClose();
    },
  });

  return (
    <FormDialog
      form={form}
      title="Change email"
      description={`We mail a link to the new email. Until its owner confirms it, ${person.email} stays. For a day after that, they cannot accept or sign for an organization unless a colleague there allows it.`}
      action="Send link"
      onClose={onClose}
    >
      <TextField label="New email" type="email" autoComplete="off" form={form} name="newEmail" />
    </FormDialog>
  );
}
