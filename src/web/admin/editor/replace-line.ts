import type { Editor } from "@tiptap/core";
import { Fragment } from "@tiptap/pm/model";
import { block as PricingTable } from "#domain/page/blocks/pricing-table.ts";
import { findItem } from "#domain/page/edit-page.ts";
import { blockShape } from "#domain/page/find-block.ts";
import type { PageItem } from "#domain/page/page.ts";
import { readPriceTable } from "#domain/page/read-price-table.ts";
import { slotItems } from "#domain/page/walk-page.ts";
import { GST_PERCENT } from "#domain/pricing/ranges.ts";
import { sanitiseHtml } from "#web/lib/sanitise-html.ts";
import { toHtml } from "../ui/text/stored-html.ts";
import type { EditorContext } from "./editing-context.ts";
import type { PageEditing } from "./page-editing.ts";

export type NewBlock = { type: string; props?: Readonly<Record<string, unknown>> };

/** Markdown prefixes at the start of an empty paragraph. */
export const HABITS: Readonly<Record<string, NewBlock>> = {
  "# ": { type: "Heading", props: { text: "", size: "h1" } },
  "## ": { type: "Heading", props: { text: "", size: "h2" } },
  "### ": { type: "Heading", props: { text: "", size: "h3" } },
  "- ": { type: "List", props: { items: [{ title: "" }] } },
  "* ": { type: "List", props: { items: [{ title: "" }] } },
};

/** The words of the paragraph with the caret; null in a list or a table, and while words are selected. */
export function lineOf({ state: { selection } }: Editor): string | null {
  const { $from, empty } = selection;
  return empty && $from.depth === 1 && $from.parent.type.name === "paragraph"
    ? $from.parent.textContent
    : null;
}

/** Puts a block in place of the line with the caret. */
export function replaceLine(
  editing: PageEditing,
  blockId: string,
  editor: Editor,
  { type, props }: NewBlock,
): void {
  const made = editing.newItem(type);
  const item = { ...made, props: { ...made.props, ...props } };
  replacePart(editing, blockId, editor, item);
  // In a container the caret goes to the first block.
  const [inner = item] = blockShape(type).slots.flatMap((slot) => slotItems(item, slot));
  editing.select(inner.props.id);
  editing.requestCaret({ blockId: inner.props.id, side: "all" });
}

/** Replaces the table with the caret by a pricing table. Returns what it left out, or why the table stays. */
export function makePricingTable(
  { editing, work }: Pick<EditorContext, "editing" | "work">,
  blockId: string,
  editor: Editor,
): { refusal: string } | { leftOut: string } {
  const table = editor.state.selection.$from.node(1);
  if (table.type.name !== "table") return { refusal: "A table inside a list or a quote stays a table." };
  const rows = table.children.map((row) =>
    row.children.some(({ attrs }) => attrs.colspan * attrs.rowspan > 1)
      ? []
      : row.children.map(({ content: cell }) => cell.textBetween(0, cell.size, " ", " ").trim()),
  );
  const read = readPriceTable(rows, work.gstPercent ?? GST_PERCENT);
  if (typeof read === "string") return { refusal: read };
  const made = editing.newItem(PricingTable.type);
  const { caption } = table.attrs;
  // What was copied here brings its caption as it is.
  const title = caption === null ? "" : sanitiseHtml(`<p>${caption}</p>`);
  const item = { ...made, props: { ...made.props, lineItems: read.lines } };
  if (!replacePart(editing, blockId, editor, item, title))
    return { refusal: "A pricing table can't be placed here." };
  const leftOut = read.sums.length === 0 ? "" : `${read.sums.join(", ")}: it adds up its lines itself.`;
  return { leftOut };
}

/** Replaces the line at the caret by a block. The text before and after it becomes a paragraph each. */
function replacePart(
  editing: PageEditing,
  blockId: string,
  { state: { doc, selection } }: Editor,
  item: PageItem,
  title = "",
): boolean {
  const at = selection.$from.index(0);
  const html = (lines: typeof doc.children) => toHtml(doc.copy(Fragment.from(lines)));
  editing.drafts.flush();
  const paragraph = findItem(editing.page, blockId)?.item;
  if (!paragraph) return false;
  const before = html(doc.children.slice(0, at)) + title;
  const after = html(doc.children.slice(at + 1));
  const { anchor: _, ...looks } = paragraph.props;
  const rest = {
    ...paragraph,
    props: { ...looks, id: editing.newItem(paragraph.type).props.id, text: after },
  };
  return editing.replace(blockId, [
    ...(before === "" ? [] : [{ ...paragraph, props: { ...paragraph.props, text: before } }]),
    item,
    ...(after === "" ? [] : [rest]),
  ]);
}
