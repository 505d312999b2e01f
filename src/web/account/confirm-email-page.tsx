import { confirmEmail } from "#contract/account.ts";
import { call } from "#web/lib/call.ts";
import { PATHS } from "#web/paths.ts";
import { ConfirmPage } from "#web/ui/confirm-page.tsx";

/** /confirm-email: the target of the link to a person's new email. */
export function ConfirmEmailPage() {
  return (
    <ConfirmPage
      title="Confirm your new email"
      text="Confirm to sign in with this email from now on. Your password stays the same."
      failureTitle="Your email wasn't changed"
      onConfirm={async (token) => {
        const { email } = await call(confirmEmail, { body: { token } });
        return {
          title: "Your email is confirmed",
          text: `From now on you sign in with ${email}.`,
          next: { href: PATHS.login, label: "Sign in" },
        };
      }}
    />
  );
}
