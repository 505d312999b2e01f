import type { ChainedCommands, Editor } from "@tiptap/core";
import type { ReactNode } from "react";
import { toggleHeaderRow } from "./header-row.ts";
import { chainInFocus } from "./text-editor.ts";

const COMMANDS: readonly { label: string; run: (chain: ChainedCommands) => ChainedCommands }[] = [
  { label: "Add row", run: (chain) => chain.addRowAfter() },
  { label: "Add column", run: (chain) => chain.addColumnAfter() },
  { label: "Header row", run: (chain) => chain.command(toggleHeaderRow) },
  { label: "Delete row", run: (chain) => chain.deleteRow() },
  { label: "Delete column", run: (chain) => chain.deleteColumn() },
  { label: "Delete table", run: (chain) => chain.deleteTable() },
];

/** The commands for the table with the caret, which they keep. */
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
