import { hash } from "node:crypto";
import type { PublicDocument, PublicTimestamp } from "#blocks/pages/public-page.tsx";
import {
  type PublicFrame,
  renderPublicDocument,
  renderPublicNotice,
} from "#blocks/pages/render-public-page.tsx";
import { formatDate, formatDateTime, formatForEverybody } from "#domain/format.ts";
import type { Id } from "#domain/id.ts";
import { formatDay } from "#domain/invoices/invoice.ts";
import { unshowableTypes } from "#domain/page/known-blocks.ts";
import type { PuckState } from "#domain/page/page.ts";
import { pageForVisitors } from "#domain/pricing/hide-prices.ts";
import type { Current, Deps } from "../deps.ts";
import type { Decided } from "../documents/content.ts";
import { sanitiseHtml } from "../html/sanitise-html.ts";
import { accentRule, hasOwnLogo, perSettings } from "../settings/current-settings.ts";
import type { ViewAssets } from "./view-assets.ts";

/** A document that everybody may see, with its current page and terms. */
export type SharedDocument = Decided & {
  page: PuckState;
  generalTermsId: Id | null;
} & Pick<PublicDocument, "newVersion" | "recipient">;

export type ViewPage = { status: number; html: string };

type ViewRenderer = {
  /** The content policy of every page: its style sheet by its hash, the built script, and no inline script. */
  contentPolicy: string;
  notFound: ViewPage;
  /** In place of a document that a recipient's link does not open, or not any more. */
  closed: ViewPage;
  /** In place of a document whose link has run out; with the email of whom to ask. */
  expired(sender: string | null): ViewPage;
  /** The page for the portal's own failures. */
  failed: ViewPage;
  tooMany: ViewPage;
  render(shared: SharedDocument): ViewPage;
};

const WRONG = "Something went wrong!";
const UNSHOWABLE = {
  title: WRONG,
  message: "We were unable to display this documents contents correctly, please try again later.",
};

/** The renderer of the public view's pages in the settings of this moment. */
export function createViewRenderers(
  { settings, log }: Pick<Deps, "settings" | "log">,
  assets: ViewAssets,
): () => ViewRenderer {
  return perSettings(settings, (current) => createViewRenderer(current, log, assets));
}

/** Renders the pages of the public view from the blocks of the portal and the PDF. */
function createViewRenderer(current: Current, log: Deps["log"], assets: ViewAssets): ViewRenderer {
  const frame: PublicFrame = { ...assets, css: `${assets.css}${accentRule(current)}` };
  const { productName, companyName, timeZone } = current;
  const brand = { productName, companyName, hasLogo: hasOwnLogo(current) };
  const notFound = renderPublicNotice(
    {
      brand,
      title: WRONG,
      message: "We were unable to fetch the requested document, please try again later.",
      advice: "The link may have been withdrawn. Ask the sender for a new one.",
    },
    frame,
  );
  const closed = renderPublicNotice(
    {
      brand,
      title: "This link is closed",
      message:
        "The document is being changed or was withdrawn, the link has been used to join, or it was typed wrongly.",
      advice: "If you have joined, sign in to read it. Otherwise ask the sender for a new link.",
    },
    frame,
  );
  const unshowable = renderPublicNotice({ brand, ...UNSHOWABLE }, frame);
  const tooMany = renderPublicNotice(
    {
      brand,
      title: "Too many visits at once",
      message: "There were too many requests from your network in the last minute.",
      advice: "Please wait a minute, then open this address again.",
    },
    frame,
  );
  return {
    contentPolicy: policyOf(frame.css),
    notFound: { status: 404, html: notFound },
    closed: { status: 404, html: closed },
    expired: (sender) => ({ status: 410, html: renderPublicNotice(expiredNotice(brand, sender), frame) }),
    failed: { status: 500, html: unshowable },
    tooMany: { status: 429, html: tooMany },
    render(shared) {
      const document = showToVisitors(shared, brand, timeZone);
      const { uniqueDocumentId, page } = document;
      if (page.content.length === 0) return { status: 200, html: unshowable };
      for (const type of unshowableTypes(page)) {
        log.warn({ type, uniqueDocumentId }, "A block of a shared document cannot be shown");
      }
      try {
        const html = renderPublicDocument(document, sanitiseHtml, frame, ({ type, props: { id } }, err) =>
          log.error({ err, type, id, uniqueDocumentId }, "A block of a shared document failed"),
        );
        return { status: 200, html };
      } catch (error) {
        log.error({ err: error, uniqueDocumentId }, "A shared document cannot be shown");
        return { status: 500, html: unshowable };
      }
    },
  };
}

function expiredNotice(brand: PublicDocument["brand"], sender: string | null) {
  return {
    brand,
    title: "This link has expired",
    message: "It worked for some days after the email was sent, and they have passed.",
    advice: `Ask ${sender ?? `your contact at ${brand.companyName}`} for a new one.`,
  };
}

/** A shared document as visitors get it. */
function showToVisitors(
  { document, decision, page, generalTermsId, newVersion, recipient }: SharedDocument,
  brand: PublicDocument["brand"],
  timeZone: string,
): PublicDocument {
  return {
    uniqueDocumentId: document.uniqueDocumentId,
    name: document.name,
    slug: document.slug,
    externalId: document.externalId,
    status: document.status,
    createdAt: momentOf(document.createdAt, timeZone, formatDate),
    updatedAt: momentOf(document.updatedAt, timeZone, formatDate),
    decidedAt: decision && momentOf(decision.decidedAt, timeZone, formatDateTime),
    validUntil: document.status === "PENDING" && document.validUntil ? formatDay(document.validUntil) : null,
    newVersion,
    timeZone,
    page: pageForVisitors(page),
    failedBlocks: [],
    generalTermsPath: generalTermsId && `/general-document/${encodeURIComponent(generalTermsId)}`,
    brand,
    recipient,
  };
}

function momentOf(date: Date, timeZone: string, format: typeof formatDate): PublicTimestamp {
  const iso = date.toISOString();
  return { iso, text: format(iso, timeZone), title: formatForEverybody(iso, timeZone, timeZone) };
}

/** Only blocks write style attributes: checked sizes and colours, never people's HTML. */
function policyOf(css: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'sha256-${hash("sha256", css, "base64")}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    // The page reports that it was opened.
    "connect-src 'self'",
    "media-src 'self' https:",
    "frame-src https://www.youtube-nocookie.com",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join(";");
}
