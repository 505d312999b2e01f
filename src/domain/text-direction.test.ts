import { expect, test } from "vitest";
import { directionOf } from "./text-direction.ts";

test.each([
  ["Hello.", "ltr"],
  ["שלום.", "rtl"],
  ["مرحبا.", "rtl"],
  ["Привет", "ltr"],
  ["12.50 – $40.00", null],
  ["", null],
  ["Figma هي الأداة التي نرسم بها", "rtl"],
  ["The word שלום means peace", "ltr"],
  ["בקרו אותנו: https://www.shop.example/a/very/long/path hello@shop.example", "rtl"],
  ["https://shop.example", "ltr"],
  ["שלום Hello", "rtl"],
  ["Hello שלום", "ltr"],
] as const)("FIELD-8 %s is read from the side of most of its words: %s", (text, direction) => {
  expect(directionOf(text)).toBe(direction);
});
