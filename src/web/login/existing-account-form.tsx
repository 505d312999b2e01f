import { PATHS } from "#web/paths.ts";
import { PasswordField } from "#web/ui/field.tsx";
import { TextLink } from "#web/ui/text-link.tsx";
import { StepFrame } from "./step-frame.tsx";
import { useStepForm } from "./use-step-form.ts";

type ExistingAccountFormProps = { email: string; onSend: (password: string) => Promise<void> };

/** For an invited person who has an account: their password signs them in and accepts the invitation. */
export function ExistingAccountForm({ email, onSend }: ExistingAccountFormProps) {
  const form = useStepForm({ password: "" }, ({ password }) => onSend(password));
  return (
    <StepFrame
      intro={`${email} has an account here already. Sign in with it to accept.`}
      failure={form.failure}
      action="Sign in and accept"
      isBusy={form.isBusy}
      onSubmit={form.submit}
      footer={<TextLink to={`${PATHS.login}?step=forgot-password`}>Forgot your password?</TextLink>}
    >
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        error={form.errors.password?.message}
        {...form.register("password", { required: "Please enter your password" })}
      />
    </StepFrame>
  );
}
