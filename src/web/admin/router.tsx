import type { ComponentType } from "react";
import { createBrowserRouter, type LoaderFunctionArgs, type RouteObject, redirect } from "react-router";
import { loadScreen } from "#web/lib/load-screen.ts";
import { loginPath } from "#web/lib/return-address.ts";
import { identityToken } from "#web/lib/session.ts";
import { PATHS } from "#web/paths.ts";
import { ErrorPage, ShellErrorPage } from "#web/ui/error-page.tsx";
import { PageLoader } from "#web/ui/page-loader.tsx";
import { ADMIN_PATHS } from "./paths.ts";
import { AdminLayout } from "./shell/admin-layout.tsx";
import { NotFoundScreen } from "./shell/not-found-screen.tsx";

/** An address, and the screen that it shows: its code is fetched when somebody goes there. */
function screen(path: string, load: () => Promise<ComponentType>): RouteObject {
  return {
    path,
    lazy: async () => ({ Component: await loadScreen(load) }),
    ErrorBoundary: ShellErrorPage,
  };
}

const SCREENS: RouteObject[] = [
  screen(ADMIN_PATHS.people, async () => (await import("./people/people-page.tsx")).PeoplePage),
];

/** Without a session the way leads through sign-in and back here. */
async function requireSignIn({ request }: LoaderFunctionArgs): Promise<null> {
  if ((await identityToken()) !== null) return null;
  const { pathname, search } = new URL(request.url);
  window.location.replace(loginPath(pathname + search));
  return new Promise(() => {});
}

const toPeople = () => redirect(ADMIN_PATHS.people);

/** Which address of the company's side shows what; all of them lie below /admin. */
export const router = createBrowserRouter(
  [
    {
      HydrateFallback: PageLoader,
      ErrorBoundary: ErrorPage,
      loader: requireSignIn,
      Component: AdminLayout,
      children: [
        { index: true, loader: toPeople },
        { path: PATHS.home, loader: toPeople },
        ...SCREENS,
        { path: "*", Component: NotFoundScreen },
      ],
    },
  ],
  { basename: PATHS.admin },
);
