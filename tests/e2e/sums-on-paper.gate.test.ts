import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { extractText, getDocumentProxy } from "unpdf";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { PageItem } from "#domain/page/page.ts";
import type { PdfRenderer } from "#server/deps.ts";
import { createPdfRenderer } from "#server/pdf/chromium-renderer.ts";
import { printContent } from "#tests/support/print-content.ts";
import { block, container, longQuote, paragraph, range } from "#tests/support/printed-documents.ts";
import { printedInvoice } from "#tests/support/printed-invoice.ts";

let dataDir: string;
let pdf: PdfRenderer;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "counterpart-sums-"));
  pdf = createPdfRenderer({ dataDir, chromiumPath: undefined }, pino({ level: "silent" }));
});
afterAll(async () => {
  await pdf.close();
  await rm(dataDir, { recursive: true, force: true });
});

async function pagesOf(html: string): Promise<string[]> {
  const { text } = await extractText(await getDocumentProxy(await pdf.render(html)), { mergePages: false });
  return text.map((page) => page.replace(/\s+/g, " "));
}

/** The content after text of many lengths, so that its end meets the end of a page in every way. */
const atEveryHeight = (content: () => PageItem[]) =>
  range(0, 44).flatMap((lines) => [
    block("PageBreak"),
    paragraph(
      range(0, lines)
        .map((n) => `Line ${n}.`)
        .join("\n"),
    ),
    ...content(),
  ]);

const lineItems = (count: number) =>
  range(1, count).map((n) => ({ product: `Row ${n}.`, price: 10, count: 1 }));

const SUMS: [string, RegExp, () => PageItem[]][] = [
  ["work orders", /Stage 3: .*Reviewed line.*Subtotal .*Total inc\. GST \$/, () => [longQuote(3, 3)]],
  [
    "work orders with long tables",
    /Site visit.*Reviewed line.*Subtotal .*Total inc\. GST \$/,
    () => [longQuote(2, 12)],
  ],
  [
    "a pricing table",
    /Row 11\..*Row 12\..*Subtotal .*Total inc\. GST \$/,
    () => [block("PricingTable", { lineItems: lineItems(12) })],
  ],
  [
    "boxes",
    /Stage 2: .*Subtotal .*Total inc\. GST \$/,
    () => [
      container([container([longQuote(2, 3)], { backgroundColor: "#ffffff", backgroundOpacity: 1 })], {
        backgroundColor: "#f6e7c8",
        backgroundOpacity: 1,
      }),
    ],
  ],
];

test("FIELD-8 the sums of an invoice are on one page, with its last two lines", async () => {
  for (const count of range(10, 34)) {
    const lines = range(1, count).map((n) => ({
      description: `Line ${n}.`,
      quantity: 1,
      unit: "hour",
      rate: 10,
      discountPercent: 0,
      amount: "10",
      hasGst: true,
    }));
    const pages = await pagesOf(
      printedInvoice({ lines, gstPercent: 10, subtotal: "10", gst: "1", total: "11" }),
    );
    const withSums = pages.filter((page) => /Subtotal|Total including|All amounts/.test(page));
    expect(withSums).toHaveLength(1);
    expect(withSums[0]).toMatch(
      new RegExp(`Line ${count - 1}\\. .*Line ${count}\\. .*Subtotal .*All amounts`),
    );
  }
});

test.each(SUMS)(
  "FIELD-8 the sums of %s are on one page, with what they sum up before them",
  async (_, whole, content) => {
    const pages = await pagesOf(printContent(atEveryHeight(content)));
    const withSums = pages.filter((page) => /Subtotal|Total inc\./.test(page));
    expect(withSums).toHaveLength(45);
    for (const page of withSums) expect(page).toMatch(whole);
  },
);
