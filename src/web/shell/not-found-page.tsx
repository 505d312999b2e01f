import { useLocation } from "react-router";
import { usePageTitle } from "#web/lib/use-page-title.ts";
import { UnexpectedError } from "./unexpected-error.tsx";

export function NotFoundPage() {
  const { pathname } = useLocation();
  usePageTitle("404 Not Found");
  return (
    <main>
      <UnexpectedError subtitle="404 Not Found" text={`No route matches URL "${pathname}"`} />
    </main>
  );
}
