import { renderToString } from "react-dom/server";
import type { Drawing } from "#contract/first-answers.ts";
import { BRAND } from "#web/lib/brand.ts";
import { drawWith } from "#web/lib/first-answers.ts";
import { createDrawnRouter } from "#web/lib/routing/create-router.ts";
import type { Entered } from "#web/lib/routing/enter-routes.ts";
import { findBranch } from "#web/lib/routing/find-branch.ts";
import type { Route } from "#web/lib/routing/route.ts";
import { RouterView } from "#web/lib/routing/router-view.tsx";
import { showAnswers } from "#web/lib/use-call.ts";
import { ROUTES } from "#web/routes.tsx";

/** Any origin will do: the screen's place in it is all that is read. */
const SOME_ORIGIN = "https://portal.invalid";

/** Draws a screen as the browser would show it first, with these answers in its cache (decision 43). */
export const drawScreen: Drawing["drawScreen"] = async ({ address, brand, answers, picture }) => {
  const { pathname, search } = new URL(address, SOME_ORIGIN);
  const branch = findBranch(ROUTES, pathname);
  if (!branch) return null;
  const entered = await Promise.all(branch.routes.map(enterUnguarded));
  const router = createDrawnRouter({ pathname, search, hash: "" }, { entered, params: branch.params });
  // From here on nothing waits, so that no other drawing changes what all of them share.
  Object.assign(BRAND, brand);
  drawWith(picture);
  showAnswers(answers);
  return renderToString(<RouterView router={router} />);
};

/** A route with its code. Its guard is skipped: the server has already authenticated the request. */
async function enterUnguarded(route: Route): Promise<Entered> {
  return { route, params: "", Component: route.Component ?? (await route.lazy?.()), data: undefined };
}
