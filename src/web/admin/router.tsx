import { loginPath } from "#web/lib/return-address.ts";
import { BrowserRouter } from "#web/lib/routing/create-router.ts";
import { loadScreen, redirect } from "#web/lib/routing/route.ts";
import { identityToken } from "#web/lib/session.ts";
import { usePageTitle } from "#web/lib/use-page-title.ts";
import { PATHS } from "#web/paths.ts";
import { ErrorPage, ShellErrorPage } from "#web/ui/error-page.tsx";
import { ErrorScreen } from "#web/ui/error-screen.tsx";
import { PageLoader } from "#web/ui/page-loader.tsx";
import { FIRST_PATH, SCREENS } from "./screens.ts";
import { AdminLayout } from "./shell/admin-layout.tsx";

/** Without a session leads through sign-in and back. */
async function requireSignIn({ url }: { url: URL }): Promise<null> {
  if ((await identityToken()) !== null) return null;
  window.location.replace(loginPath(url.pathname + url.search + url.hash));
  return new Promise(() => {});
}

const toFirst = () => redirect(FIRST_PATH);

/** The screens of the company's side, all below /admin. */
export const router = new BrowserRouter(
  [
    {
      ErrorBoundary: ErrorPage,
      guard: requireSignIn,
      Component: AdminLayout,
      children: [
        { path: PATHS.home, guard: toFirst },
        ...SCREENS.map(({ path, load }) => ({
          path,
          // The screen's code is loaded on the first visit.
          lazy: () => loadScreen(load),
          ErrorBoundary: ShellErrorPage,
        })),
        { path: "*", Component: NotFoundScreen },
      ],
    },
  ],
  { basename: PATHS.admin, Loading: PageLoader },
);

function NotFoundScreen() {
  usePageTitle("404 Not Found");
  return (
    <ErrorScreen
      title="There is nothing at this address"
      message="The link may be out of date or incomplete."
    />
  );
}
