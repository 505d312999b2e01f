import { expect, test } from "vitest";
import { readOwnPicture, readOwnPictureSize } from "./own-picture.ts";

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

test("BLOCK-8 the size of the portal's own drawings is known, and of nothing else", () => {
  expect(readOwnPictureSize("/demo/harbour-hero.svg")).toEqual({ width: 1200, height: 520 });
  for (const source of ["https://elsewhere.example/a.svg", "/demo/no-such-picture.svg", "/../package.json"]) {
    expect(readOwnPictureSize(source)).toBeUndefined();
  }
});
