import { expect, test } from "vitest";
import type { InvoiceBuyer } from "#domain/invoices/invoice.ts";
import { invoiceOfLines } from "#domain/invoices/invoice-of-page.ts";
import { renderPrintableInvoice } from "./print-invoice.tsx";

const line = { description: "A day of photos", quantity: 1, unit: "day", rate: 200, discountPercent: 0 };
const ABN = "51824753556";

function print(hasGst: boolean[], settings?: { gstPercent?: number; abn?: string | null }): string {
  return printed(hasGst, settings).replaceAll(/<[^>]*>/g, " ");
}

const HARBOUR: InvoiceBuyer = { name: "Harbour", abn: null, address: null };

function printed(
  hasGst: boolean[],
  { gstPercent = 10, abn = ABN as string | null, buyer = HARBOUR } = {},
): string {
  const html = renderPrintableInvoice({
    externalId: "INV-7",
    name: "Photos",
    issuedAt: "2026-11-21T01:00:00.000Z",
    dueDate: null,
    amounts: invoiceOfLines(
      hasGst.map((one) => ({ ...line, hasGst: one })),
      gstPercent,
    ),
    terms: null,
    reference: null,
    buyer,
    seller: { companyName: "Ember", logo: null, abn, address: null, bankDetails: null, accent: "#0f6b5c" },
    css: "",
    fontCss: "",
    timeZone: "Australia/Sydney",
  });
  return html.replace(/<style>.*?<\/style>/s, "");
}

test("FIELD-8 the texts of people stay in their columns, and each is read in its own direction", () => {
  const html = printed([true]);
  for (const text of ["Photos", "A day of photos", "day"]) expect(html).toContain(`<bdi>${text}</bdi>`);
  expect(html).toContain('<dd class="cp-invoice__party">Harbour</dd>');
  expect(html.match(/dir="auto"/g)).toHaveLength(1);
});

test("FIRST-5 an invoice names who pays it with their ABN and address", () => {
  const buyer = { name: "Harbour Pty Ltd", abn: ABN, address: "1 Quay\nSydney <b>" };
  expect(printed([true], { buyer })).toContain(
    '<dd class="cp-invoice__party">Harbour Pty Ltd\nABN 51 824 753 556\n1 Quay\nSydney &lt;b&gt;</dd>',
  );
});

test("COMPANY-7 an invoice is a tax invoice with GST only if a line has GST and the company an ABN", () => {
  for (const taxed of [print([true]), print([true, false])]) {
    expect(taxed).toContain("Tax invoice");
    expect(taxed).toContain("Total including GST");
  }
  for (const free of [print([false]), print([true], { gstPercent: 0 })]) {
    expect(free).not.toMatch(/Tax invoice|GST/);
    expect(free).toMatch(/Invoice INV-7[\s\S]*Total +\$200\.00/);
  }
  const withoutAbn = print([true], { abn: null });
  expect(withoutAbn).not.toContain("Tax invoice");
  expect(withoutAbn).toContain("Total including GST");
});
