import { useState } from "react";
import { postAuth, signIn } from "#web/lib/session.ts";
import { CODE_RULES, EMAIL_RULES, explain, type StepProps } from "./login-step.ts";
import { CodeField, EmailField } from "./step-fields.tsx";
import { StepFrame, StepLink } from "./step-frame.tsx";
import { useGoOn } from "./use-go-on.ts";
import { useStepForm } from "./use-step-form.ts";

/** Continues a sign-in with an unverified email. The right code signs the person in. */
export function VerifyEmailStep({ typed, goTo }: StepProps) {
  const goOn = useGoOn();
  const [message, setMessage] = useState(typed.message);
  const form = useStepForm({ email: typed.email, otp: "" }, async ({ email, otp }) => {
    await postAuth("email-otp/verify-email", { email, otp });
    if (typed.password === "" || email !== typed.email) {
      goTo("sign-in", { email, message: "Your email is verified. Please sign in." });
      return;
    }
    await signIn(email, typed.password);
    await goOn();
  });

  async function sendAgain() {
    const email = form.getValues("email");
    form.setFailure(null);
    try {
      await postAuth("email-otp/send-verification-otp", { email, type: "email-verification" });
      setMessage(`We sent a new code to ${email}.`);
    } catch (error) {
      form.setFailure(explain(error));
    }
  }

  return (
    <StepFrame
      intro="Before you can sign in, please enter the code that we mailed to you."
      message={message}
      failure={form.failure}
      action="Verify and sign in"
      isBusy={form.isBusy}
      onSubmit={form.submit}
      footer={
        <>
          <StepLink onClick={() => void sendAgain()}>Send a new code</StepLink>
          <StepLink onClick={() => goTo("sign-in")}>Back to sign in</StepLink>
        </>
      }
    >
      {typed.email === "" ? (
        <EmailField error={form.errors.email?.message} {...form.register("email", EMAIL_RULES)} />
      ) : null}
      <CodeField error={form.errors.otp?.message} {...form.register("otp", CODE_RULES)} />
    </StepFrame>
  );
}
