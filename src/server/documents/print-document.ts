import blocksCss from "#blocks/blocks.css?raw";
import { renderPrintableDocument } from "#blocks/print-page.tsx";
import type { UniqueDocument } from "#domain/documents/unique-document.ts";
import type { Env } from "../env.ts";
import { sanitiseHtml } from "../html/sanitise-html.ts";
import { printFontCss } from "../pdf/fonts.ts";

/** The whole document as one HTML text, from the same blocks that people see on screen. */
export function printDocument(env: Pick<Env, "brand" | "timeZone">, document: UniqueDocument): string {
  const { companyName, productName } = env.brand;
  return renderPrintableDocument({
    document,
    brand: { companyName, productName },
    sanitise: sanitiseHtml,
    css: blocksCss,
    fontCss: printFontCss(),
    timeZone: env.timeZone,
  });
}
