import { expect, test } from "vitest";
import { findBranch } from "./find-branch.ts";
import type { Route } from "./route.ts";

const LAYOUT: Route = {
  children: [
    { path: "/documents/:id" },
    { path: "/documents/type/:type" },
    { path: "/documents/:id/pdf" },
    { path: "/documents/new" },
  ],
};
const ROUTES: Route[] = [{ children: [{ path: "/" }, { path: "/login" }, LAYOUT, { path: "*" }] }];

test.each([
  ["/", "/", {}],
  ["/login", "/login", {}],
  ["/login/", "/login", {}],
  ["/Login", "/login", {}],
  ["/documents/doc-1", "/documents/:id", { id: "doc-1" }],
  ["/documents/new", "/documents/new", {}],
  ["/documents/type/SCOPE", "/documents/type/:type", { type: "SCOPE" }],
  ["/documents/type/pdf", "/documents/type/:type", { type: "pdf" }],
  ["/documents/doc-1/pdf", "/documents/:id/pdf", { id: "doc-1" }],
  ["/documents/a%20b%2Fc", "/documents/:id", { id: "a b/c" }],
  ["/documents/100%", "/documents/:id", { id: "100%" }],
  ["/documents/", "*", {}],
  ["/documents//pdf", "*", {}],
  ["/no/such/page", "*", {}],
])("the screen of %s is %s", (pathname, path, params) => {
  const found = findBranch(ROUTES, pathname);
  expect(found?.routes.at(-1)?.path).toBe(path);
  expect(found?.params).toEqual(params);
});

test("a branch names all routes around its screen", () => {
  expect(findBranch(ROUTES, "/documents/doc-1")?.routes).toEqual([ROUTES[0], LAYOUT, LAYOUT.children?.[0]]);
  expect(findBranch([{ path: "/only" }], "/other")).toBeUndefined();
});
