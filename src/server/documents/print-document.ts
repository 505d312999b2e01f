import { hash } from "node:crypto";
import { BLOCKS_CSS } from "#blocks/blocks-css.ts";
import type { TimelineStep } from "#blocks/pages/certificate-parts.tsx";
import type { Acceptance } from "#blocks/pages/print-acceptance.tsx";
import { renderPrintableDocument } from "#blocks/pages/print-page.tsx";
import { describeIssuer } from "#domain/consent/consent.ts";
import { writeAnchor } from "#domain/evidence/anchor.ts";
import type { PuckState } from "#domain/page/page.ts";
import { hidePricesOfPage } from "#domain/pricing/hide-prices.ts";
import type { Deps } from "../deps.ts";
import { drawQr } from "../draw-qr.ts";
import type { EvidenceRow } from "../evidence/check-evidence.ts";
import { sanitiseHtml } from "../html/sanitise-html.ts";
import { imageDataOf } from "../images/print-images.ts";
import { readPublicImage } from "../images/read-public-image.ts";
import { printFontCss } from "../pdf/fonts.ts";
import type { Decided } from "./content.ts";
import type { DecisionRow } from "./queries.ts";
import type { CertificateFacts } from "./read-certificate.ts";

/** A document, its decision and the event that proves it; of a draft that is not sent, whose it is. */
type Printed = Decided & {
  event?: EvidenceRow | undefined;
  certificate?: CertificateFacts;
  /** Undefined: they are not counted yet. */
  pages?: number;
  preview?: { organizationName: string };
  /** A data URL; null: the company has none. */
  logo: string | null;
};

/** The document as HTML for the PDF, from the same blocks as on screen. `images` holds the stored images. */
export function printDocument(
  { env, settings, log }: Pick<Deps, "env" | "settings" | "log">,
  printed: Printed,
  page: PuckState,
  images: ReadonlyMap<string, string>,
): string {
  const { document, decision, certificate, preview, logo } = printed;
  const { companyName, accent, timeZone } = settings.now();
  const { uniqueDocumentId } = document;
  return renderPrintableDocument({
    document: { ...document, page: hidePricesOfPage(page), decision },
    ...(decision && { organizationName: decision.organizationName }),
    ...(preview && { organizationName: preview.organizationName, isPreview: true }),
    ...(decision &&
      certificate && { acceptance: acceptanceOf({ env, settings }, printed, decision, certificate) }),
    brand: { companyName, logo, accent },
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

/** The recorded facts of an acceptance. An imported decision has no declaration, and the permission of its import. */
function acceptanceOf(
  { env, settings }: Pick<Deps, "env" | "settings">,
  { event, pages }: Printed,
  decision: DecisionRow,
  { history, terms, accessGivenByName, issuerSetUp, joined }: CertificateFacts,
): Acceptance {
  const { declaration, ipAddress, userAgent } = decision;
  const { companyName, abn, certificateShowsOrigin } = settings.now();
  const address = `${env.publicUrl}/verify`;
  return {
    ...decision,
    accessGivenByName,
    singleSignOn: issuerSetUp && describeIssuer(issuerSetUp, { ...decision, companyName }),
    origin: certificateShowsOrigin ? { ipAddress, userAgent } : null,
    organizationPermissionId: declaration === null ? null : decision.organizationPermissionId,
    declaration: declaration === null ? null : { text: declaration, hash: hash("sha256", declaration) },
    anchor: event ? writeAnchor(event) : null,
    broughtInAt: event?.kind === "document.bring-in" ? event.at : null,
    certificate: {
      supplier: { name: companyName, abn },
      pages: pages ?? null,
      steps: stepsOf(history),
      terms,
      joined,
      verify: { address, qr: drawQr(address) },
    },
  };
}

const NOT_RECORDED = "Not recorded";

function stepsOf({ sent, openedAt, choices }: CertificateFacts["history"]): TimelineStep[] {
  const { times, lastAt } = choices;
  const changes = times === 1 ? "Once" : `${times} times, the last one then`;
  return [
    { label: "Sent", at: sent?.at ?? null, by: sent?.by ?? (sent ? "Sender not recorded" : NOT_RECORDED) },
    { label: "First opened", at: openedAt, by: openedAt ? null : NOT_RECORDED },
    {
      label: "Choices changed",
      at: lastAt,
      by: times === 0 ? (sent ? "None was changed" : NOT_RECORDED) : changes,
    },
  ];
}
