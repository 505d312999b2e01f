import { BRAND } from "#web/lib/brand.ts";
import { Button } from "#web/ui/button.tsx";
import type { StepProps } from "./login-step.ts";

/** Nobody signs up alone: people are invited. */
export function SignUpStep({ goTo }: StepProps) {
  return (
    <>
      <p className="mt-2 text-pretty text-ink-soft">
        Accounts are made by invitation. Please ask your contact at {BRAND.companyName}, or a colleague who
        already uses the portal, to add you to your organization.
      </p>
      <Button isWide size="lg" className="mt-6" onClick={() => goTo("sign-in")}>
        Back to sign in
      </Button>
    </>
  );
}
