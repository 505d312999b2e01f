import { useEffect } from "react";
import { isRouteErrorResponse, useRouteError } from "react-router";
import { doubtConnection, untilConnected, useConnection } from "#web/lib/connection.ts";
import { ScreenNotLoaded } from "#web/lib/load-screen.ts";
import { usePageTitle } from "#web/lib/use-page-title.ts";
import { Button } from "./button.tsx";
import { ErrorScreen } from "./error-screen.tsx";
import { UnexpectedError } from "./unexpected-error.tsx";

/** Where a screen failed in a way that it does not know how to tell; with `isInShell` the navigation is still there. */
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
          title="We cannot reach the portal"
          message="This page loads by itself as soon as the connection is back."
        />
      ) : (
        <UnexpectedError
          subtitle={
            isRouteErrorResponse(error)
              ? `${error.status} ${error.statusText}`
              : "This page could not be shown"
          }
          text="Nothing you have saved is lost. Please check your connection and load the page again; if it stays like this, tell your contact what you were doing."
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

/** A page that fails as soon as it is loaded is not loaded again and again. */
const SETTLED_AFTER_MS = 10_000;

/**
 * Loads the page again once a lost connection is back. Code that is missing although the portal is there has been
 * replaced by a newer version: the page loads at once.
 */
function loadWhenPossible(isCodeMissing: boolean): () => void {
  let isLeft = false;
  doubtConnection();
  void untilConnected().then((wasLost) => {
    const isWorthIt = wasLost || (isCodeMissing && performance.now() > SETTLED_AFTER_MS);
    if (isWorthIt && !isLeft) window.location.reload();
  });
  return () => {
    isLeft = true;
  };
}
