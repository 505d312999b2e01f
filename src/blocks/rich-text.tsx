import { useMemo } from "react";
import { useRenderContext } from "./render-context.ts";

const BLOCK_TAGS = "p|h[1-6]|ul|ol|li|blockquote|table|caption|thead|tbody|tfoot|tr|td|th|hr|br|pre|div";
const STARTS_OR_ENDS_A_BLOCK = new RegExp(`^</?(?:${BLOCK_TAGS})[\\s/>]`, "i");
const HOLDS_A_BLOCK = /<(?:p|h[1-6]|ul|ol|blockquote|table|hr|pre|div)[\s/>]/i;

/** HTML from people. The only place that writes HTML into a page, and only what `sanitise` made harmless. */
export function RichText({ html, className }: { html: string; className: string }) {
  const { sanitise } = useRenderContext();
  const harmless = useMemo(() => sanitise(withLineBreaks(html)), [html, sanitise]);
  if (harmless.trim() === "") return null;
  const Tag = HOLDS_A_BLOCK.test(harmless) ? "div" : "p";
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised in the line above
  return <Tag className={`cp-rich ${className}`} dangerouslySetInnerHTML={{ __html: harmless }} />;
}

/** Newlines in text become line breaks; those that only part one block's tag from the next do not. */
export function withLineBreaks(html: string): string {
  const tokens = html.replace(/\r\n?/g, "\n").split(/(<[^>]*>)/);
  return tokens
    .map((token, index) => {
      if (index % 2 === 1) return token;
      const isAfterBlock = STARTS_OR_ENDS_A_BLOCK.test(tokens[index - 1] ?? "");
      const isBeforeBlock = STARTS_OR_ENDS_A_BLOCK.test(tokens[index + 1] ?? "");
      let text = token;
      if (isAfterBlock) text = text.replace(/^\s*\n\s*/, "");
      if (isBeforeBlock) text = text.replace(/\s*\n\s*$/, "");
      return text.replaceAll("\n", "<br>");
    })
    .join("");
}
