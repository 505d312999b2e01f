import { expect, test } from "vitest";
import { readPublicImage, readPublicImageSize } from "./read-public-image.ts";

test("BLOCK-8 an image that the portal serves is put into the document itself", () => {
  expect(readPublicImage("/demo/harbour-hero.svg?v=1")).toMatch(/^data:image\/svg\+xml;base64,/);
});

test.each([
  "https://elsewhere.example/a.png",
  "//elsewhere.example/a.png",
  "/demo/no-such-image.png",
  "/../package.json",
  "/..%2f..%2fetc/passwd",
  "/demo/%zz.svg",
  "demo/harbour-hero.svg",
  "",
])("BLOCK-8 nothing else is read: %s", (source) => {
  expect(readPublicImage(source)).toBeUndefined();
});

test("BLOCK-8 the size of the portal's own drawings is known, and of nothing else", () => {
  expect(readPublicImageSize("/demo/harbour-hero.svg")).toEqual({ width: 1200, height: 520 });
  for (const source of ["https://elsewhere.example/a.svg", "/demo/no-such-image.svg", "/../package.json"]) {
    expect(readPublicImageSize(source)).toBeUndefined();
  }
});
