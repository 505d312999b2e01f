import { useEffect, useRef, useState } from "react";
import { ApiError } from "#web/lib/api-error.ts";
import { SESSION_ENDED, signIn } from "#web/lib/session.ts";
import { PATHS } from "#web/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { showOutside } from "#web/ui/show-outside.ts";
import { TextField } from "#web/ui/text-field.tsx";
import { ExternalLink } from "#web/ui/text-link.tsx";
import { IssuerWindowButtons } from "./issuer-buttons.tsx";
import { EMAIL_RULES, FACTOR_CODE_RULES, PASSWORD_RULES, refusalOf } from "./login-step.ts";
import { PasskeyButton } from "./passkey-button.tsx";
import { CODE_FIELD, PASSWORD_FIELD } from "./sign-in-fields.ts";
import { EmailField, StepFrame, StepLink } from "./step-frame.tsx";
import { useStepForm } from "./use-step-form.ts";

/** Shows the sign-in above the covered page until the returned function is called (src/web/lib/session.ts). */
export function showSignIn(email: string, onCancel: (error: ApiError) => void): () => void {
  const { title } = document;
  // Titles name documents and clients.
  document.title = TITLE;
  const place = document.createElement("div");
  place.dataset.signIn = "";
  const close = showOutside(<SignInOverPage email={email} onCancel={() => onCancel(sessionEnd())} />, place);
  const release = guard(place);
  return () => {
    release();
    close();
    document.title = title;
  };
}

const TITLE = "Your session has ended";

function sessionEnd(): ApiError {
  const message = "Your session has ended, so this wasn't saved. What you typed is still here.";
  return new ApiError(401, "unauthenticated", message, { reason: SESSION_ENDED });
}

type Typed = { email: string; password: string };
type StepProps = { typed: Typed; onCancel: () => void };

/** Signing in closes it, because the session goes on then. */
function SignInOverPage({ email, onCancel }: { email: string; onCancel: () => void }) {
  const [typed, setTyped] = useState<Typed>({ email, password: "" });
  const [step, setStep] = useState<"password" | "code" | "cancelled">("password");
  const props = {
    typed,
    onCancel() {
      setStep("cancelled");
      onCancel();
    },
  };
  const isCancelled = step === "cancelled";
  return (
    <Dialog
      isOpen
      title={TITLE}
      description={
        isCancelled
          ? "Nothing was saved. What you typed is still on this page: sign in to see it again."
          : "Sign in to continue. What you typed is still here."
      }
      onClose={() => isCancelled || props.onCancel()}
      actions={
        isCancelled ? (
          <Button tone="primary" onClick={() => setStep("password")}>
            Sign in
          </Button>
        ) : undefined
      }
    >
      {step === "password" ? (
        <PasswordStep
          {...props}
          formerEmail={email}
          onCode={(next) => {
            setTyped(next);
            setStep("code");
          }}
        />
      ) : null}
      {step === "code" ? <CodeStep {...props} /> : null}
    </Dialog>
  );
}

type PasswordStepProps = StepProps & { formerEmail: string; onCode: (typed: Typed) => void };

function PasswordStep({ typed, formerEmail, onCode, onCancel }: PasswordStepProps) {
  const [isAnother, setIsAnother] = useState(false);
  const form = useStepForm({ email: typed.email, password: "" }, async ({ email, password }) => {
    try {
      await signIn(email, password);
    } catch (error) {
      if (refusalOf(error) !== "second-factor") throw error;
      onCode({ email, password });
    }
  });
  const email = form.field("email", EMAIL_RULES);
  return (
    <FocusedOn name={typed.email === "" ? "email" : "password"}>
      <StepFrame
        form={form}
        action="Sign in"
        other={<PasskeyButton onFailure={form.setFailure} onEntered={async () => undefined} />}
        footer={
          <>
            <ExternalLink href={`${PATHS.login}?step=forgot-password`}>Forgot your password?</ExternalLink>
            <StepLink onClick={onCancel}>Cancel</StepLink>
          </>
        }
      >
        <EmailField
          {...email}
          {...(isAnother && { hint: "Signing in as someone else discards what was typed here." })}
          onChange={(event) => {
            setIsAnother(event.currentTarget.value.trim().toLowerCase() !== formerEmail.toLowerCase());
            email.onChange?.(event);
          }}
        />
        <TextField {...PASSWORD_FIELD} {...form.field("password", PASSWORD_RULES)} />
      </StepFrame>
      <IssuerWindowButtons />
    </FocusedOn>
  );
}

function CodeStep({ typed, onCancel }: StepProps) {
  const form = useStepForm({ code: "" }, ({ code }) => signIn(typed.email, typed.password, code));
  return (
    <FocusedOn name="code">
      <StepFrame
        form={form}
        intro="Enter the code that your authenticator app shows. Don't have the app? Enter one of your backup codes."
        action="Sign in"
        other={<PasskeyButton onFailure={form.setFailure} onEntered={async () => undefined} />}
        footer={<StepLink onClick={onCancel}>Cancel</StepLink>}
      >
        <TextField {...CODE_FIELD} {...form.field("code", FACTOR_CODE_RULES)} />
      </StepFrame>
    </FocusedOn>
  );
}

/** Begins in the field that is still empty. */
function FocusedOn({ name, children }: { name: string; children: React.ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.querySelector<HTMLElement>(`[name=${name}]`)?.focus(), [name]);
  return <div ref={place}>{children}</div>;
}

const KEYS_AND_CLIPBOARD = ["keydown", "keyup", "copy", "cut", "paste"];

/** Holds keys and the clipboard off the covered page, and the sign-in in front of its dialogs. */
function guard(place: HTMLElement): () => void {
  const guarding = new AbortController();
  const { signal } = guarding;
  const isInside = ({ target }: Event) => target instanceof Node && place.contains(target);
  for (const name of KEYS_AND_CLIPBOARD) {
    const withhold = (event: Event) => isInside(event) || event.stopImmediatePropagation();
    window.addEventListener(name, withhold, { signal, capture: true });
    place.addEventListener(name, (event) => event.stopPropagation(), { signal });
  }
  const raise = () => {
    const own = place.querySelector("dialog");
    own?.close();
    // The dialog that opens last is the one in front.
    own?.showModal();
  };
  // A browser may close a dialog itself after repeated Escapes.
  const reopen = () => place.querySelector("dialog:not([open])") && raise();
  place.addEventListener("close", reopen, { signal, capture: true });
  const watcher = new MutationObserver((changes) => {
    if (changes.some(({ target }) => (target as HTMLDialogElement).open && !place.contains(target))) raise();
  });
  watcher.observe(document.body, { subtree: true, attributeFilter: ["open"] });
  signal.addEventListener("abort", () => watcher.disconnect());
  return () => guarding.abort();
}
