import { expect, test } from "vitest";
import { drawCurves, drawRows } from "./draw-plot.ts";

const mark = (series: string, median: number) => ({ series, median, min: median * 0.9, max: median * 1.1 });

test("rows are on one axis that begins at zero, so lengths compare", () => {
  const svg = drawRows({
    title: "A & B",
    axis: "ms",
    note: "",
    rows: [
      { label: "one", marks: [mark("portal", 10)] },
      { label: "two", marks: [mark("portal", 20)] },
    ],
  });
  const [one = 0, two = 0] = placesOf(svg);
  const zero = Number(/<line class="grid" x1="([\d.]+)"/.exec(svg)?.[1]);
  expect((two - zero) / (one - zero)).toBeCloseTo(2, 1);
  expect(svg).toContain("A &amp; B");
});

test("a step of a curve is as wide for each factor of ten", () => {
  const points = [1, 10, 100].map((x) => ({ x, y: x }));
  const svg = drawCurves({ title: "", x: "", y: "", note: "", curves: [{ label: "one", points }] });
  const [first = 0, second = 0, third = 0] = placesOf(svg);
  expect(third - second).toBeCloseTo(second - first, 1);
});

/** From left to right, without the marks of the legend. */
function placesOf(svg: string): number[] {
  const circles = [...svg.matchAll(/<circle cx="([\d.]+)" cy="([\d.]+)"/g)];
  return circles.filter(([, , y]) => y !== "61").map(([, x]) => Number(x));
}
