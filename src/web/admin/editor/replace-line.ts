import type { Editor } from "@tiptap/core";
import { Fragment } from "@tiptap/pm/model";
import { findItem } from "#domain/page/edit-page.ts";
import { blockShape } from "#domain/page/find-block.ts";
import { slotItems } from "#domain/page/walk-page.ts";
import { toHtml } from "../ui/text/stored-html.ts";
import type { PageEditing } from "./page-editing.ts";

export type NewBlock = { type: string; props?: Readonly<Record<string, unknown>> };

/** What is written at the start of an empty paragraph, by a habit from Markdown. */
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

/** Puts blocks in place of the line with the caret. What stands before and after it becomes a paragraph each. */
export function replaceLine(
  editing: PageEditing,
  blockId: string,
  { state: { doc, selection } }: Editor,
  { type, props = {} }: NewBlock,
): void {
  const made = editing.newItem(type);
  const item = { ...made, props: { ...made.props, ...props } };
  const at = selection.$from.index(0);
  const html = (lines: typeof doc.children) => toHtml(doc.copy(Fragment.from(lines)));
  editing.drafts.flush();
  const paragraph = findItem(editing.page, blockId)?.item;
  if (!paragraph) return;
  const before = html(doc.children.slice(0, at));
  const after = html(doc.children.slice(at + 1));
  const { anchor: _, ...looks } = paragraph.props;
  const rest = {
    ...paragraph,
    props: { ...looks, id: editing.newItem(paragraph.type).props.id, text: after },
  };
  editing.replace(blockId, [
    ...(before === "" ? [] : [{ ...paragraph, props: { ...paragraph.props, text: before } }]),
    item,
    ...(after === "" ? [] : [rest]),
  ]);
  // What holds blocks is written in the first of them.
  const [inner = item] = blockShape(type).slots.flatMap((slot) => slotItems(item, slot));
  editing.select(inner.props.id);
  editing.wantCaret({ blockId: inner.props.id, side: "all" });
}
