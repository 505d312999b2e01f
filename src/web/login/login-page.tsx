import { type ComponentType, useState } from "react";
import { Exact } from "#blocks/exact.tsx";
import { BRAND } from "#web/lib/brand.ts";
import { useSearchParams } from "#web/lib/routing/use-routing.ts";
import { signIn } from "#web/lib/session.ts";
import { usePageTitle } from "#web/lib/use-page-title.ts";
import { FACTOR_CODE_RULES, type LoginStep, type Step, type StepProps } from "#web/security/login-step.ts";
import { PasskeyButton } from "#web/security/passkey-button.tsx";
import { CODE_FIELD } from "#web/security/sign-in-fields.ts";
import { SignInScreen, StepFrame, StepLink } from "#web/security/step-frame.tsx";
import { useStepForm } from "#web/security/use-step-form.ts";
import { Button } from "#web/ui/button.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import {
  ConfirmResetStep,
  ForgotPasswordStep,
  SignInStep,
  useGoOn,
  VerifyEmailStep,
} from "./sign-in-steps.tsx";

const STEPS: Record<Step, { title: string; Step: ComponentType<StepProps> }> = {
  "sign-in": { title: "Sign in", Step: SignInStep },
  "second-factor": { title: "Enter your code", Step: SecondFactorStep },
  "sign-up": { title: "Sign up", Step: SignUpStep },
  "forgot-password": { title: "Reset your password", Step: ForgotPasswordStep },
  "confirm-reset-password": { title: "Choose a new password", Step: ConfirmResetStep },
  "verify-email": { title: "Verify your email", Step: VerifyEmailStep },
};

function isStep(name: string | null): name is Step {
  return name !== null && Object.hasOwn(STEPS, name);
}

/** Sign-in and its steps. The address holds the step, so the back button returns to the previous one. */
export function LoginPage() {
  const [params, setParams] = useSearchParams();
  const [typed, setTyped] = useState<LoginStep>({ email: "", password: "", message: null });
  const requestedStep = params.get("step");
  const step = isStep(requestedStep) ? requestedStep : "sign-in";
  const { title, Step } = STEPS[step];
  usePageTitle(title);

  function goTo(next: Step, values: Partial<LoginStep> = {}) {
    setTyped((now) => ({ ...now, message: null, ...values }));
    setParams((now) => {
      if (next === "sign-in") now.delete("step");
      else now.set("step", next);
      return now;
    });
  }

  return (
    <SignInScreen>
      <h1 className="text-balance font-semibold font-text text-2xl">{title}</h1>
      <Step key={step} typed={typed} goTo={goTo} />
    </SignInScreen>
  );
}

/** There is no self sign-up: people are invited. */
function SignUpStep({ goTo }: StepProps) {
  return (
    <>
      <p className="mt-2 text-pretty text-ink-soft">
        Accounts are made by invitation. Please ask your contact at <Exact>{BRAND.companyName}</Exact>, or a
        colleague who already uses the portal, to add you to your organization.
      </p>
      <Button isWide size="lg" className="mt-6" onClick={() => goTo("sign-in")}>
        Back to sign in
      </Button>
    </>
  );
}

/** Continues a sign-in with the right password. */
function SecondFactorStep({ typed, goTo }: StepProps) {
  const goOn = useGoOn();
  const form = useStepForm({ code: "" }, async ({ code }) => {
    // A reload clears the password.
    if (typed.password === "") {
      goTo("sign-in", { email: typed.email });
      return;
    }
    await signIn(typed.email, typed.password, code);
    await goOn();
  });
  return (
    <StepFrame
      form={form}
      intro="Enter the code that your authenticator app shows. Don't have the app? Enter one of your backup codes."
      action="Sign in"
      other={<PasskeyButton onFailure={form.setFailure} onEntered={goOn} />}
      footer={<StepLink onClick={() => goTo("sign-in")}>Back to sign in</StepLink>}
    >
      <TextField {...CODE_FIELD} {...form.field("code", FACTOR_CODE_RULES)} />
    </StepFrame>
  );
}
