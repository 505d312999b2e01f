import { BRAND } from "#web/lib/brand.ts";
import { postAuth, signIn } from "#web/lib/session.ts";
import { PasswordField } from "#web/ui/field.tsx";
import { EMAIL_RULES, refusalOf, type StepProps } from "./login-step.ts";
import { EmailField } from "./step-fields.tsx";
import { StepFrame, StepLink } from "./step-frame.tsx";
import { useGoOn } from "./use-go-on.ts";
import { useStepForm } from "./use-step-form.ts";

export function SignInStep({ typed, goTo }: StepProps) {
  const goOn = useGoOn();
  const form = useStepForm({ email: typed.email, password: "" }, async ({ email, password }) => {
    try {
      await signIn(email, password);
    } catch (error) {
      if (refusalOf(error) !== "email-not-verified") throw error;
      await postAuth("email-otp/send-verification-otp", { email, type: "email-verification" });
      goTo("verify-email", { email, password, message: `We sent a code to ${email}.` });
      return;
    }
    await goOn();
  });

  return (
    <StepFrame
      intro={`Use the email that ${BRAND.companyName} knows you by.`}
      message={typed.message}
      failure={form.failure}
      action="Sign in"
      isBusy={form.isBusy}
      onSubmit={form.submit}
      footer={
        <StepLink onClick={() => goTo("forgot-password", { email: form.getValues("email") })}>
          Forgot your password?
        </StepLink>
      }
    >
      <EmailField error={form.errors.email?.message} {...form.register("email", EMAIL_RULES)} />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        error={form.errors.password?.message}
        {...form.register("password", { required: "Please enter your password" })}
      />
    </StepFrame>
  );
}
