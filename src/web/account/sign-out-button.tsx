import { LogOut } from "lucide-react";
import { useState } from "react";
import { signOut } from "#web/lib/session.ts";
import { Button } from "#web/ui/button.tsx";
import { showToast } from "#web/ui/toasts.tsx";

export function SignOutButton() {
  const [isLeaving, setIsLeaving] = useState(false);

  async function leave() {
    setIsLeaving(true);
    try {
      await signOut();
    } catch {
      setIsLeaving(false);
      showToast({ tone: "error", title: "Error", text: "You are still signed in. Please try again." });
    }
  }

  return (
    <Button
      tone="quiet"
      isBusy={isLeaving}
      icon={<LogOut aria-hidden="true" strokeWidth={1.5} />}
      onClick={() => void leave()}
    >
      Sign out
    </Button>
  );
}
