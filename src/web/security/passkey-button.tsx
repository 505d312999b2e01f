import { useState } from "react";
import { canUsePasskeys } from "#web/lib/can-use-passkeys.ts";
import { drawnWith } from "#web/lib/first-answers.ts";
import { useIsHydrated } from "#web/lib/use-delayed.ts";
import { Button } from "#web/ui/button.tsx";
import { explain } from "./login-step.ts";

type PasskeyButtonProps = { onFailure: (why: string | null) => void; onEntered: () => Promise<void> };

/** Signs in without an email, a password or a code. Browsers without passkeys show nothing. */
export function PasskeyButton({ onFailure, onEntered }: PasskeyButtonProps) {
  const [isBusy, setIsBusy] = useState(false);
  // Until then, the server's guess about this browser.
  const canUse = useIsHydrated() ? canUsePasskeys() : drawnWith()?.canUsePasskeys;
  if (!canUse) return null;
  const enter = async () => {
    setIsBusy(true);
    onFailure(null);
    try {
      const { signInWithPasskey } = await import("./passkey-device.ts");
      const failure = await signInWithPasskey();
      onFailure(failure);
      if (failure === null) await onEntered();
    } catch (error) {
      onFailure(explain(error));
    }
    setIsBusy(false);
  };
  return (
    <Button size="lg" isWide isBusy={isBusy} className="mt-3" onClick={() => void enter()}>
      Sign in with a passkey
    </Button>
  );
}
