import { renderToString } from "react-dom/server";
import {
  createStaticHandler,
  createStaticRouter,
  matchRoutes,
  type RouteObject,
  type StaticHandler,
  StaticRouterProvider,
} from "react-router";
import { SWRConfig } from "swr";
import type { Drawing } from "#contract/first-picture.ts";
import { BRAND } from "#web/lib/brand.ts";
import { drawWith } from "#web/lib/first-answers.ts";
import { cacheOf } from "#web/lib/use-call.ts";
import { ROUTES } from "#web/routes.tsx";

/** Any origin will do: no loader asks it. */
const SOME_ORIGIN = "https://portal.invalid";

/** Draws a screen as the browser would show it first, with these answers in its cache (decision 43). */
export const drawScreen: Drawing["drawScreen"] = async ({ address, brand, answers, picture }) => {
  const url = new URL(address, SOME_ORIGIN);
  const handler = await handlerOf(url.pathname);
  const context = await handler?.query(new Request(url));
  if (!handler || !context || context instanceof Response) return null;
  const router = createStaticRouter(handler.dataRoutes, context);
  const cache = cacheOf(answers);
  // From here on nothing waits, so that no other drawing changes what all of them share.
  Object.assign(BRAND, brand);
  drawWith(picture);
  return renderToString(
    <SWRConfig value={{ provider: () => cache }}>
      <StaticRouterProvider router={router} context={context} hydrate={false} />
    </SWRConfig>,
  );
};

const handlers = new Map<RouteObject, Promise<StaticHandler>>();

function handlerOf(pathname: string): Promise<StaticHandler> | undefined {
  const branch = matchRoutes(ROUTES, pathname)?.map(({ route }) => route);
  const screen = branch?.at(-1);
  if (!branch || !screen) return undefined;
  const made = handlers.get(screen) ?? loadBranch(branch);
  handlers.set(screen, made);
  return made;
}

/** The routes of one screen with their code, and without their guards: the server has asked who comes. */
async function loadBranch(branch: readonly RouteObject[]): Promise<StaticHandler> {
  let routes: RouteObject[] = [];
  for (const { path, lazy, Component, ErrorBoundary } of branch.toReversed()) {
    const loaded = Component ?? (await loadComponent(lazy));
    const route: RouteObject = { children: routes };
    if (path !== undefined) route.path = path;
    if (loaded) route.Component = loaded;
    if (ErrorBoundary) route.ErrorBoundary = ErrorBoundary;
    routes = [route];
  }
  return createStaticHandler(routes);
}

async function loadComponent(lazy: RouteObject["lazy"]): Promise<RouteObject["Component"]> {
  if (typeof lazy === "function") return (await lazy()).Component;
  return (await lazy?.Component?.()) ?? undefined;
}
