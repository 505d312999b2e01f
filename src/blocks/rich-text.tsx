import { type CSSProperties, use, useMemo } from "react";
import type { Colour } from "#domain/page/colour.ts";
import { withTableScrollContainers } from "#domain/page/table-boxes.ts";
import { addDirectionAndLanguage } from "./direction-and-language.ts";
import { useRenderContext } from "./render-context.ts";
import { SurfaceContext } from "./surface.ts";
import { SurroundingsContext } from "./text-attributes.ts";

const TEXT_STARTS = "^|<(?:p|blockquote)(?:\\s[^>]*)?>";
const TAGS_BETWEEN = "(?:\\s|<(?:em|i|strong|b|u|a|span)(?:\\s[^>]*)?>)*";
/** Where a quotation mark has the width of a letter, it hangs badly. */
const BEFORE_LETTERS =
  "(?=[^<]{0,3}[\\p{Script=Latin}\\p{Script=Greek}\\p{Script=Cyrillic}\\p{Script=Arabic}\\p{Script=Hebrew}\\p{N}])";
const MARK = new RegExp(`(${TEXT_STARTS})(${TAGS_BETWEEN})(["“„«]|&quot;)${BEFORE_LETTERS}`, "giu");

/** Marks the quotation mark at the start of a paragraph or quote, so that it can hang outside the text's edge. */
export function withHangingPunctuation(html: string): string {
  return html.replace(
    MARK,
    (_, start: string, tags: string, mark: string) =>
      `${start}${tags}<span class="cp-hanging-mark">${mark}</span>`,
  );
}

const BLOCK_TAGS = "p|h[1-6]|ul|ol|li|blockquote|table|caption|thead|tbody|tfoot|tr|td|th|hr|br|pre|div";
const STARTS_OR_ENDS_A_BLOCK = new RegExp(`^</?(?:${BLOCK_TAGS})[\\s/>]`, "i");
const HOLDS_A_BLOCK = /<(?:p|h[1-6]|ul|ol|blockquote|table|hr|pre|div)[\s/>]/i;

type RichTextProps = { html: string; className: string; areNewlinesBreaks?: boolean };

/** People's HTML, after `sanitise`. The only place that writes HTML into a page. */
export function RichText({ html, className, areNewlinesBreaks = true }: RichTextProps) {
  const { sanitise } = useRenderContext();
  const surroundings = use(SurroundingsContext);
  const { html: harmless, attributes } = useMemo(() => {
    const clean = withListsAroundItems(sanitise(areNewlinesBreaks ? withLineBreaks(html) : html));
    const marked = addDirectionAndLanguage(withHangingPunctuation(clean), surroundings);
    return { ...marked, html: withTableScrollContainers(marked.html) };
  }, [html, areNewlinesBreaks, sanitise, surroundings]);
  const surface = use(SurfaceContext);
  if (harmless.trim() === "") return null;
  const Tag = HOLDS_A_BLOCK.test(harmless) ? "div" : "p";
  const hasBoxes = harmless.includes('<div class="rich-table"');
  return (
    <Tag
      {...attributes}
      className={`cp-rich ${className}`}
      style={hasBoxes ? onSurface(surface) : undefined}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised above
      dangerouslySetInnerHTML={{ __html: harmless }}
    />
  );
}

/** The colour behind a table's first column, which other columns scroll under. Over an image it scrolls with them. */
function onSurface(surface: Colour | null): CSSProperties {
  return (surface === null ? {} : { "--table-surface": surface, "--table-stick": 0 }) as CSSProperties;
}

/** Turns newlines in text into line breaks, except newlines between the tags of two blocks. */
export function withLineBreaks(html: string): string {
  const tokens = html.replaceAll("\r\n", "\n").split(/(<[^<>]*>)/);
  return tokens
    .map((token, index) => {
      if (index % 2 === 1) return token;
      const isAfterBlock = STARTS_OR_ENDS_A_BLOCK.test(tokens[index - 1] ?? "");
      const isBeforeBlock = STARTS_OR_ENDS_A_BLOCK.test(tokens[index + 1] ?? "");
      const text = isAfterBlock ? withoutNewlines(token, token.trimStart()) : token;
      return (isBeforeBlock ? withoutNewlines(text, text.trimEnd()) : text).replaceAll("\n", "<br>");
    })
    .join("");
}

/** The trimmed text if a newline was trimmed away, otherwise the text with its spaces. */
function withoutNewlines(text: string, trimmed: string): string {
  const space = text.startsWith(trimmed) ? text.slice(trimmed.length) : text.slice(0, -trimmed.length);
  return space.includes("\n") ? trimmed : text;
}

/** Puts list items without a list into one: a browser would end the surrounding block before them. */
export function withListsAroundItems(html: string): string {
  let listsAround = 0;
  /** Open items of the added list. */
  let looseItems = 0;
  return html.replace(/<(\/?)(ul|ol|li)(?=[\s/>])[^>]*>/gi, (tag: string, slash: string, name: string) => {
    const step = slash ? -1 : 1;
    if (name.toLowerCase() !== "li") {
      listsAround += step;
      return tag;
    }
    if (listsAround > 0) return tag;
    looseItems += step;
    if (slash) return looseItems === 0 ? `${tag}</ul>` : tag;
    return looseItems === 1 ? `<ul>${tag}` : tag;
  });
}
