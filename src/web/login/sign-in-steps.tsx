import { type ComponentType, useEffect, useState } from "react";
import { isOnCompanySide, returnAddress } from "#web/lib/return-address.ts";
import { useLocation, useNavigate } from "#web/lib/routing/use-routing.ts";
import { postAuth, signIn } from "#web/lib/session.ts";
import {
  CODE_RULES,
  EMAIL_RULES,
  explain,
  PASSWORD_RULES,
  refusalOf,
  type StepProps,
} from "#web/security/login-step.ts";
import { PasskeyButton } from "#web/security/passkey-button.tsx";
import { CODE_FIELD, NEW_PASSWORD_RULES, PASSWORD_FIELD } from "#web/security/sign-in-fields.ts";
import { EmailField, NewPasswordField, StepFrame, StepLink } from "#web/security/step-frame.tsx";
import { useStepForm } from "#web/security/use-step-form.ts";
import { TextField } from "#web/ui/text-field.tsx";

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
        message: `We sent a code to ${email}. Use the code in the newest email.`,
      });
      return;
    }
    await goOn();
  });

  return (
    <>
      <StepFrame
        form={form}
        intro={`Sign in with your work email.`}
        message={typed.message}
        action="Sign in"
        other={<PasskeyButton onFailure={form.setFailure} onEntered={goOn} />}
        footer={
          <StepLink onClick={() => goTo("forgot-password", { email: form.typedIn("email") })}>
            Forgot your password?
          </StepLink>
        }
      >
        <EmailField {...form.field("email", EMAIL_RULES)} />
        <TextField {...PASSWORD_FIELD} {...form.field("password", PASSWORD_RULES)} />
      </StepFrame>
      <IssuerWays onFailure={form.setFailure} />
    </>
  );
}

type IssuerWaysProps = { onFailure: (why: string | null) => void };

/** The buttons of single sign-on, for which the form does not wait. */
function IssuerWays({ onFailure }: IssuerWaysProps) {
  const { search } = useLocation();
  const [Loaded, setLoaded] = useState<ComponentType<IssuerWaysProps & { returnTo: string }> | null>(null);
  useEffect(() => {
    import("#web/security/issuer-buttons.tsx").then(
      ({ IssuerButtons }) => setLoaded(() => IssuerButtons),
      // The other ways to sign in are there.
      () => undefined,
    );
  }, []);
  return Loaded ? <Loaded onFailure={onFailure} returnTo={returnAddress(search)} /> : null;
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
      setMessage(`We sent a new code to ${email}. Use the code in the newest email.`);
    } catch (error) {
      form.setFailure(explain(error));
    }
  }

  return (
    <StepFrame
      form={form}
      intro="Enter the code we emailed you to verify your address."
      message={message}
      action="Verify and sign in"
      footer={
        <>
          <StepLink onClick={() => void sendAgain()}>Send a new code</StepLink>
          <StepLink onClick={() => goTo("sign-in")}>Back to sign in</StepLink>
        </>
      }
    >
      {typed.email === "" ? <EmailField {...form.field("email", EMAIL_RULES)} /> : null}
      <TextField {...CODE_FIELD} {...form.field("otp", CODE_RULES)} />
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

export function ForgotPasswordStep({ typed, goTo }: StepProps) {
  const form = useStepForm({ email: typed.email }, async ({ email }) => {
    await postAuth("email-otp/request-password-reset", { email });
    goTo("confirm-reset-password", {
      email,
      message: `If there's an account for ${email}, we've sent it a code. Use the code in the newest email.`,
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
      goTo("sign-in", { email, message: "Your password has been changed. Please sign in with the new one." });
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
