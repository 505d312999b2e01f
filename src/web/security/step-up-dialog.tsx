import { useId, useState } from "react";
import { useForm } from "react-hook-form";
import { askForPasskey } from "#contract/security.ts";
import { call } from "#web/lib/call.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Field, PasswordField } from "#web/ui/field.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { explainPasskey, signWithPasskey } from "./passkey-device.ts";

type Way = "code" | "password" | "passkey";
type StepUpDialogProps = {
  way: Way;
  /** Whether a passkey is a way, too. */
  hasPasskey: boolean;
  /** Sends what was typed or signed. Resolves with why it is wrong, or with null once the call has ended. */
  onSend: (proof: string) => Promise<string | null>;
  onClose: () => void;
};

const ASKED: Record<Way, string> = {
  code: "Enter the code that your authenticator app shows, or a backup code.",
  password: "Enter your password.",
  passkey: "Use one of your passkeys.",
};

/** Asks a signed-in person to show that it is still them, such as before they accept or sign. */
export function StepUpDialog({ way, hasPasskey, onSend, onClose }: StepUpDialogProps) {
  const formId = useId();
  const [failure, setFailure] = useState<string | null>(null);
  const [isSigning, setIsSigning] = useState(false);
  const { register, handleSubmit, formState } = useForm({ defaultValues: { typed: "" } });
  const { errors } = formState;
  const isBusy = formState.isSubmitting || isSigning;
  const submit = handleSubmit(async ({ typed }) => {
    setFailure(null);
    setFailure(await onSend(typed));
  });
  const sign = async () => {
    setIsSigning(true);
    setFailure(null);
    try {
      const signed = await signWithPasskey(await call(askForPasskey));
      setFailure(await onSend(JSON.stringify(signed)));
    } catch (error) {
      setFailure(explainPasskey(error));
    }
    setIsSigning(false);
  };
  const isTyped = way !== "passkey";
  const field = register("typed", {
    required: way === "code" ? "Please enter the code that your app shows" : "Please enter your password",
  });
  return (
    <Dialog
      isOpen
      isLocked={isBusy}
      onClose={onClose}
      title="Confirm that it is you"
      description={`${ASKED[way]} Nothing is done until then.`}
      actions={
        <>
          <Button onClick={onClose} disabled={isBusy}>
            Cancel
          </Button>
          {hasPasskey ? (
            <Button tone={isTyped ? "secondary" : "primary"} isBusy={isSigning} onClick={() => void sign()}>
              Use a passkey
            </Button>
          ) : null}
          {isTyped ? (
            <Button tone="primary" type="submit" form={formId} isBusy={formState.isSubmitting}>
              Confirm
            </Button>
          ) : null}
        </>
      }
    >
      <form id={formId} noValidate className="space-y-4" onSubmit={(event) => void submit(event)}>
        {failure ? <Notice tone="error">{failure}</Notice> : null}
        {way === "code" ? (
          <Field
            label="Code"
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            className="tracking-[0.1em]"
            error={errors.typed?.message}
            {...field}
          />
        ) : null}
        {way === "password" ? (
          <PasswordField
            label="Password"
            autoComplete="current-password"
            error={errors.typed?.message}
            {...field}
          />
        ) : null}
      </form>
    </Dialog>
  );
}
