import { useId } from "react";
import { requestPasskeyChallenge } from "#contract/security.ts";
import { ApiError } from "#web/lib/api-error.ts";
import { call } from "#web/lib/call.ts";
import { useAction } from "#web/lib/use-action.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { FormFailure, useRecordForm } from "#web/ui/record-form.tsx";
import { showOutside } from "#web/ui/show-outside.ts";
import { TextField } from "#web/ui/text-field.tsx";
import { explainPasskey, signWithPasskey } from "./passkey-device.ts";
import { RequiredFactor } from "./required-factor.tsx";
import { CODE_FIELD, PASSWORD_FIELD } from "./sign-in-fields.ts";

// Shown above the screen that made the call. The call is deferred, so no input and no request is lost.

type Again<Answer> = (proof?: string) => Promise<Answer>;

/** Requests what the server demands before it answers a call, and repeats the call. */
export async function meetDemand<Answer>(demand: ApiError, again: Again<Answer>): Promise<Answer> {
  if (demand.details.reason === "step-up") return stepUp(demand, again);
  await untilFactorIsOn();
  return again();
}

let factorIsOn: Promise<void> | null = null;

/** All calls that wait share one dialog. */
function untilFactorIsOn(): Promise<void> {
  factorIsOn ??= new Promise<void>((resolve) => {
    const close = showOutside(
      <RequiredFactor
        onDone={() => {
          close();
          factorIsOn = null;
          resolve();
        }}
      />,
    );
  });
  return factorIsOn;
}

type Way = "code" | "password" | "passkey";
/** `hasPasskey`: a passkey is a way, too. `minutes`: how long the person is then not asked again. */
type StepUpDemand = { way: Way; hasPasskey: boolean; minutes?: number };

/** Rejects with the demand if the person cancels. */
function stepUp<Answer>(demand: ApiError, again: Again<Answer>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const end = (settle: () => void) => {
      close();
      settle();
      return null;
    };
    const send = async (typed: string) => {
      try {
        const answer = await again(typed);
        return end(() => resolve(answer));
      } catch (error) {
        return isWrong(error) ? error.message : end(() => reject(error));
      }
    };
    const { way, hasPasskey, minutes = 0 } = demand.details as StepUpDemand;
    const close = showOutside(
      <StepUpDialog
        way={way}
        hasPasskey={hasPasskey}
        minutes={minutes}
        onSend={send}
        onClose={() => end(() => reject(demand))}
      />,
    );
  });
}

/** Whether the person can try again with something else. */
function isWrong(error: unknown): error is ApiError {
  const reasons: unknown[] = ["wrong-second-factor", "wrong-password", "wrong-passkey"];
  return error instanceof ApiError && reasons.includes(error.details.reason);
}

type StepUpDialogProps = StepUpDemand & {
  /** Sends what was typed or signed. Resolves with why it is wrong, or with null once the call has ended. */
  onSend: (proof: string) => Promise<string | null>;
  onClose: () => void;
};

const INSTRUCTIONS: Record<Way, string> = {
  code: "Enter the code from your authenticator app, or a backup code, to continue.",
  password: "Enter your password to continue.",
  passkey: "Use one of your passkeys to continue.",
};

const lasting = (minutes: number) =>
  `This lasts ${minutes} minutes in this browser, for all changes to people and their access.`;

/** Step-up: re-authenticates a signed-in person, such as before they accept or sign. */
function StepUpDialog({ way, hasPasskey, minutes = 0, onSend, onClose }: StepUpDialogProps) {
  const formId = useId();
  const { isBusy: isSigning, failure, setFailure, run } = useAction(explainPasskey);
  const form = useRecordForm({
    values: { typed: "" },
    hasGuard: false,
    save: async ({ typed }) => setFailure(await onSend(typed)),
  });
  const isBusy = form.isBusy || isSigning;
  const sign = () =>
    run(async () => {
      const signed = await signWithPasskey(await call(requestPasskeyChallenge));
      setFailure(await onSend(JSON.stringify(signed)));
    });
  const isTyped = way !== "passkey";
  return (
    <Dialog
      isOpen
      isLocked={isBusy}
      onClose={onClose}
      title="Confirm it's you"
      description={minutes > 0 ? `${INSTRUCTIONS[way]} ${lasting(minutes)}` : INSTRUCTIONS[way]}
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
        {isTyped ? (
          <TextField
            {...(way === "code" ? CODE_FIELD : PASSWORD_FIELD)}
            form={form}
            name="typed"
            rules={{
              required:
                way === "code" ? "Please enter the code that your app shows" : "Please enter your password",
            }}
          />
        ) : null}
      </form>
    </Dialog>
  );
}
