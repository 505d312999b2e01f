import { postAuth } from "#web/lib/session.ts";
import { NEW_PASSWORD_RULES } from "#web/security/new-password-rules.ts";
import { TextField } from "#web/ui/text-field.tsx";
import { CODE_RULES, EMAIL_RULES, type StepProps } from "./login-step.ts";
import { CodeField, EmailField } from "./step-fields.tsx";
import { StepFrame, StepLink } from "./step-frame.tsx";
import { useStepForm } from "./use-step-form.ts";

export function ForgotPasswordStep({ typed, goTo }: StepProps) {
  const form = useStepForm({ email: typed.email }, async ({ email }) => {
    await postAuth("email-otp/request-password-reset", { email });
    goTo("confirm-reset-password", {
      email,
      message: `If ${email} has an account here, a code is on its way to it. Use the code in the newest mail.`,
    });
  });

  return (
    <StepFrame
      intro="Enter your email and we'll send you a reset code."
      failure={form.failure}
      action="Send code"
      isBusy={form.isBusy}
      onSubmit={form.submit}
      footer={<StepLink onClick={() => goTo("sign-in")}>Back to sign in</StepLink>}
    >
      <EmailField {...form.field("email", EMAIL_RULES)} />
    </StepFrame>
  );
}

export function ConfirmResetStep({ typed, goTo }: StepProps) {
  const form = useStepForm(
    { email: typed.email, otp: "", password: "" },
    async ({ email, otp, password }) => {
      await postAuth("email-otp/reset-password", { email, otp, password });
      goTo("sign-in", { email, message: "Your password is changed. Please sign in with the new one." });
    },
  );

  return (
    <StepFrame
      intro="Enter the code we emailed you and a new password."
      message={typed.message}
      failure={form.failure}
      action="Change password"
      isBusy={form.isBusy}
      onSubmit={form.submit}
      footer={
        <>
          <StepLink onClick={() => goTo("forgot-password", { email: form.typedIn("email") })}>
            Send a new code
          </StepLink>
          <StepLink onClick={() => goTo("sign-in")}>Back to sign in</StepLink>
        </>
      }
    >
      <EmailField {...form.field("email", EMAIL_RULES)} />
      <CodeField {...form.field("otp", CODE_RULES)} />
      <TextField
        type="password"
        label="New password"
        autoComplete="new-password"
        hint="At least 8 characters"
        {...form.field("password", NEW_PASSWORD_RULES)}
      />
    </StepFrame>
  );
}
