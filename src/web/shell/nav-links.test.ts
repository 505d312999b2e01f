import { expect, test } from "vitest";
import { isActive, linksFor } from "./nav-links.ts";

test("NAV-1 a verified organization has all five links, in order", () => {
  expect(linksFor(true).map((link) => [link.label, link.path])).toEqual([
    ["Dashboard", "/dashboard"],
    ["Scope of Work", "/documents/type/SCOPE_OF_WORK"],
    ["Proposals", "/documents/type/PROPOSAL"],
    ["Work Orders", "/work-orders"],
    ["Invoices", "/invoices"],
  ]);
});

test("NAV-1 an unverified organization has the dashboard only", () => {
  expect(linksFor(false).map((link) => link.label)).toEqual(["Dashboard"]);
});

test.each([
  ["/invoices", "/invoices", true],
  ["/invoices", "/invoices/INV-7", true],
  ["/documents/type/PROPOSAL", "/documents/type/PROPOSAL", true],
  ["/documents/type/PROPOSAL", "/documents/type/SCOPE_OF_WORK", false],
  ["/work-orders", "/dashboard", false],
])("NAV-2 the link to %s on %s: %s", (path, current, expected) => {
  expect(isActive({ path }, current)).toBe(expected);
});
