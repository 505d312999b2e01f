import type { PageItem } from "./page.ts";
import { escapeHtml, type PastedElement, type PastedNode, plainText, readPastedHtml } from "./pasted-html.ts";
import { RICH_TEXT_TAGS } from "./rich-text.ts";
import { safeUrl, sourceOrPending } from "./safe-url.ts";

/** A block that is not on a page yet. */
export type NewBlock = { type: string; props: Record<string, unknown> };

const HEADING = /^h([1-6])$/;
/** Elements that only group others. */
const GROUPS = [
  "div",
  "section",
  "article",
  "main",
  "header",
  "footer",
  "figure",
  "center",
  "body",
  "form",
  "dl",
];
/** Elements that stay formatted text of a paragraph. */
const FORMATTED = ["ol", "table", "blockquote", "pre", "hr"];
const LINES = ["p", "dt", "dd", "figcaption", "address"];
/** A text longer than this begins another paragraph, so that none becomes too long to store. */
const LONGEST = 20_000;

/**
 * The blocks of HTML from a word processor or a web page, after a sanitiser: headings, lists and pictures become blocks
 * of their own; paragraphs, tables, quotes and numbered lists between them one formatted text.
 */
export function pasteToBlocks(html: string): NewBlock[] {
  const taker = new Taker();
  taker.takeAll(withNestedLists(withWordLists(readPastedHtml(html))));
  return taker.finish();
}

/** Pasted blocks with ids of their own. */
export function asItems(blocks: readonly NewBlock[], newId: (type: string) => string): PageItem[] {
  return blocks.map(({ type, props }) => ({ type, props: { ...props, id: newId(type) } }));
}

class Taker {
  readonly #blocks: NewBlock[] = [];
  /** Formatted text that waits for its end, and words that stand in no element. */
  #text = "";
  #loose: PastedNode[] = [];

  takeAll(nodes: readonly PastedNode[]): void {
    for (const node of nodes) this.#take(node);
  }

  finish(): NewBlock[] {
    this.#endText();
    return this.#blocks;
  }

  #take(node: PastedNode): void {
    if (typeof node === "string") {
      this.#loose.push(node);
      return;
    }
    const { tag, children } = node;
    const [, level] = HEADING.exec(tag) ?? [];
    if (level !== undefined) this.#heading(node, level);
    else if (tag === "img") this.#picture(node);
    else if (tag === "ul") this.#list(node);
    else if (LINES.includes(tag)) this.#line(children);
    else if (FORMATTED.includes(tag)) this.#add(formatted([node]));
    else if (tag === "br") this.#endLoose();
    else if (GROUPS.includes(tag)) {
      this.#endLoose();
      this.takeAll(children);
      this.#endLoose();
    } else if (holdsBlocks(children)) this.takeAll(children);
    else this.#loose.push(node);
  }

  #heading({ children }: PastedElement, level: string): void {
    const pictures = picturesIn(children);
    const text = plainText(children).trim();
    if (text !== "") this.#block({ type: "Heading", props: { text, size: `h${level}` } });
    for (const picture of pictures) this.#picture(picture);
  }

  #picture({ attributes }: PastedElement): void {
    const src = /^(data|file|blob):/i.test(attributes.src ?? "")
      ? undefined
      : sourceOrPending(attributes.src);
    if (src !== undefined) this.#block({ type: "Image", props: { src, alt: attributes.alt?.trim() ?? "" } });
  }

  #list(list: PastedElement): void {
    const items = list.children.filter((one): one is PastedElement => typeof one !== "string");
    if (items.some((item) => isFormatted(item.children))) {
      this.#add(formatted([list]));
      return;
    }
    const titles = items
      .map(({ children }) => ({ title: plainText(children).trim() }))
      .filter(({ title }) => title !== "");
    if (titles.length > 0) this.#block({ type: "List", props: { items: titles } });
  }

  #line(children: readonly PastedNode[]): void {
    this.#endLoose();
    const html = formatted(withoutPictures(children)).trim();
    if (html !== "" && html !== "&nbsp;") this.#add(`<p>${html}</p>`);
    for (const picture of picturesIn(children)) this.#picture(picture);
  }

  #add(html: string): void {
    if (this.#loose.length > 0) this.#endLoose();
    if (this.#text !== "" && this.#text.length + html.length > LONGEST) this.#endText();
    this.#text += html;
  }

  #endLoose(): void {
    const loose = this.#loose;
    this.#loose = [];
    if (plainText(loose).trim() !== "") this.#line(loose);
  }

  #endText(): void {
    this.#endLoose();
    if (this.#text !== "") this.#blocks.push({ type: "Paragraph", props: { text: this.#text } });
    this.#text = "";
  }

  #block(block: NewBlock): void {
    this.#endText();
    this.#blocks.push(block);
  }
}

