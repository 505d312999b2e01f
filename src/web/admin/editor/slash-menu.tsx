import { registerOverlayPortal } from "@puckeditor/core";
import { useState } from "react";
import type { AnyBlockEdit } from "#domain/page/block-edit.ts";
import { BlockIcon } from "./block-icon.tsx";
import { findBlocks } from "./find-blocks.ts";

const MOST = 8;

/** The blocks that a written "/word" means; null while nothing of the kind is written. */
export function useSlash(listId: string, onPick: (edit: AnyBlockEdit) => void) {
  const [written, setWritten] = useState<string | null>(null);
  const [at, setAt] = useState(0);
  const found = written === null ? [] : findBlocks(written).slice(0, MOST);
  const current = found[Math.min(at, found.length - 1)];

  function read(text: string): void {
    const [, word] = /^\/([\p{L} ]{0,20})$/u.exec(text) ?? [];
    setWritten(word ?? null);
    setAt(0);
  }
  /** Returns whether the key was the menu's. */
  function press(key: string): boolean {
    if (!current) return false;
    if (key === "ArrowDown") setAt((at + 1) % found.length);
    else if (key === "ArrowUp") setAt((at + found.length - 1) % found.length);
    else if (key === "Enter" || key === "Tab") pick(current);
    else if (key === "Escape") setWritten(null);
    else return false;
    return true;
  }
  function pick(edit: AnyBlockEdit): void {
    setWritten(null);
    onPick(edit);
  }
  const idOf = (edit: AnyBlockEdit) => `${listId}-${edit.block.type}`;
  return {
    read,
    press,
    close: () => setWritten(null),
    attributes: current
      ? {
          "aria-controls": listId,
          "aria-activedescendant": idOf(current),
          "aria-autocomplete": "list" as const,
        }
      : {},
    menu: current ? (
      <div
        id={listId}
        ref={(element) => registerOverlayPortal(element, { disableDrag: true })}
        role="listbox"
        aria-label="Blocks"
        tabIndex={-1}
        className="editor-slash"
        // The text keeps its caret.
        onPointerDown={(event) => event.preventDefault()}
      >
        {found.map((edit) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the text above has the keys
          // biome-ignore lint/a11y/useFocusableInteractive: the text above keeps the focus
          <div
            key={edit.block.type}
            id={idOf(edit)}
            role="option"
            aria-selected={edit === current}
            className="editor-slash__option"
            onClick={(event) => {
              event.stopPropagation();
              pick(edit);
            }}
          >
            <BlockIcon type={edit.block.type} />
            {edit.label}
          </div>
        ))}
      </div>
    ) : null,
  };
}
