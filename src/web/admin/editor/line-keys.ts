import type { TextPlace } from "#blocks/render-context.ts";
import { findItem, itemsIn } from "#domain/page/edit-page.ts";
import type { PageEditing } from "./page-editing.ts";

type Line = { title: string };

/** Enter: the next item of a list, or a paragraph after the block. Enter in an empty last item leaves the list. */
export function breakLine(editing: PageEditing, { blockId, path }: TextPlace): void {
  editing.drafts.flush();
  const line = lineAt(path);
  if (!line) {
    writeAfter(editing, blockId);
    return;
  }
  const { field, index } = line;
  const lines = linesOf(editing, blockId, field);
  const isLast = index === lines.length - 1;
  if (isLast && index > 0 && lines[index]?.title === "") {
    editing.write(blockId, { [field]: lines.toSpliced(index, 1) });
    writeAfter(editing, blockId);
    return;
  }
  editing.write(blockId, { [field]: lines.toSpliced(index + 1, 0, { title: "" }) });
  editing.requestCaret({ blockId, path: [field, index + 1, "title"], side: "start" });
}

/** Backspace in an empty text removes its item or block. */
export function removeLine(editing: PageEditing, { blockId, path }: TextPlace): void {
  editing.drafts.flush();
  const line = lineAt(path);
  if (line) {
    const { field, index } = line;
    const lines = linesOf(editing, blockId, field);
    if (lines.length > 1) {
      editing.write(blockId, { [field]: lines.toSpliced(index, 1) });
      editing.requestCaret({ blockId, path: [field, Math.max(0, index - 1), "title"], side: "end" });
      return;
    }
  }
  const before = blockBefore(editing, blockId);
  editing.remove([blockId]);
  if (before === undefined) return;
  editing.select(before);
  editing.requestCaret({ blockId: before, side: "end" });
}

/** Begins a paragraph after a block, or on an empty page. */
export function writeAfter(editing: PageEditing, after: string | null): void {
  editing.select(after);
  const paragraph = editing.newItem("Paragraph");
  const item = { ...paragraph, props: { ...paragraph.props, text: "" } };
  editing.requestCaret({ blockId: item.props.id, side: "start" });
  if (!editing.insert([item])) editing.consumeCaret();
}

/** The item of a list that a path leads to. */
function lineAt([field, index]: TextPlace["path"]) {
  return typeof field === "string" && typeof index === "number" ? { field, index } : undefined;
}

function linesOf(editing: PageEditing, blockId: string, field: string): Line[] {
  const lines = findItem(editing.page, blockId)?.item.props[field];
  return Array.isArray(lines) ? (lines as Line[]) : [];
}

function blockBefore(editing: PageEditing, blockId: string): string | undefined {
  const place = findItem(editing.page, blockId)?.place;
  return place && itemsIn(editing.page, place.area)[place.index - 1]?.props.id;
}
