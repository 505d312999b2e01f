import type { UseFormRegisterReturn } from "react-hook-form";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";

type CodeStepProps = {
  /** The email that the code was sent to. */
  email: string;
  field: UseFormRegisterReturn;
  error: string | undefined;
  isSending: boolean;
  onSendAgain: () => void;
};

/** The step for the mailed code. If the portal asks for one, nothing is signed without it. */
export function CodeStep({ email, field, error, isSending, onSendAgain }: CodeStepProps) {
  return (
    <div className="rounded-md border border-brand/40 bg-brand-soft p-4">
      <p role="status" className="mb-3 text-pretty text-sm [overflow-wrap:anywhere]">
        We sent a code to {email}. It works for ten minutes: enter it here, then accept once more.
      </p>
      <Field
        label="Code"
        autoComplete="one-time-code"
        inputMode="numeric"
        className="tracking-[0.2em]"
        error={error}
        {...field}
      />
      <Button size="sm" className="mt-3" isBusy={isSending} onClick={onSendAgain}>
        Send a new code
      </Button>
    </div>
  );
}
