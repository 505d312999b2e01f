import { expect, test } from "vitest";
import { countLabel } from "./count-label.ts";

test.each([
  [0, "0"],
  [99, "99"],
  [100, "99+"],
  [12_345, "99+"],
])("DASH-3 a count of %i reads %j", (count, label) => {
  expect(countLabel(count)).toBe(label);
});
