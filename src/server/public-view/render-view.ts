import { createHash } from "node:crypto";
import {
  type PublicFrame,
  renderPublicDocument,
  renderPublicNotice,
} from "#blocks/pages/render-public-page.tsx";
import type { PublicDocument } from "#domain/documents/public-document.ts";
import { unshowableTypes } from "#domain/page/known-blocks.ts";
import type { Deps } from "../deps.ts";
import type { Brand } from "../env.ts";
import { sanitiseHtml } from "../html/sanitise-html.ts";
import type { ViewAssets } from "./view-assets.ts";

export type ViewPage = { status: 200 | 404 | 500; html: string };

type ViewRenderer = {
  /** The content policy of every page: its style sheet by its hash, the built script, and no inline script. */
  contentPolicy: string;
  unseen: ViewPage;
  /** The page for the portal's own failures. */
  failed: ViewPage;
  render(document: PublicDocument): ViewPage;
};

const WRONG = "Something went wrong!";
const UNSHOWABLE = {
  title: WRONG,
  message: "We were unable to display this documents contents correctly, please try again later.",
};

/** Renders the pages of the public view from the blocks of the portal and the PDF. */
export function createViewRenderer(
  { env, log }: Pick<Deps, "env" | "log">,
  assets: ViewAssets,
): ViewRenderer {
  const frame: PublicFrame = { ...assets, css: `${assets.css}${accentOf(env.brand)}` };
  const { productName, companyName, logoPath } = env.brand;
  const brand = { productName, companyName, hasLogo: logoPath !== undefined };
  const unseen = renderPublicNotice(
    {
      brand,
      title: WRONG,
      message: "We were unable to fetch the requested document, please try again later.",
      advice: "Its address may have been taken back. Ask whoever gave it to you for a new one.",
    },
    frame,
  );
  const unshowable = renderPublicNotice({ brand, ...UNSHOWABLE }, frame);
  const failed: ViewPage = { status: 500, html: unshowable };
  return {
    contentPolicy: policyOf(frame.css),
    unseen: { status: 404, html: unseen },
    failed,
    render(document) {
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
        return failed;
      }
    },
  };
}

function accentOf({ accent, accentDark }: Brand): string {
  return `:root{--accent-light:${accent};--accent-dark:${accentDark}}`;
}

/** Only blocks write style attributes: sizes and colours that their readers let through, never people's HTML. */
function policyOf(css: string): string {
  const hash = createHash("sha256").update(css).digest("base64");
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'sha256-${hash}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "media-src 'self' https:",
    "frame-src https://www.youtube-nocookie.com",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join(";");
}
