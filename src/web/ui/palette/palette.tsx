import { Autocomplete } from "@base-ui/react/autocomplete";
import { X } from "lucide-react";
import { type ReactNode, startTransition, useEffect, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { IconButton, Spinner } from "../button.tsx";
import { Modal } from "../modal.tsx";
import { SearchIcon } from "../search-button.tsx";
import "./palette.css";

export type PaletteItem = {
  /** Unique in the palette. */
  id: string;
  icon: ReactNode;
  label: ReactNode;
  /** In a line below. */
  detail?: ReactNode;
  /** At the end of the line. */
  note?: ReactNode;
  /** The text that is announced and compared. */
  text: string;
  onChoose: () => void;
};

export type PaletteGroup = { label: string; items: PaletteItem[] };

type PaletteViewProps = {
  /** The query of the groups. `onType` reports further input once it is painted. */
  query: string;
  onType: (typed: string) => void;
  maxLength: number;
  groups: readonly PaletteGroup[];
  /** Announced at once, and shown where there is nothing else. */
  message: ReactNode;
  /** The announcement of the results for screen readers. */
  status: string;
  isBusy: boolean;
  hint: string;
  onClose: () => void;
};

/** A dialog with one field: the results of typing below it, chosen by pointer or by the arrow keys and Enter. */
export function Palette({ query, onType, groups, message, status, isBusy, ...props }: PaletteViewProps) {
  const [typed, setTyped] = useState(query);
  /** The text whose answer opens its first result, because Enter came before it. */
  const awaited = useRef<string | null>(null);
  useEffect(() => {
    if (isBusy || awaited.current !== query) return;
    awaited.current = null;
    groups[0]?.items[0]?.onChoose();
  }, [isBusy, query, groups]);
  // The letter shows in the next frame, whatever the list takes.
  const list = useMemo(
    () => (
      <Autocomplete.List className="palette-list">
        {(group: PaletteGroup) => (
          <Autocomplete.Group key={group.label} items={group.items} className="palette-group">
            <Autocomplete.GroupLabel className="palette-label">{group.label}</Autocomplete.GroupLabel>
            <Autocomplete.Collection>
              {(item: PaletteItem) => <PaletteRow key={item.id} item={item} />}
            </Autocomplete.Collection>
          </Autocomplete.Group>
        )}
      </Autocomplete.List>
    ),
    [],
  );
  return (
    <Modal
      aria-label="Search"
      onClose={props.onClose}
      onKeyDownCapture={({ key }) => {
        // Enter opens what answers the whole text, and an arrow key lights a row of that.
        if (["Enter", "ArrowDown", "ArrowUp"].includes(key) && typed !== query)
          flushSync(() => onType(typed));
      }}
      onKeyDown={(event) => {
        if (event.target instanceof HTMLInputElement) {
          const isTyped = isBusy && !event.nativeEvent.isComposing;
          const isEarly = event.key === "Enter" && isTyped && !hasLitRow(event.currentTarget);
          if (isEarly) awaited.current = typed;
          else if (["ArrowDown", "ArrowUp"].includes(event.key)) awaited.current = null;
        }
        const isShortcut = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k";
        if (event.key !== "Escape" && !isShortcut) return;
        event.preventDefault();
        event.stopPropagation();
        props.onClose();
      }}
      className="palette"
    >
      <Autocomplete.Root
        open
        inline
        items={groups}
        filter={null}
        value={typed}
        onValueChange={(value, { reason }) => {
          if (reason !== "input-change" && reason !== "input-clear") return;
          awaited.current = null;
          setTyped(value);
          startTransition(() => onType(value));
        }}
        itemToStringValue={({ text }: PaletteItem) => text}
        autoHighlight="always"
        keepHighlight
      >
        <div className="palette-field">
          {isBusy ? <Spinner /> : <SearchIcon />}
          <Autocomplete.Input
            aria-label="Search"
            placeholder={props.hint}
            dir="auto"
            maxLength={props.maxLength}
            autoComplete="off"
            spellCheck={false}
            enterKeyHint="go"
          />
          <IconButton Icon={X} label="Close search" onClick={props.onClose} />
        </div>
        <Autocomplete.Status className="sr-only">{status}</Autocomplete.Status>
        {message}
        {list}
      </Autocomplete.Root>
    </Modal>
  );
}

const hasLitRow = (palette: Element) => palette.querySelector("[role=option][data-highlighted]") !== null;

/** One result: its name and, below, what tells it from others of that name. */
function PaletteRow({ item }: { item: PaletteItem }) {
  const { icon, label, detail, note } = item;
  return (
    <Autocomplete.Item value={item} onClick={item.onChoose} className="palette-row">
      <span aria-hidden="true" className="palette-icon">
        {icon}
      </span>
      <span className="palette-body">
        <span className="palette-text">
          <span dir="auto">{label}</span>
          {detail ? (
            <span dir="auto" className="palette-detail">
              {detail}
            </span>
          ) : null}
        </span>
        {note ? (
          <span dir="auto" className="palette-note">
            {note}
          </span>
        ) : null}
      </span>
    </Autocomplete.Item>
  );
}

export type Command = {
  /** What the command does: "Sign out". */
  label: string;
  /** Other words that find it. */
  others?: string;
  icon: ReactNode;
  run: () => void;
};

export function commandItem({ label, icon, run }: Command, onClose: () => void): PaletteItem {
  return {
    id: `command ${label}`,
    icon,
    label,
    text: label,
    onChoose: () => {
      onClose();
      run();
    },
  };
}
