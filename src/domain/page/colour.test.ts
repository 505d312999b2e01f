import { expect, test } from "vitest";
import { blend, contrast, parseColour, textOn } from "./colour.ts";

test.each([
  ["#FFF", "#ffffff"],
  ["#abcd", "#aabbccdd"],
  ["#0F6b5c", "#0f6b5c"],
  ["#0f6b5c80", "#0f6b5c80"],
  ["rgb(15, 107, 92)", "#0f6b5c"],
  ["rgba(0,0,0,0.5)", "#00000080"],
  ["rgb(0 0 0 / .5)", "#00000080"],
  [" White ", "#ffffff"],
  ["transparent", "#00000000"],
])("the colour %s is %s", (written, colour) => {
  expect(parseColour(written)).toBe(colour);
});

test.each([
  "red;background:url(https://evil.example)",
  "url(javascript:alert(1))",
  "expression(alert(1))",
  "#ggg",
  "#12345",
  "rgb(300,0,0)",
  "var(--x)",
  "constructor",
  "",
  null,
  5,
  {},
])("%j is no colour", (written) => {
  expect(parseColour(written)).toBeUndefined();
});

test("contrast is that of WCAG", () => {
  expect(contrast("#000000", "#ffffff")).toBeCloseTo(21, 5);
  expect(contrast("#ffffff", "#000000")).toBeCloseTo(21, 5);
  expect(contrast("#777777", "#ffffff")).toBeCloseTo(4.48, 2);
});

test("a colour is blended by its opacity and its alpha", () => {
  expect(blend("#000000", 0.5, "#ffffff")).toBe("#808080");
  expect(blend("#00000080", 0.5, "#ffffff")).toBe("#bfbfbf");
  expect(blend("#123456", 1, "#ffffff")).toBe("#123456");
});

test("a text colour holds only where it can be read", () => {
  expect(textOn("#ffffff", "#0f6b5c")).toBe("#0f6b5c");
  expect(textOn("#ffffff", "#cccccc")).toBe("#221f1a");
  expect(textOn("#14213d", "#1d3b8b")).toBe("#ffffff");
  expect(textOn("#ffffff")).toBe("#221f1a");
});
