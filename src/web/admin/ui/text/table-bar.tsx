import { type ChainedCommands, type CommandProps, type Editor, findParentNode } from "@tiptap/core";
import type { ReactNode } from "react";
import { chainInFocus } from "./text-editor.ts";

const COMMANDS: readonly { label: string; run: (chain: ChainedCommands) => ChainedCommands }[] = [
  { label: "Add row", run: (chain) => chain.addRowAfter() },
  { label: "Add column", run: (chain) => chain.addColumnAfter() },
  { label: "Header row", run: (chain) => chain.command(toggleHeaderRow) },
  { label: "Delete row", run: (chain) => chain.deleteRow() },
  { label: "Delete column", run: (chain) => chain.deleteColumn() },
  { label: "Delete table", run: (chain) => chain.deleteTable() },
];

/** The commands for the table at the caret. They preserve the caret. */
export function TableBar({ editor, children }: { editor: Editor; children?: ReactNode }) {
  return (
    <div role="toolbar" aria-label="Table" className="flex flex-wrap gap-0.5 border-line border-b p-1">
      {COMMANDS.map(({ label, run }) => (
        <TableButton key={label} label={label} onPress={() => run(chainInFocus(editor)).run()} />
      ))}
      {children}
    </div>
  );
}

export function TableButton({ label, onPress }: { label: string; onPress: () => void }) {
  return (
    <button
      type="button"
      className="min-h-8 cursor-pointer rounded-md px-2 text-ink-soft text-sm hover:bg-hover hover:text-ink touch:min-h-11"
      onPointerDown={(event) => event.preventDefault()}
      onClick={onPress}
    >
      {label}
    </button>
  );
}

/** Makes the first row of the table with the caret its head, or an ordinary row again. */
function toggleHeaderRow({ tr, dispatch }: CommandProps): boolean {
  const table = findParentNode(({ type }) => type.name === "table")(tr.selection);
  const row = table?.node.firstChild;
  const { tableHeader, tableCell } = tr.doc.type.schema.nodes;
  if (!table || !row || !tableHeader || !tableCell) return false;
  if (!dispatch) return true;
  const isHead = row.attrs.section === "thead" || row.children.every(({ type }) => type === tableHeader);
  const start = table.pos + 1;
  tr.setNodeMarkup(start, null, { ...row.attrs, section: isHead ? null : "thead" });
  row.forEach((cell, offset) => {
    const { colspan, rowspan } = cell.attrs;
    const attrs = isHead ? { colspan, rowspan } : { colspan, rowspan, scope: "col" };
    tr.setNodeMarkup(start + 1 + offset, isHead ? tableCell : tableHeader, attrs);
  });
  return true;
}
