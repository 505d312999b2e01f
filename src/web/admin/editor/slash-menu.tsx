import { Braces } from "lucide-react";
import { useLayoutEffect, useRef, useState } from "react";
import { comparableText } from "#domain/lists/comparable-text.ts";
import { listen } from "../ui/listeners.ts";
import { BlockIcon } from "./block-icon.tsx";
import type { Edited } from "./edited.ts";
import { useEditor } from "./editing-context.ts";
import { findChoices } from "./insert-choices.ts";
import { STANDARD } from "./variables-panel.tsx";
import "./slash-menu.css";

/** The target of a "/command": a block, or a variable of a template. */
export type SlashChoice = {
  id: string;
  label: string;
  block?: string;
  props?: Readonly<Record<string, unknown>>;
  variable?: string;
};

/** The blocks and variables that a written "/word" means; none while nothing of the kind is written. */
export function useSlash(listId: string, onPick: (choice: SlashChoice) => void) {
  const { edited } = useEditor();
  const [written, setWritten] = useState<string | null>(null);
  const [at, setAt] = useState(0);
  const found = written === null ? [] : choicesFor(written, edited);
  const current = found[Math.min(at, found.length - 1)];
  const list = useRef<HTMLDivElement>(null);
  const isOpen = current !== undefined;
  useLayoutEffect(() => (isOpen && list.current ? showAtText(list.current) : undefined), [isOpen]);
  useLayoutEffect(() => {
    if (current) list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  }, [current]);

  function read(text: string): void {
    const [, word] = /^\/([\p{L}\d ]{0,20})$/u.exec(text) ?? [];
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
  function pick(choice: SlashChoice): void {
    setWritten(null);
    onPick(choice);
  }
  const idOf = ({ id }: SlashChoice) => `${listId}-${id}`;
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
        ref={list}
        popover="manual"
        role="listbox"
        aria-label={edited.kind === "template" ? "Blocks and variables" : "Blocks"}
        // Keys scroll it from the text: Tab picks, and never arrives here.
        tabIndex={0}
        className="editor-slash"
        // The text keeps its caret.
        onPointerDown={(event) => event.preventDefault()}
      >
        {found.map((choice) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the text above has the keys
          // biome-ignore lint/a11y/useFocusableInteractive: the text above keeps the focus
          <div
            key={choice.id}
            id={idOf(choice)}
            role="option"
            aria-selected={choice === current}
            className="editor-slash__option"
            onClick={(event) => {
              event.stopPropagation();
              pick(choice);
            }}
          >
            {choice.block ? (
              <BlockIcon type={choice.block} kind={choice.id} />
            ) : (
              <Braces aria-hidden="true" strokeWidth={1.5} />
            )}
            {choice.label}
          </div>
        ))}
      </div>
    ) : null,
  };
}

/** Blocks first. Variables are offered where a word is typed, because there are more of them than of blocks. */
function choicesFor(written: string, { kind, variables }: Edited): SlashChoice[] {
  const blocks = findChoices(written).map(({ id, label, type, props }) => ({
    id,
    label,
    block: type,
    ...(props && { props }),
  }));
  const query = comparableText(written.trim());
  if (kind === "document" || query === "") return blocks;
  const named = [...variables, ...STANDARD].filter(({ label }) => comparableText(label).includes(query));
  return [...blocks, ...named.map(({ name, label }) => ({ id: `variable-${name}`, label, variable: name }))];
}

const GAP = 6;
const MAX_HEIGHT = 352;

/** Shows the list below or above the text before it, wherever there is more room, in the same size at any zoom. */
function showAtText(list: HTMLElement): () => void {
  const view = list.ownerDocument.defaultView;
  const text = list.previousElementSibling;
  if (!view || !text) return () => undefined;
  list.showPopover();
  const place = () => {
    const caret = view.getSelection()?.anchorNode;
    const line = caret?.nodeType === 1 ? (caret as Element) : caret?.parentElement;
    const { top, bottom, left } = (line && text.contains(line) ? line : text).getBoundingClientRect();
    const shown = view.frameElement?.getBoundingClientRect().width ?? view.innerWidth;
    const scale = shown / view.innerWidth || 1;
    const above = top * scale - GAP;
    const below = (view.innerHeight - bottom) * scale - GAP;
    const isBelow = below >= MAX_HEIGHT || below >= above;
    const { style } = list;
    style.maxHeight = `${Math.max(96, Math.min(MAX_HEIGHT, isBelow ? below : above))}px`;
    style.transform = `scale(${1 / scale})`;
    style.transformOrigin = isBelow ? "0 0" : "0 100%";
    style.top = isBelow ? `${bottom + GAP / scale}px` : "auto";
    style.bottom = isBelow ? "auto" : `${view.innerHeight - top + GAP / scale}px`;
    style.left = `${Math.max(0, Math.min(left, view.innerWidth - list.offsetWidth / scale))}px`;
  };
  place();
  return listen(view, { scroll: place, resize: place }, { capture: true });
}
