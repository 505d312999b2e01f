import { BLOCKS_CSS } from "#blocks/blocks-css.ts";
import type { Acceptance } from "#blocks/pages/print-acceptance.tsx";
import { renderPrintableDocument } from "#blocks/pages/print-page.tsx";
import { writeAnchor } from "#domain/evidence/anchor.ts";
import type { PuckState } from "#domain/page/page.ts";
import { hidePricesOfPage } from "#domain/pricing/hide-prices.ts";
import type { Deps } from "../deps.ts";
import type { EvidenceRow } from "../evidence/check-evidence.ts";
import { sha256 } from "../hash-text.ts";
import { sanitiseHtml } from "../html/sanitise-html.ts";
import { imageDataOf } from "../images/print-images.ts";
import { readPublicImage } from "../images/read-public-image.ts";
import { printFontCss } from "../pdf/fonts.ts";
import type { Decided } from "./content.ts";
import type { DecisionRow } from "./queries.ts";

/** A document, its decision and the event that proves it; of a draft that is not sent, whose it is. */
type Printed = Decided & { event?: EvidenceRow | undefined; preview?: { organizationName: string } };

/** The document as HTML for the PDF, from the same blocks as on screen. `images` holds the stored images. */
export function printDocument(
  { env, settings, log }: Pick<Deps, "env" | "settings" | "log">,
  { document, decision, event, preview }: Printed,
  page: PuckState,
  images: ReadonlyMap<string, string>,
): string {
  const { companyName, accent, timeZone } = settings.now();
  const { uniqueDocumentId } = document;
  return renderPrintableDocument({
    document: { ...document, page: hidePricesOfPage(page), decision },
    ...(decision && { organizationName: decision.organizationName }),
    ...(preview && { organizationName: preview.organizationName, isPreview: true }),
    ...(decision?.decision === "APPROVED" && { acceptance: acceptanceOf(decision, event) }),
    brand: { companyName, accent },
    css: BLOCKS_CSS,
    fontCss: printFontCss(),
    timeZone,
    siteUrl: env.publicUrl,
    sanitise: sanitiseHtml,
    imageData: (source) => imageDataOf(images, source) ?? readPublicImage(source),
    onUnknownBlock: (type) => log.warn({ type, uniqueDocumentId }, "A block of a document cannot be printed"),
    onFailedBlock: ({ type, props }) =>
      log.error({ type, id: props.id, uniqueDocumentId }, "A block of a document fails when it is printed"),
  });
}

/**
 * The facts of an acceptance that are on record. A decision that was made elsewhere has no declaration; its permission
 * is the one that the person had when the decision was entered.
 */
function acceptanceOf(decision: DecisionRow, event: EvidenceRow | undefined): Acceptance {
  const { declaration } = decision;
  const proof = {
    anchor: event ? writeAnchor(event) : null,
    broughtInAt: event?.kind === "document.bring-in" ? event.at : null,
  };
  if (declaration === null) return { ...decision, ...proof, declaration, organizationPermissionId: null };
  return { ...decision, ...proof, declaration: { text: declaration, hash: sha256(declaration) } };
}
