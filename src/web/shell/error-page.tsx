import { useEffect } from "react";
import { isRouteErrorResponse, useRouteError } from "react-router";
import { usePageTitle } from "#web/lib/use-page-title.ts";
import { Button } from "#web/ui/button.tsx";
import { UnexpectedError } from "./unexpected-error.tsx";

/** Where a screen failed in a way that it does not know how to tell. */
export function ErrorPage() {
  const error = useRouteError();
  usePageTitle("Unexpected error");
  useEffect(() => console.error(error), [error]);
  const subtitle = isRouteErrorResponse(error)
    ? `${error.status} ${error.statusText}`
    : "This page could not be shown";
  return (
    <UnexpectedError
      subtitle={subtitle}
      text="Nothing you have saved is lost. Please check your connection and load the page again; if it stays like this, tell your contact what you were doing."
    >
      <Button tone="primary" onClick={() => window.location.reload()}>
        Load again
      </Button>
    </UnexpectedError>
  );
}
