import { renderToStaticMarkup } from "react-dom/server";
import sanitizeHtml from "sanitize-html";
import { PageContent } from "#blocks/page-content.tsx";
import type { RenderContext } from "#blocks/render-context.ts";
import type { PageItem, PuckState } from "#domain/page/page.ts";

export const CONTEXT: RenderContext = {
  mode: "view",
  sanitise: (html) => sanitizeHtml(html),
  areChoicesLocked: false,
  onChooseOptional: () => {},
};

/** The HTML of a page, inside its root. */
export function showPage(content: PageItem[], context: Partial<RenderContext> = {}): string {
  const page: PuckState = { content, root: { props: {} } };
  return renderToStaticMarkup(<PageContent page={page} context={{ ...CONTEXT, ...context }} />);
}

/** The HTML of one block, without the root around it. */
export function showBlock(
  type: string,
  props: Record<string, unknown>,
  context: Partial<RenderContext> = {},
): string {
  const html = showPage([{ type, props: { id: "block", ...props } }], context);
  return html.replace(/^<article[^>]*>/, "").replace(/<\/article>$/, "");
}

/** The text of some HTML as a person reads it, one line per piece. */
export function readText(html: string): string[] {
  const text = html
    .replace(/<\/?bdi\b[^>]*>/g, "")
    .replace(/<[^>]*>/g, "\n")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replaceAll("&amp;", "&");
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}
