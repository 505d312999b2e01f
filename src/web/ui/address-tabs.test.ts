import { expect, test } from "vitest";
import { isSameScreen, resolve } from "#web/lib/routing/address.ts";
import { openTab, tabNamed } from "./address-tabs.tsx";

const NAMES = ["Details", "Work Orders", "Documents"] as const;

test.each([
  [null, "Details"],
  ["Details", "Details"],
  ["Work Orders", "Work Orders"],
  ["work-orders", "Work Orders"],
  ["DOCUMENTS", "Documents"],
  ["", undefined],
  ["payments", undefined],
  ["__proto__", undefined],
])("INV-2 the parameter %j opens %j", (parameter, name) => {
  expect(tabNamed(parameter, NAMES)).toBe(name);
});

const HERE = { pathname: "/", search: "", hash: "" };
/** As a screen with these tabs tells it. */
const tabOf = (parameter: string | null) => openTab(parameter, ["Overview", "People", "Notes"]);

test.each([
  ["/organizations/a?tab=Notes", "/organizations/a?tab=Notes&page=2#top", true],
  ["/organizations/a", "/organizations/a?search=x", true],
  ["/organizations/a?tab=Notes", "/organizations/a?tab=People", false],
  ["/organizations/a", "/organizations/a?tab=People", false],
  ["/organizations/a", "/organizations/a?tab=Overview", true],
  ["/organizations/a?tab=overview", "/organizations/a", true],
  ["/organizations/a?tab=unknown", "/organizations/a?tab=Overview", true],
  ["/organizations/a?tab=Notes", "/organizations/b?tab=Notes", false],
])("what is typed at %s is still there at %s: %s", (one, other, expected) => {
  expect(isSameScreen(resolve(one, HERE), resolve(other, HERE), tabOf)).toBe(expected);
});
