import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { pino } from "pino";
import { extractText, getDocumentProxy } from "unpdf";
import { afterAll, beforeAll, expect, test } from "vitest";
import { formatDollars } from "#domain/format.ts";
import type { PageItem } from "#domain/page/page.ts";
import type { QuotePricing } from "#domain/pricing/price-work-orders.ts";
import type { PdfRenderer } from "#server/deps.ts";
import { createPdfRenderer } from "#server/pdf/chromium-renderer.ts";
import { LONG_WORDS_PAGE } from "#tests/support/long-words.ts";
import { printContent } from "#tests/support/print-content.ts";
import { quoteTerms } from "#tests/support/random-quotes.ts";
import { pricedFigures, printedFigures } from "#tests/support/read-figures.ts";
import { referenceCents, toDollars } from "#tests/support/reference-price.ts";
import { readText, showPage } from "#tests/support/show-block.tsx";
import { casesFor } from "#tests/support/suite-cases.ts";

const QUOTES = casesFor(20, 200);
/** 18 mm in points, less one point for rounding. */
const MARGIN = (18 * 72) / 25.4 - 1;
/** A million billion dollars. Larger amounts are printed whole too, but on several lines. */
const LARGEST_CENTS = 10n ** 17n;

/** Whether the total is neither zero nor too long for one line. */
function isReporting(quote: QuotePricing): boolean {
  const { total } = referenceCents(quote);
  return total !== 0n && total < LARGEST_CENTS && total > -LARGEST_CENTS;
}

let dataDir: string;
let pdf: PdfRenderer;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "counterpart-quotes-"));
  pdf = createPdfRenderer({ dataDir, chromiumPath: undefined }, pino({ level: "silent" }));
});
afterAll(async () => {
  await pdf.close();
  await rm(dataDir, { recursive: true, force: true });
});

/** Each quote as a heading with its name and a block with its total, without lines. */
function pageOf(quotes: readonly QuotePricing[]): PageItem[] {
  return quotes.flatMap(({ workOrders, products, globalDiscountPercent, gst }, index) => {
    const named = workOrders.map((one, at) => ({ ...one, workOrderId: `${index}-${at}`, name: "Work" }));
    const workOrderData = { workOrderIds: named.map((one) => one.workOrderId), workOrders: named, products };
    return [
      { type: "Heading", props: { id: `h${index}`, text: `Quote ${index}:`, size: "h2" } },
      {
        type: "WorkOrders",
        props: { id: `w${index}`, workOrderData, globalDiscountPercent: globalDiscountPercent ?? 0, gst },
      },
    ];
  });
}

/** The last amount after each quote's heading. */
function totalsIn(text: string): string[] {
  const parts = text.split(/Quote \d+:/).slice(1);
  return parts.map((part) => /^.*Total(?:\s+inc\.\s+GST)?\s+(−?\$\S+)/s.exec(part)?.[1] ?? part);
}

test("PRICE-2 PRICE-4 many quotes have the same totals in the page's text and in the PDF's", async () => {
  const quotes = fc
    .sample(quoteTerms, { numRuns: QUOTES * 4, seed: 20_261_121 })
    .filter(isReporting)
    .slice(0, QUOTES);
  const expected = quotes.map((quote) => formatDollars(toDollars(referenceCents(quote).total)));
  expect(expected).toHaveLength(QUOTES);
  expect(new Set(expected).size).toBeGreaterThan(QUOTES / 2);

  const content = pageOf(quotes);
  expect(totalsIn(readText(showPage(content)).join("\n"))).toEqual(expected);

  const html = printContent(content);
  const printed = await getDocumentProxy(await pdf.render(html));
  expect(totalsIn((await extractText(printed, { mergePages: true })).text)).toEqual(expected);
});

test("CARE-1 on paper every figure lies between the margins, however long the texts beside it", async () => {
  const printed = await pdf.render(printContent(LONG_WORDS_PAGE));
  expect(await printedFigures(printed, MARGIN)).toEqual(pricedFigures(LONG_WORDS_PAGE));
});
