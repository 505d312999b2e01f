import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { changeEmail } from "#contract/admin/people.ts";
import type { ManagedPerson } from "#domain/account/managed-person.ts";
import { Email } from "#domain/account/user-profile.ts";
import { call } from "#web/lib/call.ts";
import { fieldOf } from "#web/lib/field-of.ts";
import { Field } from "#web/ui/field.tsx";
import { showToast } from "#web/ui/toasts.tsx";
import { FormDialog } from "../ui/form-dialog.tsx";

const EmailForm = z.strictObject({ newEmail: Email });

type ChangeEmailDialogProps = {
  person: ManagedPerson;
  onClose: () => void;
  onChanged: (person: ManagedPerson) => void;
};

/** Asks the owner of a new email to confirm it. */
export function ChangeEmailDialog({ person, onClose, onChanged }: ChangeEmailDialogProps) {
  const { register, handleSubmit, formState } = useForm({
    mode: "onTouched",
    resolver: zodResolver(EmailForm),
    defaultValues: { newEmail: "" },
  });
  const { errors } = formState;
  const submit = handleSubmit(async (body) => {
    onChanged(await call(changeEmail, { params: { id: person.userProfileId }, body }));
    showToast({ title: "Link sent", text: body.newEmail });
    onClose();
  });

  return (
    <FormDialog
      title="Change email"
      description={`We mail a link to the new email. Until its owner confirms it, ${person.email} stays. For a day after that, they cannot accept or sign for an organization unless a colleague there allows it.`}
      action="Send link"
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label="New email" type="email" autoComplete="off" {...fieldOf(register, errors, "newEmail")} />
    </FormDialog>
  );
}
