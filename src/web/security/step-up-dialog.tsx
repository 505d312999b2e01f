import { useId, useState } from "react";
import { useForm } from "react-hook-form";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Field, PasswordField } from "#web/ui/field.tsx";
import { Notice } from "#web/ui/notice.tsx";

type StepUpDialogProps = {
  way: "code" | "password";
  /** Sends what was typed. Resolves with why it is wrong, or with null once the call has ended. */
  onSend: (typed: string) => Promise<string | null>;
  onClose: () => void;
};

/** Asks a signed-in person to show that it is still them, before they accept or sign. */
export function StepUpDialog({ way, onSend, onClose }: StepUpDialogProps) {
  const formId = useId();
  const [failure, setFailure] = useState<string | null>(null);
  const { register, handleSubmit, formState } = useForm({ defaultValues: { typed: "" } });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async ({ typed }) => {
    setFailure(null);
    setFailure(await onSend(typed));
  });
  const isCode = way === "code";
  const field = register("typed", {
    required: isCode ? "Please enter the code that your app shows" : "Please enter your password",
  });
  return (
    <Dialog
      isOpen
      isLocked={isSubmitting}
      onClose={onClose}
      title="Confirm that it is you"
      description={
        isCode
          ? "Enter the code that your authenticator app shows, or a backup code. Nothing is accepted before."
          : "Enter your password. Nothing is accepted before."
      }
      actions={
        <>
          <Button onClick={onClose} disabled={isSubmitting}>
            Cancel
          </Button>
          <Button tone="primary" type="submit" form={formId} isBusy={isSubmitting}>
            Confirm
          </Button>
        </>
      }
    >
      <form id={formId} noValidate className="space-y-4" onSubmit={(event) => void submit(event)}>
        {failure ? <Notice tone="error">{failure}</Notice> : null}
        {isCode ? (
          <Field
            label="Code"
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            className="tracking-[0.1em]"
            error={errors.typed?.message}
            {...field}
          />
        ) : (
          <PasswordField
            label="Password"
            autoComplete="current-password"
            error={errors.typed?.message}
            {...field}
          />
        )}
      </form>
    </Dialog>
  );
}
