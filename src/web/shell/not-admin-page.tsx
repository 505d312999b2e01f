import { useState } from "react";
import { getProfile } from "#contract/account.ts";
import { BRAND } from "#web/lib/brand.ts";
import { call } from "#web/lib/call.ts";
import { useGuardData } from "#web/lib/routing/use-routing.ts";
import { identityToken, signOut } from "#web/lib/session.ts";
import { usePageTitle } from "#web/lib/use-page-title.ts";
import { PATHS } from "#web/paths.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { ProductLogo } from "#web/ui/product-logo.tsx";

type Visitor = "signed-out" | "without-profile" | "with-profile";

/** The viewer of the page: a person with a profile, a person without one, or a visitor. */
export async function loadVisitor(): Promise<Visitor> {
  if ((await identityToken()) === null) return "signed-out";
  return (await call(getProfile)) === null ? "without-profile" : "with-profile";
}

const SENTENCES: Record<Visitor, string> = {
  "signed-out": "You are signed out. Sign in to see your documents.",
  "without-profile": `You are signed in, but there is no profile for you yet. Please ask your contact at ${BRAND.companyName} to add you to your organization.`,
  "with-profile": "You are signed in, and your profile is ready.",
};

/** For a signed-in person without a profile. Others see their own state, and where to continue. */
export function NotAdminPage() {
  usePageTitle(undefined);
  const visitor = useGuardData<typeof loadVisitor>();
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
      <p className="text-pretty text-ink-soft">{SENTENCES[visitor]}</p>
      {hasFailed ? (
        <Notice tone="error">We couldn't sign you out. Please check your connection and try again.</Notice>
      ) : null}
      {visitor === "signed-out" ? (
        <ButtonLink to={PATHS.login} tone="primary" size="lg">
          Sign in
        </ButtonLink>
      ) : null}
      {visitor === "with-profile" ? (
        <ButtonLink to={PATHS.dashboard} tone="primary" size="lg">
          Open your dashboard
        </ButtonLink>
      ) : null}
      {visitor === "signed-out" ? null : (
        <Button size="lg" isBusy={isBusy} onClick={() => void leave()}>
          Sign out
        </Button>
      )}
    </main>
  );
}
