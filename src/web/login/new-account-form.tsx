import { NEW_PASSWORD_RULES } from "#web/security/new-password-rules.ts";
import { TextField } from "#web/ui/text-field.tsx";
import { NAME_RULES, NEW_EMAIL_RULES } from "./login-step.ts";
import type { Received } from "./received-invitation.ts";
import { EmailField, NameFields } from "./step-fields.tsx";
import { StepFrame } from "./step-frame.tsx";
import { useStepForm } from "./use-step-form.ts";

type Account = { email: string; firstName: string; lastName: string; password: string };

type NewAccountFormProps = { invitation: Received; onSend: (account: Account) => Promise<void> };

/** For an invited person without an account: their name and a password of their choice. */
export function NewAccountForm({ invitation, onSend }: NewAccountFormProps) {
  const { email, firstName, lastName } = invitation;
  const form = useStepForm<Account>({ email: email ?? "", firstName, lastName, password: "" }, onSend);
  return (
    <StepFrame
      failure={form.failure}
      action="Accept the invitation"
      isBusy={form.isBusy}
      onSubmit={form.submit}
      footer={null}
    >
      {email === null ? (
        <EmailField {...form.field("email", NEW_EMAIL_RULES)} />
      ) : (
        <EmailField {...form.field("email")} readOnly className="bg-sunken text-ink-soft" />
      )}
      <NameFields
        firstName={form.field("firstName", NAME_RULES.first)}
        lastName={form.field("lastName", NAME_RULES.last)}
      />
      <TextField
        type="password"
        label="Choose a password"
        autoComplete="new-password"
        hint="At least 8 characters"
        {...form.field("password", NEW_PASSWORD_RULES)}
      />
    </StepFrame>
  );
}
