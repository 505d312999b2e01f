import { useId, useState } from "react";
import { useForm } from "react-hook-form";
import { findEmailFault } from "#domain/account/email-address.ts";
import { fullName } from "#domain/account/user-profile.ts";
import type { PermissionType } from "#domain/permissions/organization-permission.ts";
import { explainFormFailure } from "#web/lib/call.ts";
import { fieldOf } from "#web/lib/field-of.ts";
import { Button } from "#web/ui/button.tsx";
import { ChoiceCards } from "#web/ui/choice-cards.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { DiscardDialog, KeepTyped } from "#web/ui/keep-typed.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { showToast } from "#web/ui/toasts.tsx";

type NewUser = {
  userDetails: { email: string; firstName: string; lastName: string };
  permissionType: PermissionType;
};

type AddUserDialogProps = {
  isOpen: boolean;
  onClose: () => void;
  /** Throws if the request failed: the dialog stays open with the typed text. */
  onAdd: (user: NewUser) => Promise<void>;
};

const EMPTY = { firstName: "", lastName: "", email: "", permissionType: "read" as PermissionType };

const isFilled = (text: string) => text.trim() !== "";
const NAME_RULES = { maxLength: { value: 100, message: "At most 100 characters" } };
const CHOICES: { value: PermissionType; label: string; meaning: string }[] = [
  { value: "read", label: "Read", meaning: "Sees documents, work orders and invoices" },
  { value: "write", label: "Write", meaning: "May also accept documents and manage people" },
];

export function AddUserDialog({ isOpen, onClose, onAdd }: AddUserDialogProps) {
  const formId = useId();
  const [failure, setFailure] = useState<string | null>(null);
  const { register, handleSubmit, reset, formState } = useForm({ mode: "onTouched", defaultValues: EMPTY });
  const { errors, isValid, isDirty, isSubmitting } = formState;
  const [isAsking, setIsAsking] = useState(false);

  function close() {
    setIsAsking(false);
    onClose();
    reset(EMPTY);
    setFailure(null);
  }

  const submit = handleSubmit(async ({ firstName, lastName, email, permissionType }) => {
    setFailure(null);
    const name = fullName({ firstName: firstName.trim(), lastName: lastName.trim() });
    try {
      await onAdd({
        userDetails: { firstName: firstName.trim(), lastName: lastName.trim(), email: email.trim() },
        permissionType,
      });
    } catch (error) {
      setFailure(explainFormFailure(error));
      return;
    }
    showToast({ title: "Request sent", text: `We'll review ${name}'s access shortly.` });
    close();
  });

  return (
    <>
      <Dialog
        isOpen={isOpen}
        onClose={() => (isDirty ? setIsAsking(true) : close())}
        isLocked={isSubmitting}
        title="Add User"
        description="We review each request before giving access."
        actions={
          <>
            <Button onClick={close} disabled={isSubmitting}>
              Cancel
            </Button>
            <Button tone="primary" type="submit" form={formId} disabled={!isValid} isBusy={isSubmitting}>
              Add
            </Button>
          </>
        }
      >
        <form id={formId} noValidate className="space-y-4" onSubmit={(event) => void submit(event)}>
          {failure ? <Notice tone="error">{failure}</Notice> : null}
          <div className="grid gap-4 sm:grid-cols-2">
            <Field
              label="First Name"
              autoComplete="off"
              error={errors.firstName?.message}
              {...register("firstName", {
                ...NAME_RULES,
                validate: (text) => isFilled(text) || "Please enter a first name",
              })}
            />
            <Field
              label="Last Name"
              autoComplete="off"
              hint="Leave empty for a person with one name"
              {...fieldOf(register, errors, "lastName", NAME_RULES)}
            />
          </div>
          <Field
            label="Email"
            type="email"
            inputMode="email"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            error={errors.email?.message}
            {...register("email", {
              validate: (text) => findEmailFault(text, "Please enter an email address") ?? true,
            })}
          />
          <ChoiceCards
            legend="Permission Type"
            choices={CHOICES}
            inputProps={() => register("permissionType")}
            isRow
          />
        </form>
      </Dialog>
      <DiscardDialog isOpen={isAsking} onKeep={() => setIsAsking(false)} onDiscard={close} />
      <KeepTyped isTyped={isOpen && isDirty && !isSubmitting} />
    </>
  );
}
