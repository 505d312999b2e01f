import { expect, test } from "vitest";
import { figure, formatFigures, percentile, timings } from "./figures.ts";

test("HOUSE-8 a figure at its limit is reached, and one beyond it is not", () => {
  const table = formatFigures([figure("key", 100, "ms", 100), figure("start", 600.4, "ms", 600)]);
  expect(table).toContain("| key | 100 ms | ≤ 100 ms | yes |");
  expect(table).toContain("| start | 600 ms | ≤ 600 ms | yes |");
  expect(formatFigures([figure("start", 601, "ms", 600)])).toContain("| **no** |");
});

test("HOUSE-8 the slow requests decide the 95th percentile, and a median has no limit of its own", () => {
  const requests = [...Array.from({ length: 18 }, () => 5), 50, 51];
  expect(percentile(requests, 0.5)).toBe(5);
  expect(timings("list", requests, { p95: 49 })).toEqual([
    { name: "list, median", value: 5, unit: "ms" },
    { name: "list, p95", value: 50, unit: "ms", max: 49 },
  ]);
  expect(percentile([3], 0.95)).toBe(3);
});