const BLOCK_TAGS = [...GROUPS, ...FORMATTED, ...LINES, "ul", "h1", "h2", "h3", "h4", "h5", "h6", "img"];

function holdsBlocks(nodes: readonly PastedNode[]): boolean {
  return nodes.some(
    (one) => typeof one !== "string" && (BLOCK_TAGS.includes(one.tag) || holdsBlocks(one.children)),
  );
}

function picturesIn(nodes: readonly PastedNode[]): PastedElement[] {
  return nodes.flatMap((one) =>
    typeof one === "string" ? [] : one.tag === "img" ? [one] : picturesIn(one.children),
  );
}

function withoutPictures(nodes: readonly PastedNode[]): PastedNode[] {
  return nodes
    .filter((one) => typeof one === "string" || one.tag !== "img")
    .map((one) => (typeof one === "string" ? one : { ...one, children: withoutPictures(one.children) }));
}

/** Whether a List block, whose items are plain texts, would lose something. */
function isFormatted(nodes: readonly PastedNode[]): boolean {
  return nodes.some((one) => {
    if (typeof one === "string") return false;
    return (
      ["ul", "ol", "table", "img"].includes(one.tag) ||
      wrappersOf(one).length > 0 ||
      isFormatted(one.children)
    );
  });
}

/** What was taken out of a text stays taken out. */
const STRUCK = ["del", "strike"];
const INLINE = ["strong", "b", "em", "i", "u", "s", "sub", "sup", "small", "mark", "code"];

/** The tags that an element's looks come to: word processors write bold as a style. */
function wrappersOf({ tag, attributes }: PastedElement): string[] {
  const style = (attributes.style ?? "").toLowerCase().replaceAll(" ", "");
  const isLight = /font-weight:(normal|[1-4]00)/.test(style);
  const own = INLINE.includes(tag) && !(isLight && (tag === "b" || tag === "strong")) ? [tag] : [];
  if (tag === "a") return safeUrl(attributes.href) === undefined ? [] : ["a"];
  const styled = [
    /font-weight:(bold|[6-9]00)/.test(style) ? "strong" : "",
    /font-style:italic/.test(style) ? "em" : "",
    /text-decoration[^;]*:[^;]*line-through/.test(style) || STRUCK.includes(tag) ? "s" : "",
    /vertical-align:super/.test(style) ? "sup" : "",
    /vertical-align:sub/.test(style) ? "sub" : "",
  ].filter((one) => one !== "" && !own.includes(one));
  return [...own, ...styled];
}

/** Nodes as HTML of a document: only its tags, without looks that are not ours. */
function formatted(nodes: readonly PastedNode[]): string {
  return nodes.map((node) => (typeof node === "string" ? textOf(node) : elementHtml(node))).join("");
}

function textOf(text: string): string {
  return escapeHtml(text.replaceAll(/[\s\u00a0]+/g, " "));
}

const KEPT_TAGS: readonly string[] = RICH_TEXT_TAGS.filter(
  (tag) => !INLINE.includes(tag) && tag !== "span" && tag !== "a",
);
const KEPT_ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  ol: ["start"],
  td: ["colspan", "rowspan"],
  th: ["colspan", "rowspan", "scope"],
};

