import { postAuth } from "#web/lib/session.ts";
import { CODE_FIELD, NEW_PASSWORD_RULES } from "#web/security/sign-in-fields.ts";
import { TextField } from "#web/ui/text-field.tsx";
import { CODE_RULES, EMAIL_RULES, type StepProps } from "./login-step.ts";
import { EmailField, NewPasswordField } from "./step-fields.tsx";
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
      form={form}
      intro="Enter your email and we'll send you a reset code."
      action="Send code"
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
      form={form}
      intro="Enter the code we emailed you and a new password."
      message={typed.message}
      action="Change password"
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
      <TextField {...CODE_FIELD} {...form.field("otp", CODE_RULES)} />
      <NewPasswordField label="New password" {...form.field("password", NEW_PASSWORD_RULES)} />
    </StepFrame>
  );
}
