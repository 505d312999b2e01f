import { expect, test } from "vitest";
import { parseColour } from "./colour.ts";

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