function elementHtml(node: PastedElement): string {
  const { tag, attributes, children } = node;
  if (tag === "br" || tag === "hr") return `<${tag}>`;
  if (tag === "img") return "";
  const inside = tag === "pre" ? escapeHtml(preText(children)) : formatted(children);
  if (KEPT_TAGS.includes(tag)) {
    // A paragraph inside an item or a cell is only its line.
    if (tag === "p") return inside.trim() === "" ? "" : `<p>${inside}</p>`;
    if (tag === "li" || tag === "td" || tag === "th")
      return `<${tag}${keptAttributes(node)}>${unwrapped(inside)}</${tag}>`;
    return `<${tag}${keptAttributes(node)}>${inside}</${tag}>`;
  }
  if (inside === "") return "";
  return wrappersOf(node).reduceRight((html, wrapper) => {
    if (wrapper === "a") return `<a href="${escapeHtml(safeUrl(attributes.href) ?? "")}">${html}</a>`;
    return `<${wrapper}>${html}</${wrapper}>`;
  }, inside);
}

function keptAttributes({ tag, attributes }: PastedElement): string {
  return (KEPT_ATTRIBUTES[tag] ?? [])
    .flatMap((name) => (attributes[name] ? [` ${name}="${escapeHtml(attributes[name])}"`] : []))
    .join("");
}

/** The only paragraph of an item without its element. */
function unwrapped(html: string): string {
  const [, only] = /^\s*<p>((?:(?!<p>)[\s\S])*)<\/p>\s*$/.exec(html) ?? [];
  return only ?? html;
}

function preText(nodes: readonly PastedNode[]): string {
  return nodes
    .map((one) => (typeof one === "string" ? one : one.tag === "br" ? "\n" : preText(one.children)))
    .join("");
}

/** Google Docs writes a list that belongs to an item after it, in place of inside it. */
function withNestedLists(nodes: readonly PastedNode[]): PastedNode[] {
  return nodes.map((node) => {
    if (typeof node === "string") return node;
    const children = withNestedLists(node.children);
    return { ...node, children: isList(node) ? insideItems(children) : children };
  });
}

function insideItems(children: readonly PastedNode[]): PastedNode[] {
  const items: PastedNode[] = [];
  for (const child of children) {
    const last = items.findLast((one): one is PastedElement => typeof one !== "string");
    if (last?.tag === "li" && isList(child)) last.children.push(child);
    else items.push(child);
  }
  return items;
}

function isList(node: PastedNode): boolean {
  return typeof node !== "string" && ["ul", "ol"].includes(node.tag);
}

/** Word writes each item of a list as a paragraph with a mark in it. */
function withWordLists(nodes: readonly PastedNode[]): PastedNode[] {
  const result: PastedNode[] = [];
  for (const node of nodes) {
    const item = typeof node === "string" ? null : wordItem(node);
    const last = result.at(-1);
    if (item && typeof last === "object" && last.attributes.word !== undefined && last.tag === item.tag) {
      last.children.push(item.item);
    } else if (item) result.push({ tag: item.tag, attributes: { word: "" }, children: [item.item] });
    else if (typeof node === "string") {
      // Line ends between two items are not between two lists.
      if (node.trim() !== "" || typeof last !== "object" || last.attributes.word === undefined)
        result.push(node);
    } else result.push({ ...node, children: withWordLists(node.children) });
  }
  return result;
}

function wordItem({
  tag,
  attributes,
  children,
}: PastedElement): { tag: "ul" | "ol"; item: PastedElement } | null {
  if (tag !== "p" || !/mso-list:\s*l\d/i.test(attributes.style ?? "")) return null;
  const isMark = (node: PastedNode) =>
    typeof node !== "string" && /mso-list:\s*ignore/i.test(node.attributes.style ?? "");
  const mark = plainText(children.filter(isMark)).trim();
  const rest = children.filter((node) => !isMark(node));
  return {
    tag: /^[\da-z]{1,3}[.)]/i.test(mark) ? "ol" : "ul",
    item: { tag: "li", attributes: {}, children: rest },
  };
}
