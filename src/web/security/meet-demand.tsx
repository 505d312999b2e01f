import { useEffect, useEffectEvent, useId, useState } from "react";
import { requestPasskeyChallenge } from "#contract/security.ts";
import { ApiError } from "#web/lib/api-error.ts";
import { call } from "#web/lib/call.ts";
import { randomKey } from "#web/lib/idempotency-keys.ts";
import { useAction } from "#web/lib/use-action.ts";
import { PATHS } from "#web/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { FormFailure, useRecordForm } from "#web/ui/record-form.tsx";
import { showOutside } from "#web/ui/show-outside.ts";
import { TextField } from "#web/ui/text-field.tsx";
import { ExternalLink } from "#web/ui/text-link.tsx";
import { BlockedWindow } from "./issuer-buttons.tsx";
import { issuerWindowPath, onProof, openIssuerWindow } from "./issuer-flow.ts";
import { explainPasskey, signWithPasskey } from "./passkey-device.ts";
import { RequiredFactor } from "./required-factor.tsx";
import { CODE_FIELD, PASSWORD_FIELD } from "./sign-in-fields.ts";

// Shown above the screen that made the call. The call is deferred, so no input and no request is lost.

type Again<Answer> = (proof?: string) => Promise<Answer>;

/** Requests what the server demands before it answers a call, and repeats the call. */
export async function meetDemand<Answer>(demand: ApiError, again: Again<Answer>): Promise<Answer> {
  if (demand.details.reason === "step-up") return stepUp(demand, again);
  if (demand.details.reason === "no-password") return explainPassword(demand);
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

/** Shows where to set a password, and rejects. Setting one ends this session. */
function explainPassword(demand: ApiError): Promise<never> {
  return new Promise((_resolve, reject) => {
    const end = () => {
      close();
      reject(demand);
    };
    const close = showOutside(
      <Dialog
        isOpen
        title="You have no password yet"
        description={demand.message}
        onClose={end}
        actions={<Button onClick={end}>Close</Button>}
      >
        <ExternalLink href={`${PATHS.login}?step=forgot-password`}>Set a password</ExternalLink>
      </Dialog>,
    );
  });
}

type Way = "code" | "password" | "passkey" | "single-sign-on";
/**
 * `hasPasskey`: a passkey is a way, too. `minutes`: how long the person is then not asked again. `name`: of the issuer
 * of their session. `otherWay`: if that doesn't answer; null for none.
 */
type StepUpDemand = {
  way: Way;
  hasPasskey: boolean;
  minutes?: number;
  name?: string;
  otherWay?: Way | null;
};

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
    const shown = {
      ...(demand.details as StepUpDemand),
      onSend: send,
      onClose: () => end(() => reject(demand)),
    };
    const close = showOutside(
      shown.way === "single-sign-on" ? <IssuerStepUp {...shown} /> : <StepUpDialog {...shown} />,
    );
  });
}

/** Whether the person can try again with something else. */
function isWrong(error: unknown): error is ApiError {
  const reasons: unknown[] = ["wrong-second-factor", "wrong-password", "wrong-passkey", "step-up"];
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
  "single-sign-on": "Sign in again to continue. That opens in a window of its own.",
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

/** Step-up at the issuer of the session, or in the way of a sign-in without it. */
function IssuerStepUp(props: StepUpDialogProps) {
  const { otherWay = null } = props;
  const [isOther, setIsOther] = useState(false);
  if (isOther && otherWay !== null) return <StepUpDialog {...props} way={otherWay} />;
  return <IssuerStepUpDialog {...props} onOther={otherWay === null ? null : () => setIsOther(true)} />;
}

/** Step-up by a fresh sign-in at the issuer of the session, in a window of its own. */
function IssuerStepUpDialog({
  name = "",
  minutes = 0,
  onSend,
  onClose,
  onOther,
}: StepUpDialogProps & { onOther: (() => void) | null }) {
  const [waiting] = useState(randomKey);
  const flow = { issuerId: null, waiting };
  const [step, setStep] = useState<"ready" | "blocked" | "open" | "sending">("ready");
  const [failure, setFailure] = useState<string | null>(null);
  const send = useEffectEvent(async (proof: string) => {
    setStep("sending");
    setFailure(await onSend(proof));
    setStep("ready");
  });
  useEffect(() => onProof(waiting, (proof) => void send(proof)), [waiting]);
  const isSending = step === "sending";
  return (
    <Dialog
      isOpen
      isLocked={isSending}
      onClose={onClose}
      title="Confirm it's you"
      description={
        minutes > 0 ? `${INSTRUCTIONS["single-sign-on"]} ${lasting(minutes)}` : INSTRUCTIONS["single-sign-on"]
      }
      actions={
        <>
          <Button onClick={onClose} disabled={isSending}>
            Cancel
          </Button>
          {onOther ? (
            <Button onClick={onOther} disabled={isSending}>
              Another way
            </Button>
          ) : null}
          <Button
            tone="primary"
            isWrapping
            isBusy={isSending}
            onClick={() => {
              setFailure(null);
              setStep(openIssuerWindow(flow) ? "open" : "blocked");
            }}
          >
            Confirm with {name}
          </Button>
        </>
      }
    >
      {failure ? <FormFailure>{failure}</FormFailure> : null}
      {step === "open" ? (
        <p role="status" className="text-ink-soft">
          Waiting for {name}. This goes on by itself once you've signed in there.
        </p>
      ) : null}
      {step === "blocked" ? <BlockedWindow path={issuerWindowPath(flow)} name={name} /> : null}
    </Dialog>
  );
}
