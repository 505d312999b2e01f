import { signIn } from "#web/lib/session.ts";
import { FACTOR_CODE_RULES, type StepProps } from "./login-step.ts";
import { PasskeyButton } from "./passkey-button.tsx";
import { CodeField } from "./step-fields.tsx";
import { StepFrame, StepLink } from "./step-frame.tsx";
import { useGoOn } from "./use-go-on.ts";
import { useStepForm } from "./use-step-form.ts";

/** Continues a sign-in with the right password. */
export function SecondFactorStep({ typed, goTo }: StepProps) {
  const goOn = useGoOn();
  const form = useStepForm({ code: "" }, async ({ code }) => {
    // After a reload the password is gone.
    if (typed.password === "") {
      goTo("sign-in", { email: typed.email });
      return;
    }
    await signIn(typed.email, typed.password, code);
    await goOn();
  });
  return (
    <StepFrame
      intro="Enter the code that your authenticator app shows. Without the app, enter one of your backup codes."
      failure={form.failure}
      action="Sign in"
      isBusy={form.isBusy}
      onSubmit={form.submit}
      other={<PasskeyButton onFailure={form.setFailure} onEntered={goOn} />}
      footer={<StepLink onClick={() => goTo("sign-in")}>Back to sign in</StepLink>}
    >
      <CodeField {...form.field("code", FACTOR_CODE_RULES)} />
    </StepFrame>
  );
}
