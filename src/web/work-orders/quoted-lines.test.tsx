import fc from "fast-check";
import { renderToStaticMarkup } from "react-dom/server";
import { test } from "vitest";
import { acceptedLines, expectRecomputable, invoiced } from "#tests/support/recompute-lines.ts";
import { casesFor } from "#tests/support/suite-cases.ts";
import { QuotedLines } from "./quoted-lines.tsx";

test("FIELD-7 a reader recomputes each line of a work order from what the screen shows", () => {
  fc.assert(
    fc.property(acceptedLines, (lines) => {
      const quoted = invoiced(lines, 0).map(({ unit, quantity, rate, amount }) => ({
        productName: "Product",
        productUnit: unit,
        total: quantity,
        rate: String(rate),
        amount,
      }));
      expectRecomputable(renderToStaticMarkup(<QuotedLines lines={quoted} price={null} />), lines);
    }),
    { numRuns: casesFor(150, 5000) },
  );
});
