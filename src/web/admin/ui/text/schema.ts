import { type AnyExtension, getSchema, Mark, Node } from "@tiptap/core";
import { Blockquote } from "@tiptap/extension-blockquote";
import { Bold } from "@tiptap/extension-bold";
import { Code } from "@tiptap/extension-code";
import { CodeBlock } from "@tiptap/extension-code-block";
import { Document } from "@tiptap/extension-document";
import { HardBreak } from "@tiptap/extension-hard-break";
import { Heading } from "@tiptap/extension-heading";
import { HorizontalRule } from "@tiptap/extension-horizontal-rule";
import { Italic } from "@tiptap/extension-italic";
import { BulletList, ListItem, OrderedList } from "@tiptap/extension-list";
import { Paragraph } from "@tiptap/extension-paragraph";
import { Strike } from "@tiptap/extension-strike";
import { Table, TableCell, TableHeader, TableRow } from "@tiptap/extension-table";
import { Text } from "@tiptap/extension-text";
import { Underline } from "@tiptap/extension-underline";
import { safeUrl } from "#domain/page/safe-url.ts";
import { sanitiseHtml } from "#web/lib/sanitise-html.ts";

/** Set on a paragraph whose words stood without <p> in the stored HTML. New paragraphs have no preference (null). */
export const LOOSE = "data-loose";
/** The part of the table that a row belongs to, of those besides the body. */
export const SECTION = "data-section";

const markOf = (tag: string) =>
  Mark.create({ name: tag, parseHTML: () => [{ tag }], renderHTML: () => [tag, 0] });

/** The addresses that a sanitiser allows; all other links are dropped. */
const Link = Mark.create({
  name: "link",
  // Around all other marks, so that a partly bold link stays one.
  priority: 1000,
  inclusive: false,
  addAttributes: () => ({
    href: { default: null },
    target: { default: null },
  }),
  parseHTML: () => [
    { tag: "a[href]", getAttrs: (link) => safeUrl(link.getAttribute("href")) !== undefined && null },
  ],
  renderHTML: ({ HTMLAttributes }) => ["a", HTMLAttributes, 0],
});

const LooseParagraph = Paragraph.extend({
  addAttributes: () => ({
    isLoose: {
      default: null,
      parseHTML: (paragraph) => paragraph.hasAttribute(LOOSE),
      renderHTML: ({ isLoose }) => (isLoose === false ? {} : { [LOOSE]: "" }),
    },
  }),
});

const Preformatted = CodeBlock.extend({
  content: "inline*",
  marks: "_",
  addAttributes: () => ({}),
  renderHTML: () => ["pre", 0],
});

const spans = {
  colspan: { default: 1, parseHTML: (cell: HTMLElement) => spanOf(cell, "colspan") },
  rowspan: { default: 1, parseHTML: (cell: HTMLElement) => spanOf(cell, "rowspan") },
  // The table commands keep widths of columns here. They are not stored.
  colwidth: { default: null, rendered: false, parseHTML: () => null },
};

const Cell = TableCell.extend({
  addAttributes: () => spans,
  parseHTML: () => [{ tag: "td" }],
});

const HeaderCell = TableHeader.extend({
  addAttributes: () => ({ ...spans, scope: { default: null } }),
  parseHTML: () => [{ tag: "th" }],
});

const Row = TableRow.extend({
  addAttributes: () => ({
    section: {
      default: null,
      parseHTML: (row) => /^(THEAD|TFOOT)$/.exec(row.parentElement?.tagName ?? "")?.[0].toLowerCase() ?? null,
      renderHTML: ({ section }) => (section ? { [SECTION]: section } : {}),
    },
  }),
});

/** The caption is shown and stored; it is not written here. */
const CaptionedTable = Table.extend({
  addAttributes: () => ({
    caption: {
      default: null,
      rendered: false,
      parseHTML: (table) => table.querySelector("caption")?.innerHTML ?? null,
    },
  }),
  parseHTML: () => [{ tag: "table" }, { tag: "caption", ignore: true }],
  renderHTML: ({ node }) => {
    const { caption } = node.attrs;
    if (caption === null) return ["table", ["tbody", 0]];
    const shown = document.createElement("caption");
    shown.innerHTML = sanitiseHtml(String(caption));
    shown.contentEditable = "false";
    return ["table", shown, ["tbody", 0]];
  },
});

/** Exactly what a sanitiser allows (domain/page/rich-text.ts). */
export const RICH_TEXT: readonly AnyExtension[] = [
  Document,
  Text,
  LooseParagraph,
  HardBreak,
  HorizontalRule,
  Heading.configure({ levels: [2, 3, 4] }),
  Bold,
  Italic,
  Underline,
  Strike,
  Code.extend({ excludes: "" }),
  ...["sub", "sup", "small", "mark"].map(markOf),
  Link,
  BulletList,
  OrderedList,
  ListItem.extend({ content: "block+" }),
  Blockquote,
  Preformatted,
  // A view of Tiptap's own would set widths by style attributes, which the content policy refuses.
  CaptionedTable.configure({ View: null }),
  Row,
  HeaderCell,
  Cell,
];

/** A text without any formatting, such as a heading's. */
export const PLAIN_TEXT: readonly AnyExtension[] = [
  Node.create({ name: "doc", topNode: true, content: "text*", whitespace: "pre", marks: "" }),
  Text,
];

export const richSchema = getSchema([...RICH_TEXT]);

function spanOf(cell: HTMLElement, name: "colspan" | "rowspan"): number {
  return Math.max(1, Number.parseInt(cell.getAttribute(name) ?? "1", 10) || 1);
}
