import { expect, test } from "vitest";
import { below, hrefOf, isElsewhere, resolve } from "./address.ts";

const HERE = { pathname: "/invoices", search: "?page=2", hash: "#top" };

test.each([
  ["/login?step=sign-up#code", "/login", "?step=sign-up", "#code"],
  ["?tab=Lines", "/invoices", "?tab=Lines", ""],
  ["?", "/invoices", "", ""],
  ["#rows", "/invoices", "?page=2", "#rows"],
  ["/documents/a b", "/documents/a%20b", "", ""],
  // No address leads away from the portal.
  ["//elsewhere.test/login", "/login", "", ""],
])("from a list %s leads to %s%s%s", (to, pathname, search, hash) => {
  expect(resolve(to, HERE)).toEqual({ pathname, search, hash });
});

test.each([
  ["https://elsewhere.test", true],
  ["//elsewhere.test", true],
  ["mailto:ada@ember.example", true],
  ["/view/doc-1", false],
  ["?next=https://elsewhere.test", false],
])("%s is elsewhere: %s", (to, expected) => {
  expect(isElsewhere(to)).toBe(expected);
});

test("addresses below a base are told without it", () => {
  for (const [base, pathname, resolved] of [
    ["/", "/dashboard", "/dashboard"],
    ["/admin", "/admin", "/"],
    ["/admin", "/admin/people", "/people"],
    ["/admin", "/administration", "/administration"],
  ] as const) {
    expect(below(base, pathname)).toBe(resolved);
  }
  expect(hrefOf({ pathname: "/people", search: "?page=2", hash: "" }, "/admin")).toBe("/admin/people?page=2");
  expect(hrefOf({ pathname: "/", search: "", hash: "" }, "/admin")).toBe("/admin");
});
