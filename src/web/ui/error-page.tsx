import { type ReactNode, useEffect } from "react";
import { recheckConnection, untilConnected, useConnection } from "#web/lib/connection.ts";
import { ScreenNotLoaded } from "#web/lib/routing/route.ts";
import { useRouteError } from "#web/lib/routing/use-routing.ts";
import { usePageTitle } from "#web/lib/use-page-title.ts";
import { PATHS } from "#web/paths.ts";
import { Button, ButtonLink } from "./button.tsx";
import { ErrorScreen } from "./error-screen.tsx";
import { ProductLogo } from "./product-logo.tsx";

/** The page for errors that no screen handles. With `isInShell` the navigation is still there. */
export function ErrorPage({ isInShell = false }: { isInShell?: boolean }) {
  const error = useRouteError();
  const isLost = useConnection() !== "connected";
  usePageTitle(isLost ? "No connection" : "Unexpected error");
  useEffect(() => console.error(error), [error]);
  useEffect(() => loadWhenPossible(error instanceof ScreenNotLoaded), [error]);

  const Frame = isInShell ? "div" : "main";
  return (
    <Frame>
      {isLost ? (
        <ErrorScreen
          isOffline
          title="We can't reach the portal"
          message="This page will load as soon as you're back online."
        />
      ) : (
        <UnexpectedError
          subtitle="This page couldn't be shown"
          text="Nothing you saved is lost. Check your connection and reload the page. If this keeps happening, tell your contact what you were doing."
        >
          <Button tone="primary" onClick={() => window.location.reload()}>
            Load again
          </Button>
        </UnexpectedError>
      )}
    </Frame>
  );
}

export function ShellErrorPage() {
  return <ErrorPage isInShell />;
}

/** A page that fails soon after loading is not reloaded again and again. */
const SETTLED_AFTER_MS = 10_000;

/** Reloads the page once a lost connection is back, or at once if a newer build has replaced the missing code. */
function loadWhenPossible(isCodeMissing: boolean): () => void {
  let isLeft = false;
  recheckConnection();
  void untilConnected().then((wasLost) => {
    const isWorthIt = wasLost || (isCodeMissing && performance.now() > SETTLED_AFTER_MS);
    if (isWorthIt && !isLeft) window.location.reload();
  });
  return () => {
    isLeft = true;
  };
}

type UnexpectedErrorProps = { subtitle: string; text: ReactNode; children?: ReactNode };

export function UnexpectedError({ subtitle, text, children }: UnexpectedErrorProps) {
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-xl flex-col justify-center px-4 py-16 sm:px-6">
      <ProductLogo className="mb-10" />
      <h1 className="font-semibold font-text text-3xl">Unexpected Application Error!</h1>
      <h2 className="mt-4 font-semibold text-xl">{subtitle}</h2>
      <p className="mt-2 text-ink-soft">{text}</p>
      <div className="mt-8 flex flex-wrap gap-3">
        {children}
        <ButtonLink to={PATHS.home}>Return home</ButtonLink>
      </div>
    </div>
  );
}
