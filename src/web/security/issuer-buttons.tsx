import { useEffect, useState } from "react";
import type { SignInIssuer } from "#domain/single-sign-on/issuer.ts";
import { randomKey } from "#web/lib/idempotency-keys.ts";
import { Button } from "#web/ui/button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { ExternalLink } from "#web/ui/text-link.tsx";
import { findSignInIssuers, goToIssuer, issuerWindowPath, openIssuerWindow } from "./issuer-flow.ts";
import { explain } from "./login-step.ts";

type IssuerButtonsProps = { onFailure: (why: string | null) => void; returnTo: string };

/** Below the sign-in with a password: the ways of single sign-on, if there are any. */
export function IssuerButtons(props: IssuerButtonsProps) {
  const issuers = useSignInIssuers();
  if (issuers.length === 0) return null;
  return (
    <div className="mt-6 space-y-3 border-line border-t pt-6">
      <IssuerButtonList {...props} issuers={issuers} />
    </div>
  );
}

type IssuerButtonListProps = IssuerButtonsProps & {
  issuers: readonly SignInIssuer[];
  tone?: "primary" | "secondary";
};

/** A button for each issuer. */
export function IssuerButtonList({
  issuers,
  tone = "secondary",
  onFailure,
  returnTo,
}: IssuerButtonListProps) {
  const [busy, setBusy] = useState<string | null>(null);

  async function go({ issuerId }: SignInIssuer) {
    onFailure(null);
    setBusy(issuerId);
    try {
      await goToIssuer({ issuerId, returnTo, waiting: null });
    } catch (error) {
      onFailure(explain(error));
      setBusy(null);
    }
  }

  return issuers.map((issuer) => (
    <Button
      key={issuer.issuerId}
      tone={tone}
      size="lg"
      isWide
      isWrapping
      isBusy={busy === issuer.issuerId}
      disabled={busy !== null}
      onClick={() => void go(issuer)}
    >
      Sign in with {issuer.name}
    </Button>
  ));
}

/** The same buttons over a page whose session has ended: the issuer opens in a window of its own. */
export function IssuerWindowButtons() {
  const issuers = useSignInIssuers();
  const [waiting] = useState(randomKey);
  const [blocked, setBlocked] = useState<SignInIssuer | null>(null);
  if (issuers.length === 0) return null;
  const flowOf = ({ issuerId }: SignInIssuer) => ({ issuerId, waiting });
  return (
    <div className="mt-5 space-y-3 border-line border-t pt-5">
      {issuers.map((issuer) => (
        <Button
          key={issuer.issuerId}
          size="lg"
          isWide
          isWrapping
          onClick={() => setBlocked(openIssuerWindow(flowOf(issuer)) ? null : issuer)}
        >
          Sign in with {issuer.name}
        </Button>
      ))}
      {blocked ? <BlockedWindow path={issuerWindowPath(flowOf(blocked))} name={blocked.name} /> : null}
    </div>
  );
}

/** A link opens a window that a browser blocks when a script opens it. */
export function BlockedWindow({ path, name }: { path: string; name: string }) {
  return (
    <Notice tone="warning" title="Your browser blocked the window">
      <ExternalLink href={path}>Open {name}</ExternalLink>, then come back to this page.
    </Notice>
  );
}

/** None while they are loaded, and if that fails: the other ways to sign in are there. */
function useSignInIssuers(): readonly SignInIssuer[] {
  const [issuers, setIssuers] = useState<readonly SignInIssuer[]>([]);
  useEffect(() => {
    let isLeft = false;
    findSignInIssuers().then(
      (found) => isLeft || setIssuers(found),
      () => undefined,
    );
    return () => {
      isLeft = true;
    };
  }, []);
  return issuers;
}
