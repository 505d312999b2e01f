import { BLOCKS_CSS } from "#blocks/blocks-css.ts";
import type { Acceptance } from "#blocks/pages/print-acceptance.tsx";
import { renderPrintableDocument } from "#blocks/pages/print-page.tsx";
import type { PageItem } from "#domain/page/page.ts";
import { sanitiseHtml } from "#server/html/sanitise-html.ts";
import { printFontCss } from "#server/pdf/fonts.ts";

/** The HTML from which a PDF of these blocks is made. */
export function printContent(content: PageItem[], acceptance?: Acceptance): string {
  return renderPrintableDocument({
    document: {
      externalId: "P-1",
      name: "Printed",
      documentType: "PROPOSAL",
      status: "PENDING",
      updatedAt: new Date("2026-11-20T03:00:00.000Z"),
      page: { content, root: { props: {} } },
      decision: null,
    },
    ...(acceptance && { acceptance }),
    brand: { companyName: "Ember & Oak Digital", logo: null },
    css: BLOCKS_CSS,
    fontCss: printFontCss(),
    sanitise: sanitiseHtml,
    timeZone: "Australia/Sydney",
    siteUrl: "https://portal.example",
  });
}
