import { escapeText } from "../escape-html.ts";
import { block as Heading } from "./blocks/heading.ts";
import { block as List } from "./blocks/list.ts";
import { block as Paragraph } from "./blocks/paragraph.ts";
import { htmlTokens } from "./html-tokens.ts";
import type { PageItem } from "./page.ts";
import { plainText } from "./rich-text.ts";

/** What a block of text can be, in the order in which authors see it. */
export const TURN_TARGETS = [
  { id: "text", label: "Text", type: Paragraph.type, props: { text: "" } },
  { id: "heading-1", label: "Heading 1", type: Heading.type, props: { text: "", size: "h1" } },
  { id: "heading-2", label: "Heading 2", type: Heading.type, props: { text: "", size: "h2" } },
  { id: "heading-3", label: "Heading 3", type: Heading.type, props: { text: "", size: "h3" } },
  { id: "bullets", label: "Bulleted list", type: List.type, props: { items: [{ title: "" }] } },
  { id: "numbers", label: "Numbered list", type: Paragraph.type, props: { text: "<ol><li></li></ol>" } },
  { id: "quote", label: "Quote", type: Paragraph.type, props: { text: "<blockquote><p></p></blockquote>" } },
] as const;

export type TurnTarget = (typeof TURN_TARGETS)[number];

/**
 * The blocks that a block of text becomes: each line is an item, a paragraph or a heading. The first has the block's
 * id. Null for blocks with more than lines of text, such as a table or a picture.
 */
export function turnInto(
  item: PageItem,
  target: TurnTarget,
  newId: (type: string) => string,
): PageItem[] | null {
  const lines = linesOf(item);
  if (!lines) return null;
  if (target.id === "bullets") {
    return [turned(item, target, { items: lines.map((line) => ({ title: plainLine(line) })) })];
  }
  if (target.type === Heading.type) {
    return lines.map((line, at) => {
      const heading = turned(item, target, { ...target.props, text: plainLine(line) });
      return at === 0 ? heading : { ...heading, props: { ...heading.props, id: newId(target.type) } };
    });
  }
  return [turned(item, target, { text: htmlOf(lines, target.id) })];
}

/** The block as another type. What only its old type has is left out; a lock remains. */
function turned(item: PageItem, { type }: TurnTarget, props: Record<string, unknown>): PageItem {
  const { id, locked } = item.props;
  const retainedProps = item.type === type ? item.props : { id, ...(locked !== undefined && { locked }) };
  return { type, props: { ...retainedProps, ...props, id } };
}

function htmlOf(lines: readonly string[], target: TurnTarget["id"]): string {
  if (target === "numbers") return `<ol>${lines.map((line) => `<li>${line}</li>`).join("")}</ol>`;
  const paragraphs = lines.map((line) => `<p>${line}</p>`).join("");
  if (target === "quote") return `<blockquote>${paragraphs}</blockquote>`;
  return lines.join("") === "" ? "" : paragraphs;
}

/** The lines of a block of text as HTML without elements around them. */
function linesOf({ type, props }: PageItem): string[] | null {
  if (type === Heading.type) return [htmlOfText(Heading.read(props).text)];
  if (type === List.type) {
    const { items } = List.read(props);
    return items.length === 0 ? [""] : items.map(({ title }) => htmlOfText(title));
  }
  return type === Paragraph.type ? linesOfHtml(Paragraph.read(props).text) : null;
}

/** Elements within words that go on from one line to the next are closed at its end and opened again. */
function linesOfHtml(html: string): string[] | null {
  const lines: string[] = [];
  const open: { tag: string; written: string }[] = [];
  let line = "";
  const endLine = () => {
    const ends = open.map(({ tag }) => `</${tag}>`).toReversed();
    if (plainText(line).trim() !== "") lines.push(`${line}${ends.join("")}`.trim());
    line = open.map(({ written }) => written).join("");
  };
  for (const token of htmlTokens(html)) {
    if (token.kind !== "tag") {
      if (!token.written.startsWith("<!--")) line += token.written;
    } else if (["table", "hr", "pre"].includes(token.tag)) return null;
    else if (token.tag === "br") line += token.written;
    else if (!token.isInline) endLine();
    else {
      const at = open.findLastIndex(({ tag }) => tag === token.tag);
      if (token.isEnd && at === -1) continue;
      if (token.isEnd) open.splice(at, 1);
      else open.push(token);
      line += token.written;
    }
  }
  endLine();
  return lines.length === 0 ? [""] : lines;
}

/** A line of HTML as text: breaks remain as newlines. */
function plainLine(line: string): string {
  return line
    .split(/<br[^>]*>/i)
    .map((part) => plainText(part).trim())
    .join("\n");
}

function htmlOfText(text: string): string {
  return escapeText(text.trim()).replaceAll("\n", "<br>");
}
