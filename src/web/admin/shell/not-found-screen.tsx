import { usePageTitle } from "#web/lib/use-page-title.ts";
import { ErrorScreen } from "#web/ui/error-screen.tsx";

export function NotFoundScreen() {
  usePageTitle("404 Not Found");
  return (
    <ErrorScreen
      title="There is nothing at this address"
      message="The link may be out of date or incomplete."
    />
  );
}
