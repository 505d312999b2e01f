import { expect, test } from "vitest";
import { tabNamed } from "./address-tabs.tsx";

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
