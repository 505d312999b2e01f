import fc from "fast-check";
import { expect, test } from "vitest";
import { acceptedLines, expectRecomputable, invoiced, shownRows } from "#tests/support/recompute-lines.ts";
import { showBlock } from "#tests/support/show-block.tsx";
import { casesFor } from "#tests/support/suite-cases.ts";
import { renderPrintableInvoice } from "./pages/print-invoice.tsx";

const RUNS = { numRuns: casesFor(150, 5000) };

const quoted = (lines: readonly { quantity: number; rate: number }[]) => ({
  workOrderIds: ["work"],
  workOrders: [
    {
      workOrderId: "work",
      name: "Work",
      products: lines.map(({ quantity }, at) => ({ productId: `p${at}`, total: quantity })),
    },
  ],
  products: lines.map(({ rate }, at) => ({
    productId: `p${at}`,
    productName: "Product",
    productUnit: "hour",
    productRate: rate,
  })),
});

test("FIELD-7 PRICE-4 a reader recomputes each line of a Work Orders block and a Pricing Table from what it shows", () => {
  fc.assert(
    fc.property(acceptedLines, (lines) => {
      expectRecomputable(showBlock("WorkOrders", { workOrderData: quoted(lines) }), lines);
      const lineItems = lines.map(({ quantity, rate }) => ({ product: "P", price: rate, count: quantity }));
      expectRecomputable(showBlock("PricingTable", { lineItems }), lines);
    }),
    RUNS,
  );
});

test("FIELD-7 a reader recomputes each line of a printed invoice, with its discount", () => {
  const seller = {
    companyName: "Ember & Oak",
    logo: null,
    abn: null,
    address: null,
    bankDetails: null,
    accent: "#0f6b5c",
  };
  fc.assert(
    fc.property(acceptedLines, fc.constantFrom(0, 15, 100), (lines, discountPercent) => {
      const amounts = {
        gstPercent: 10,
        subtotal: "1.00",
        gst: "0.10",
        total: "1.10",
        lines: invoiced(lines, discountPercent),
      };
      const printed = renderPrintableInvoice({
        externalId: "INV",
        name: "Invoice",
        issuedAt: "2026-11-21T00:00:00Z",
        dueDate: null,
        amounts,
        terms: null,
        reference: null,
        buyer: { name: "Harbour", abn: null, address: null },
        seller,
        css: "",
        fontCss: "",
        timeZone: "Australia/Sydney",
      });
      expectRecomputable(printed, lines, BigInt(discountPercent));
    }),
    RUNS,
  );
});

test("FIELD-7 the least and long quantities and rates read alike in both price blocks", () => {
  const lines = [
    { quantity: 0.004, rate: 80 },
    { quantity: 0.001, rate: 0.001 },
    { quantity: 123456.789, rate: 0.333333 },
    { quantity: 2, rate: 1.005 },
  ];
  const lineItems = lines.map(({ quantity, rate }) => ({ product: "P", price: rate, count: quantity }));
  for (const html of [
    showBlock("WorkOrders", { workOrderData: quoted(lines) }),
    showBlock("PricingTable", { lineItems }),
  ]) {
    expect(shownRows(html).map(({ quantity, rate, amount }) => `${quantity} × ${rate} = ${amount}`)).toEqual([
      "0.004 × $80.00 = $0.32",
      "0.001 × $0.001 = $0.00",
      "123,456.789 × $0.333333 = $41,152.22",
      "2.00 × $1.005 = $2.01",
    ]);
  }
});
