import { createBrowserRouter, type LoaderFunctionArgs, redirect } from "react-router";
import { loadScreen } from "#web/lib/load-screen.ts";
import { loginPath } from "#web/lib/return-address.ts";
import { identityToken } from "#web/lib/session.ts";
import { PATHS } from "#web/paths.ts";
import { ErrorPage, ShellErrorPage } from "#web/ui/error-page.tsx";
import { PageLoader } from "#web/ui/page-loader.tsx";
import { FIRST_PATH, SCREENS } from "./screens.ts";
import { AdminLayout } from "./shell/admin-layout.tsx";
import { NotFoundScreen } from "./shell/not-found-screen.tsx";

/** Without a session leads through sign-in and back. */
async function requireSignIn({ request }: LoaderFunctionArgs): Promise<null> {
  if ((await identityToken()) !== null) return null;
  const { pathname, search } = new URL(request.url);
  window.location.replace(loginPath(pathname + search));
  return new Promise(() => {});
}

const toFirst = () => redirect(FIRST_PATH);

/** The screens of the company's side, all below /admin. */
export const router = createBrowserRouter(
  [
    {
      HydrateFallback: PageLoader,
      ErrorBoundary: ErrorPage,
      loader: requireSignIn,
      Component: AdminLayout,
      children: [
        { path: PATHS.home, loader: toFirst },
        ...SCREENS.map(({ path, load }) => ({
          path,
          // The screen's code is fetched when somebody goes there.
          lazy: async () => ({ Component: await loadScreen(load) }),
          ErrorBoundary: ShellErrorPage,
        })),
        { path: "*", Component: NotFoundScreen },
      ],
    },
  ],
  { basename: PATHS.admin },
);
