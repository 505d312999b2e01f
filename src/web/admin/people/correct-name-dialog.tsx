import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { correctName } from "#contract/admin/people.ts";
import type { ManagedPerson } from "#domain/account/managed-person.ts";
import { displayName } from "#domain/account/user-profile.ts";
import { call } from "#web/lib/call.ts";
import { fieldOf } from "#web/lib/field-of.ts";
import { Field } from "#web/ui/field.tsx";
import { showToast } from "#web/ui/toasts.tsx";
import { FormDialog } from "../ui/form-dialog.tsx";

type CorrectNameDialogProps = {
  person: ManagedPerson;
  onClose: () => void;
  onChanged: (person: ManagedPerson) => void;
};

/** Corrects a person's name. */
export function CorrectNameDialog({ person, onClose, onChanged }: CorrectNameDialogProps) {
  const { register, handleSubmit, formState } = useForm({
    mode: "onTouched",
    resolver: zodResolver(correctName.body),
    defaultValues: { firstName: person.firstName, lastName: person.lastName },
  });
  const { errors } = formState;
  const submit = handleSubmit(async (body) => {
    const changed = await call(correctName, { params: { id: person.userProfileId }, body });
    onChanged(changed);
    showToast({ title: "Name corrected", text: displayName(changed) });
    onClose();
  });

  return (
    <FormDialog
      title="Correct name"
      description="What they accepted and signed keeps the name of its day."
      action="Save"
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label="First name" autoComplete="off" {...fieldOf(register, errors, "firstName")} />
      <Field
        label="Last name"
        autoComplete="off"
        hint="Leave empty for a person with one name"
        {...fieldOf(register, errors, "lastName")}
      />
    </FormDialog>
  );
}
