import { renderToStaticMarkup, renderToString } from "react-dom/server";
import { escapeHtml } from "#domain/escape-html.ts";
import type { PageItem } from "#domain/page/page.ts";
import type { RenderContext } from "../render-context.ts";
import { PublicBrand, type PublicDocument, PublicPage } from "./public-page.tsx";

/** The parts around a page: the built style sheet, fonts and script. */
export type PublicFrame = {
  css: string;
  fontPaths: readonly string[];
  /** Null: the page is not hydrated. */
  scriptPath: string | null;
};

/** `error`: the first failure. */
type OnFailedBlock = (item: PageItem, error: unknown) => void;

/** A shared document as a whole HTML document, with the data for hydration. */
export function renderPublicDocument(
  document: PublicDocument,
  sanitise: RenderContext["sanitise"],
  frame: PublicFrame,
  onFailedBlock: OnFailedBlock,
): string {
  const title = `${document.page.root.props?.title || document.name} · ${document.brand.productName}`;
  const { shown, page } = showDespiteFailures(document, sanitise, onFailedBlock);
  // "<" is escaped, so no text of a document can end the element.
  const data = JSON.stringify(shown).replaceAll("<", "\\u003c");
  const script = frame.scriptPath
    ? `<script type="application/json" id="document">${data}</script>` +
      `<script type="module" src="${frame.scriptPath}"></script>`
    : "";
  const foot = `${document.name} · ${document.externalId}`;
  return wholePage(title, `<div id="root">${page}</div>${script}`, frame, foot);
}

/** If the page fails, finds the failing blocks and renders the page again without them. */
function showDespiteFailures(
  document: PublicDocument,
  sanitise: RenderContext["sanitise"],
  onFailedBlock: OnFailedBlock,
): { shown: PublicDocument; page: string } {
  const show = (one: PublicDocument) => renderToString(<PublicPage document={one} sanitise={sanitise} />);
  try {
    return { shown: document, page: show(document) };
  } catch (error) {
    const failedBlocks: string[] = [];
    const note = (item: PageItem) => {
      failedBlocks.push(item.props.id);
      onFailedBlock(item, error);
    };
    renderToString(<PublicPage document={document} sanitise={sanitise} onFailedBlock={note} />);
    const shown = { ...document, failedBlocks };
    return { shown, page: show(shown) };
  }
}

/** A page in place of a document that a visitor cannot see. */
export function renderPublicNotice(
  notice: { brand: PublicDocument["brand"]; title: string; message: string; advice?: string },
  frame: PublicFrame,
): string {
  const page = renderToStaticMarkup(<PublicNotice {...notice} />);
  return wholePage(`${notice.title} · ${notice.brand.productName}`, page, frame);
}

/** `foot` stands at the foot of each page that a browser prints. */
function wholePage(title: string, body: string, { css, fontPaths }: PublicFrame, foot = ""): string {
  const head = renderToStaticMarkup(
    <>
      <title>{title}</title>
      {fontPaths.map((path) => (
        <link key={path} rel="preload" href={path} as="font" type="font/woff2" crossOrigin="" />
      ))}
      <link rel="icon" href="/logo.svg" type="image/svg+xml" />
    </>,
  );
  return `<!doctype html><html lang="en-AU" style="--page-foot:${escapeHtml(cssString(foot))}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover"><meta name="color-scheme" content="light dark"><meta name="robots" content="noindex, nofollow">${head}<style>${css}</style></head><body>${body}</body></html>`;
}

/** A text as a string of a style sheet. */
function cssString(text: string): string {
  return `"${text.replaceAll(/["\\\p{Cc}<]/gu, (sign) => `\\${sign.charCodeAt(0).toString(16)} `)}"`;
}

type PublicNoticeProps = {
  brand: PublicDocument["brand"];
  title: string;
  message: string;
  /** What the reader can do. */
  advice?: string;
};

/** A whole page in place of a document that a visitor cannot see. */
function PublicNotice({ brand, title, message, advice }: PublicNoticeProps) {
  return (
    <main className="pv-notice">
      <PublicBrand brand={brand} />
      <svg viewBox="11 5 38 38" fill="none" aria-hidden="true">
        <path
          d="M12 6h17l9 9v27H12z M29 6v9h9"
          stroke="currentColor"
          strokeWidth="1.5"
          strokeLinejoin="round"
        />
        <path d="M19 25h12M19 31h7" stroke="currentColor" strokeWidth="1.5" strokeLinecap="round" />
      </svg>
      <h1>{title}</h1>
      <p>{message}</p>
      {advice && <p>{advice}</p>}
      <a href="/home" className="pv-button">
        Return home
      </a>
    </main>
  );
}
