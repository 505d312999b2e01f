import { expect, test } from "vitest";
import { SCREENS } from "./admin/screens.ts";
import { findBranch } from "./lib/routing/find-branch.ts";
import type { Route } from "./lib/routing/route.ts";
import { ROUTES } from "./routes.tsx";

function pathsOf(routes: readonly Route[]): string[] {
  return routes.flatMap(({ path, children }) => (children ? pathsOf(children) : (path ?? [])));
}

test.each([
  ["clients", ROUTES],
  ["the company", SCREENS.map(({ path }): Route => ({ path }))],
])("each screen of %s has its own address", (_side, routes) => {
  const paths = pathsOf(routes);
  expect(paths.length).toBeGreaterThan(20);
  const found = paths.map(
    (path) => findBranch(routes, path.replace("*", "/no/such/page").replaceAll(":", ""))?.routes.at(-1)?.path,
  );
  expect(found).toEqual(paths);
});
