import { expect, test } from "vitest";
import { readPublicImage, readPublicImageSize, sizeOfDrawing } from "./read-public-image.ts";

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

test.each([
  ["0 0 99999 20.4", { width: 99_999, height: 20 }],
  ["0 0 100000 20", undefined],
  ["0 0 20 99999.5", undefined],
  ["0 0 0.4 20", undefined],
  ["0 0 1.2.3 20", undefined],
])("BLOCK-8 a drawing has a size only if an address can tell it: %s", (box, size) => {
  expect(sizeOfDrawing(`<svg viewBox="${box}"/>`)).toEqual(size);
});
