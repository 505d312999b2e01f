import { expect, test } from "vitest";
import { findChoices } from "./insert-choices.ts";

test("STUDIO-15 the slash list begins with text, headings, lists, a table, columns, prices and a picture", () => {
  expect(
    findChoices("")
      .slice(0, 12)
      .map(({ label }) => label),
  ).toEqual([
    "Text",
    "Heading 1",
    "Heading 2",
    "Heading 3",
    "Bulleted list",
    "Numbered list",
    "Quote",
    "Table",
    "Columns",
    "Pricing Table",
    "Work Orders",
    "Image",
  ]);
});

test("STUDIO-15 a typed word finds its choice, also by another name for it", () => {
  expect(findChoices("hea").map(({ id }) => id)).toEqual(["heading-1", "heading-2", "heading-3"]);
  expect(findChoices("heading 2").map(({ props }) => props?.size)).toEqual(["h2"]);
  expect(findChoices("price").map(({ type }) => type)).toContain("PricingTable");
  expect(findChoices("parag")[0]?.id).toBe("text");
});
