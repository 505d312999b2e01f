import type { Page } from "playwright-core";
import { getDocumentProxy } from "unpdf";
import { formatDollars, formatQuantity, formatRate } from "#domain/format.ts";
import { block as PricingTableBlock } from "#domain/page/blocks/pricing-table.ts";
import { block as WorkOrdersBlock } from "#domain/page/blocks/work-orders.ts";
import type { PageItem } from "#domain/page/page.ts";
import { itemsOf } from "#domain/page/walk-page.ts";
import { priceBlock } from "#domain/pricing/document-total.ts";
import { priceLineItems } from "#domain/pricing/price-work-orders.ts";

/** An amount, a rate or a quantity without its sign: "$1,234.50", "12.25", "0.004". */
const FIGURE = /\$?\d[\d,]*\.\d{2,}/;

/** Every figure that a page of blocks has to show, sorted. */
export function pricedFigures(content: PageItem[]): string[] {
  const page = { content, root: { props: {} } };
  const quotes = itemsOf(page, WorkOrdersBlock).flatMap(({ props }) => {
    const { workOrders, subtotal, discount, gst, total } = priceBlock(props);
    const ofWork = workOrders.flatMap(({ net, gross, discount: own, products }) => [
      ...[net, ...(own === "0.00" ? [] : [gross, own, net])].map(formatDollars),
      ...products.flatMap(({ product, quantity, amount }) => [
        formatQuantity(quantity ?? 0),
        formatRate(product?.productRate ?? 0),
        formatDollars(amount),
      ]),
    ]);
    return [...ofWork, ...[subtotal, discount, gst, total].map(formatDollars)];
  });
  const tables = itemsOf(page, PricingTableBlock).flatMap(({ props }) => {
    const { lines, subtotal, gst, total } = priceLineItems(props);
    return [
      ...lines.flatMap(({ count, price, amount }) => [
        formatQuantity(count ?? 0),
        formatRate(price ?? 0),
        formatDollars(amount),
      ]),
      ...[subtotal, gst, total].map(formatDollars),
    ];
  });
  return [...quotes, ...tables].toSorted();
}

/**
 * The figures of a part of the page that a person can read, sorted: every letter lies in the window, and nothing cuts
 * or covers it.
 */
export async function visibleFigures(page: Page, part: string): Promise<string[]> {
  const found = await page.locator(part).evaluate((root, source) => {
    const figures: string[] = [];
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const around = text.parentElement as HTMLElement;
      for (const { 0: figure, index } of (text.nodeValue ?? "").matchAll(new RegExp(source, "g"))) {
        around.scrollIntoView({ block: "center" });
        const letters = [...figure].map((_, at) => {
          const letter = document.createRange();
          letter.setStart(text, index + at);
          letter.setEnd(text, index + at + 1);
          return letter.getBoundingClientRect();
        });
        const isReadable = letters.every(({ left, right, top, bottom }) => {
          const seen = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
          return (
            left >= 0 && right <= innerWidth && seen !== null && (seen === around || around.contains(seen))
          );
        });
        if (isReadable) figures.push(figure);
      }
    }
    return figures;
  }, FIGURE.source);
  return found.toSorted();
}

/** The figures of a PDF that lie between the margins of their page, sorted. `margin`: in points. */
export async function printedFigures(bytes: Uint8Array, margin: number): Promise<string[]> {
  const pdf = await getDocumentProxy(bytes.slice());
  const pages = Array.from({ length: pdf.numPages }, (_, index) => pdf.getPage(index + 1));
  const found: string[] = [];
  for (const page of await Promise.all(pages)) {
    const [, , right = 0] = page.view;
    for (const item of (await page.getTextContent()).items) {
      if (!("str" in item)) continue;
      const start = Number(item.transform[4]);
      if (start < margin || start + item.width > right - margin) continue;
      found.push(...(item.str.match(new RegExp(FIGURE, "g")) ?? []));
    }
  }
  return found.toSorted();
}
