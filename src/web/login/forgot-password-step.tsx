import { postAuth } from "#web/lib/session.ts";
import { EMAIL_RULES, type StepProps } from "./login-step.ts";
import { EmailField } from "./step-fields.tsx";
import { StepFrame, StepLink } from "./step-frame.tsx";
import { useStepForm } from "./use-step-form.ts";

export function ForgotPasswordStep({ typed, goTo }: StepProps) {
  const form = useStepForm({ email: typed.email }, async ({ email }) => {
    await postAuth("email-otp/request-password-reset", { email });
    goTo("confirm-reset-password", {
      email,
      message: `If ${email} has an account here, a code is on its way to it.`,
    });
  });

  return (
    <StepFrame
      intro="Tell us your email, and we send you a code to choose a new password with."
      failure={form.failure}
      action="Send code"
      isBusy={form.isBusy}
      onSubmit={form.submit}
      footer={<StepLink onClick={() => goTo("sign-in")}>Back to sign in</StepLink>}
    >
      <EmailField error={form.errors.email?.message} {...form.register("email", EMAIL_RULES)} />
    </StepFrame>
  );
}
