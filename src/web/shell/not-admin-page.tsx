import { useState } from "react";
import { BRAND } from "#web/lib/brand.ts";
import { signOut } from "#web/lib/session.ts";
import { usePageTitle } from "#web/lib/use-page-title.ts";
import { Button } from "#web/ui/button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { ProductLogo } from "#web/ui/product-logo.tsx";

/** For a signed-in person without a profile. */
export function NotAdminPage() {
  usePageTitle(undefined);
  const [isBusy, setIsBusy] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);

  async function leave() {
    setIsBusy(true);
    setHasFailed(false);
    try {
      await signOut();
    } catch (error) {
      console.error("Sign-out failed", error);
      setHasFailed(true);
      setIsBusy(false);
    }
  }

  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-md flex-col items-center justify-center gap-6 px-4 py-16 text-center">
      <ProductLogo isSmall />
      <div>
        <h1 className="font-semibold font-text text-3xl">{BRAND.productName}</h1>
        <p className="mt-2 text-ink-soft text-lg">Enabling you with technology in Mind</p>
      </div>
      <p className="text-pretty text-ink-soft">
        You are signed in, but there is no profile for you yet. Please ask your contact at {BRAND.companyName}{" "}
        to add you to your organization.
      </p>
      {hasFailed ? (
        <Notice tone="error">You could not be signed out. Please check your connection and try again.</Notice>
      ) : null}
      <Button size="lg" isBusy={isBusy} onClick={() => void leave()}>
        Sign out
      </Button>
    </main>
  );
}
