import { expect, test } from "vitest";
import { scrollStep } from "./drag-controller.ts";

test("STUDIO-14 the page scrolls at its edges, faster the nearer the pointer is", () => {
  const rect = { left: 0, top: 100, right: 400, bottom: 900 };
  const step = (y: number) => scrollStep(rect, { x: 10, y });
  expect(step(500)).toBe(0);
  expect(step(850)).toBeGreaterThan(0);
  expect(step(890)).toBeGreaterThan(step(850));
  expect(step(110)).toBe(-step(890));
});
