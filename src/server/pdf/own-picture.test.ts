import { expect, test } from "vitest";
import { readOwnPicture } from "./own-picture.ts";

test("BLOCK-8 a picture that the portal serves is put into the document itself", () => {
  expect(readOwnPicture("/demo/harbour-hero.svg?v=1")).toMatch(/^data:image\/svg\+xml;base64,/);
});

test.each([
  "https://elsewhere.example/a.png",
  "//elsewhere.example/a.png",
  "/demo/no-such-picture.png",
  "/../package.json",
  "/..%2f..%2fetc/passwd",
  "/demo/%zz.svg",
  "demo/harbour-hero.svg",
  "",
])("BLOCK-8 nothing else is read: %s", (source) => {
  expect(readOwnPicture(source)).toBeUndefined();
});
