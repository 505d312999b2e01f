import { expect, test } from "vitest";
import { isOnCompanySide, loginPath, returnAddress } from "./return-address.ts";

test("GUARD-5 the way to sign-in keeps path and query string", () => {
  const path = loginPath("/invoices/INV-7?tab=Documents&x=a%20b");
  expect(path.startsWith("/login?return=")).toBe(true);
  expect(returnAddress(path.slice("/login".length))).toBe("/invoices/INV-7?tab=Documents&x=a%20b");
});

test.each([
  ["/doc/website-proposal", "/doc/website-proposal"],
  ["/documents/type/PROPOSAL?columnFilters=W10=", "/documents/type/PROPOSAL?columnFilters=W10="],
  ["/dashboard#links", "/dashboard#links"],
])("GUARD-5 %s is followed after sign-in", (target, expected) => {
  expect(returnAddress(`?${new URLSearchParams({ return: target })}`)).toBe(expected);
});

test.each([
  "https://evil.example/",
  "//evil.example",
  "///evil.example",
  "/\\evil.example",
  "\\/evil.example",
  "/\t/evil.example",
  "/\n/evil.example",
  "/.//evil.example",
  "/x/..//evil.example",
  "javascript:alert(1)",
  "data:text/html,x",
  " /dashboard",
  "evil.example",
  "/login",
  "/login?return=/login",
  "",
])("GUARD-5 %j never leaves the site: the dashboard instead", (target) => {
  expect(returnAddress(`?${new URLSearchParams({ return: target })}`)).toBe("/dashboard");
});

test("GUARD-5 without a return address the dashboard follows", () => {
  expect(returnAddress("")).toBe("/dashboard");
});

test.each([
  ["/admin", true],
  ["/admin/people?search=mara", true],
  ["/admin?x", true],
  ["/dashboard?return=/admin", false],
  ["/administration", false],
])("COMPANY-1 whether %s lies on the company's side: %s", (address, expected) => {
  expect(isOnCompanySide(address)).toBe(expected);
});
