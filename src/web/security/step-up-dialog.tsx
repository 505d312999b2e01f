import { useId, useState } from "react";
import { requestPasskeyChallenge } from "#contract/security.ts";
import { call } from "#web/lib/call.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { FormFailure, useRecordForm } from "#web/ui/record-form.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { explainPasskey, signWithPasskey } from "./passkey-device.ts";
import { CODE_FIELD, PASSWORD_FIELD } from "./sign-in-fields.ts";

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
  code: "Enter the code from your authenticator app, or a backup code, to continue.",
  password: "Enter your password to continue.",
  passkey: "Use one of your passkeys to continue.",
};

/** Step-up: re-authenticates a signed-in person, such as before they accept or sign. */
export function StepUpDialog({ way, hasPasskey, onSend, onClose }: StepUpDialogProps) {
  const formId = useId();
  const [failure, setFailure] = useState<string | null>(null);
  const [isSigning, setIsSigning] = useState(false);
  const form = useRecordForm({
    values: { typed: "" },
    hasGuard: false,
    save: async ({ typed }) => setFailure(await onSend(typed)),
  });
  const isBusy = form.isBusy || isSigning;
  const sign = async () => {
    setIsSigning(true);
    setFailure(null);
    try {
      const signed = await signWithPasskey(await call(requestPasskeyChallenge));
      setFailure(await onSend(JSON.stringify(signed)));
    } catch (error) {
      setFailure(explainPasskey(error));
    }
    setIsSigning(false);
  };
  const isTyped = way !== "passkey";
  return (
    <Dialog
      isOpen
      isLocked={isBusy}
      onClose={onClose}
      title="Confirm it's you"
      description={ASKED[way]}
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
            <Button tone="primary" type="submit" form={formId} isBusy={form.isBusy}>
              Confirm
            </Button>
          ) : null}
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className="space-y-4"
        onSubmit={(event) => {
          setFailure(null);
          form.submit(event);
        }}
      >
        <FormFailure>{failure ?? form.failure}</FormFailure>
        {way === "code" ? (
          <TextField
            {...CODE_FIELD}
            form={form}
            name="typed"
            rules={{ required: "Please enter the code that your app shows" }}
          />
        ) : null}
        {way === "password" ? (
          <TextField
            {...PASSWORD_FIELD}
            form={form}
            name="typed"
            rules={{ required: "Please enter your password" }}
          />
        ) : null}
      </form>
    </Dialog>
  );
}
