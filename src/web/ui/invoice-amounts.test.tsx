import fc from "fast-check";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { acceptedLines, expectRecomputable, invoiced } from "#tests/support/recompute-lines.ts";
import { casesFor } from "#tests/support/suite-cases.ts";
import { InvoiceAmountsTable } from "./invoice-amounts.tsx";

const SUMS = { gstPercent: 10, subtotal: "1.00", gst: "0.10", total: "1.10" };

test("FIELD-7 a reader recomputes each line of an invoice from what the screen shows", () => {
  fc.assert(
    fc.property(acceptedLines, fc.constantFrom(0, 15, 100), (lines, discountPercent) => {
      const amounts = { ...SUMS, lines: invoiced(lines, discountPercent) };
      const html = renderToStaticMarkup(<InvoiceAmountsTable {...amounts} />);
      expectRecomputable(html, lines, BigInt(discountPercent));
    }),
    { numRuns: casesFor(150, 5000) },
  );
});

test("FIELD-7 an invoice shows 0.004 of a unit and 123,456.789 of it in full", () => {
  const quantities = [0.004, 123456.789].map((quantity) => ({ quantity, rate: 80 }));
  const html = renderToStaticMarkup(<InvoiceAmountsTable {...SUMS} lines={invoiced(quantities, 0)} />);
  expect(html).toContain(">0.004<");
  expect(html).toContain(">123,456.789<");
});
