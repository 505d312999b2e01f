import { useState } from "react";
import { PATHS } from "#web/paths.ts";
import { TextField } from "#web/ui/text-field.tsx";
import { TextLink } from "#web/ui/text-link.tsx";
import { FACTOR_CODE_RULES, refusalOf } from "./login-step.ts";
import { PasskeyButton } from "./passkey-button.tsx";
import { CodeField } from "./step-fields.tsx";
import { StepFrame } from "./step-frame.tsx";
import { useStepForm } from "./use-step-form.ts";

type ExistingAccountFormProps = {
  email: string;
  /** Continues after a sign-in with a passkey. */
  onEntered: () => Promise<void>;
  onSend: (password: string, code?: string) => Promise<void>;
};

/** For an invited person who has an account: their password signs them in and accepts the invitation. */
export function ExistingAccountForm({ email, onEntered, onSend }: ExistingAccountFormProps) {
  const [needsCode, setNeedsCode] = useState(false);
  const form = useStepForm({ password: "", code: "" }, async ({ password, code }) => {
    try {
      await onSend(password, code);
    } catch (error) {
      if (refusalOf(error) !== "second-factor") throw error;
      setNeedsCode(true);
    }
  });
  return (
    <StepFrame
      intro={`${email} has an account here already. Sign in with it to accept.`}
      failure={form.failure}
      action="Sign in and accept"
      isBusy={form.isBusy}
      onSubmit={form.submit}
      other={<PasskeyButton onFailure={form.setFailure} onEntered={onEntered} />}
      footer={<TextLink to={`${PATHS.login}?step=forgot-password`}>Forgot your password?</TextLink>}
    >
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <TextField
        type="password"
        label="Password"
        autoComplete="current-password"
        {...form.field("password", { required: "Please enter your password" })}
      />
      {needsCode ? <CodeField {...form.field("code", FACTOR_CODE_RULES)} /> : null}
    </StepFrame>
  );
}
