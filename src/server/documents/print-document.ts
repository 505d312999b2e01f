import { BLOCKS_CSS } from "#blocks/blocks-css.ts";
import { renderPrintableDocument } from "#blocks/print-page.tsx";
import type { UniqueDocument } from "#domain/documents/unique-document.ts";
import type { Env } from "../env.ts";
import { sanitiseHtml } from "../html/sanitise-html.ts";
import { printFontCss } from "../pdf/fonts.ts";

/** The whole document as one HTML text, from the same blocks that people see on screen. */
export function printDocument(env: Pick<Env, "brand" | "publicUrl" | "timeZone">, document: UniqueDocument): string {
  return renderPrintableDocument({
    document,
    brand: env.brand,
    sanitise: sanitiseHtml,
    css: BLOCKS_CSS,
    fontCss: printFontCss(),
    timeZone: env.timeZone,
    siteUrl: env.publicUrl,
  });
}
