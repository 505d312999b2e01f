import { useState } from "react";
import { isOnCompanySide, returnAddress } from "#web/lib/return-address.ts";
import { useLocation, useNavigate } from "#web/lib/routing/use-routing.ts";
import { postAuth, signIn } from "#web/lib/session.ts";
import { TextField } from "#web/ui/text-field.tsx";
import { CODE_RULES, EMAIL_RULES, explain, refusalOf, type StepProps } from "./login-step.ts";
import { PasskeyButton } from "./passkey-button.tsx";
import { CodeField, EmailField } from "./step-fields.tsx";
import { StepFrame, StepLink } from "./step-frame.tsx";
import { useStepForm } from "./use-step-form.ts";

export function SignInStep({ typed, goTo }: StepProps) {
  const goOn = useGoOn();
  const form = useStepForm({ email: typed.email, password: "" }, async ({ email, password }) => {
    try {
      await signIn(email, password);
    } catch (error) {
      if (refusalOf(error) === "second-factor") return goTo("second-factor", { email, password });
      if (refusalOf(error) !== "email-not-verified") throw error;
      await postAuth("email-otp/send-verification-otp", { email, type: "email-verification" });
      goTo("verify-email", {
        email,
        password,
        message: `We sent a code to ${email}. Use the code in the newest mail.`,
      });
      return;
    }
    await goOn();
  });

  return (
    <StepFrame
      intro={`Sign in with your work email.`}
      message={typed.message}
      failure={form.failure}
      action="Sign in"
      isBusy={form.isBusy}
      onSubmit={form.submit}
      other={<PasskeyButton onFailure={form.setFailure} onEntered={goOn} />}
      footer={
        <StepLink onClick={() => goTo("forgot-password", { email: form.typedIn("email") })}>
          Forgot your password?
        </StepLink>
      }
    >
      <EmailField {...form.field("email", EMAIL_RULES)} />
      <TextField
        type="password"
        label="Password"
        autoComplete="current-password"
        {...form.field("password", { required: "Please enter your password" })}
      />
    </StepFrame>
  );
}

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
    try {
      await signIn(email, typed.password);
    } catch (error) {
      if (refusalOf(error) !== "second-factor") throw error;
      return goTo("second-factor");
    }
    await goOn();
  });

  async function sendAgain() {
    const email = form.typedIn("email");
    form.setFailure(null);
    try {
      await postAuth("email-otp/send-verification-otp", { email, type: "email-verification" });
      setMessage(`We sent a new code to ${email}. Use the code in the newest mail.`);
    } catch (error) {
      form.setFailure(explain(error));
    }
  }

  return (
    <StepFrame
      intro="Enter the code we emailed you to verify your address."
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
      {typed.email === "" ? <EmailField {...form.field("email", EMAIL_RULES)} /> : null}
      <CodeField {...form.field("otp", CODE_RULES)} />
    </StepFrame>
  );
}

/** Navigates to the address that was requested before sign-in. */
export function useGoOn(): () => Promise<void> {
  const navigate = useNavigate();
  const { search } = useLocation();
  return async () => {
    const address = returnAddress(search);
    if (isOnCompanySide(address)) window.location.replace(address);
    else await navigate(address, { replace: true });
  };
}
