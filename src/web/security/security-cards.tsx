import { FactorCard } from "./factor-card.tsx";
import { PasskeysCard } from "./passkeys-card.tsx";
import { PasswordCard } from "./password-card.tsx";
import { SessionsCard } from "./sessions-card.tsx";

/** The security cards of an account, for clients and admins. */
export function SecurityCards({ email }: { email: string }) {
  return (
    <div className="mt-4 max-w-2xl space-y-4">
      <PasswordCard email={email} />
      <PasskeysCard />
      <FactorCard />
      <SessionsCard />
    </div>
  );
}
