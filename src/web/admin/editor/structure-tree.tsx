import { ChevronDown, ChevronRight, Lock } from "lucide-react";
import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from "react";
import { blockShape } from "#domain/page/find-block.ts";
import { isLocked } from "#domain/page/locks.ts";
import type { PageItem } from "#domain/page/page.ts";
import { slotItems } from "#domain/page/walk-page.ts";
import { classNames } from "#web/lib/class-names.ts";
import { Button } from "#web/ui/button.tsx";
import { goToTextOf } from "./area-keys.ts";
import { BlockIcon } from "./block-icon.tsx";
import { blockName } from "./block-labels.ts";
import { selectBy } from "./canvas-focus.ts";
import { useGrip } from "./drag/press-to-drag.ts";
import { useEditing, useEditor, useOthersAt } from "./editing-context.ts";

type Row = {
  item: PageItem;
  level: number;
  /** Its place among its neighbours, from 1, and their number. */
  position: number;
  size: number;
  isParent: boolean;
  isOpen: boolean;
  parentId: string | null;
};

/** The page as a tree with one tab stop. `listenForKeys` has the keys that move, copy, delete and extend the selection. */
export function StructureTree() {
  const { editing } = useEditor();
  const page = useEditing((now) => now.page);
  const selectedIds = useEditing((now) => now.selectedIds);
  const selectedId = selectedIds.at(-1);
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const tree = useRef<HTMLDivElement>(null);
  const rows = rowsOf(page.content, closed);
  const [lastAt, setLastAt] = useState(0);
  const at = rows.findIndex(({ item }) => item.props.id === selectedId);
  if (at >= 0 && at !== lastAt) setLastAt(at);
  // Without a selection, the keys continue from the last position.
  const current = rows[at] ?? rows[Math.min(lastAt, rows.length - 1)];
  const hadFocus = useRef(false);
  /** Touch has no Shift or Ctrl: each tap adds a block to the selection or removes it. */
  const [isForSeveral, setIsForSeveral] = useState(false);

  // Wherever a block is selected, its row is in view.
  useEffect(() => {
    if (selectedId === undefined) return;
    tree.current?.querySelector('[tabindex="0"]')?.scrollIntoView({ block: "nearest" });
  }, [selectedId]);

  // Focus follows the block that moved, and stays in the tree when a block is removed.
  useEffect(() => {
    if (!hadFocus.current) return;
    const { activeElement: focused, body } = document;
    // The page or a menu may have received the focus since.
    if (focused !== body && !tree.current?.contains(focused)) return;
    const row = tree.current?.querySelector<HTMLElement>('[tabindex="0"]');
    if (row && row !== focused) row.focus();
  });

  function toggle(id: string, isOpen: boolean) {
    const next = new Set(closed);
    if (isOpen) next.delete(id);
    else next.add(id);
    setClosed(next);
  }

  function walk(to: Row | undefined) {
    if (to) editing.select(to.item.props.id);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (!current || event.altKey || event.ctrlKey || event.metaKey) return;
    const here = rows.indexOf(current);
    const id = current.item.props.id;
    const steps: Record<string, () => void> = {
      ArrowDown: () => walk(rows[here + 1]),
      ArrowUp: () => walk(rows[here - 1]),
      Home: () => walk(rows[0]),
      End: () => walk(rows.at(-1)),
      ArrowRight: () =>
        current.isParent && !current.isOpen
          ? toggle(id, true)
          : walk(current.isParent ? rows[here + 1] : undefined),
      ArrowLeft: () =>
        current.isParent && current.isOpen
          ? toggle(id, false)
          : walk(rows.find(({ item }) => item.props.id === current.parentId)),
      Enter: () => {
        hadFocus.current = false;
        editing.select(id);
        goToTextOf(editing, id);
      },
      " ": () => editing.select(id),
    };
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    step();
  }

  if (rows.length === 0) {
    return <p className="p-4 text-ink-soft">The page is empty. Add its first block.</p>;
  }
  return (
    <>
      <SelectSeveral isOn={isForSeveral} onChange={setIsForSeveral} />
      <div
        ref={tree}
        role="tree"
        aria-label="Structure of the page"
        aria-multiselectable="true"
        tabIndex={-1}
        className="p-2"
        onKeyDown={onKeyDown}
        onFocus={() => {
          hadFocus.current = true;
        }}
        onBlur={({ currentTarget, relatedTarget }) => {
          // Removing the focused row would leave no element focused.
          if (relatedTarget && !currentTarget.contains(relatedTarget)) hadFocus.current = false;
        }}
      >
        {rows.map((row) => (
          <TreeRow
            key={row.item.props.id}
            row={row}
            isSelected={selectedIds.includes(row.item.props.id)}
            isStop={row === current}
            onSelect={(event) =>
              isForSeveral
                ? editing.toggleSelected(row.item.props.id)
                : selectBy(event, editing, row.item.props.id)
            }
            onToggle={() => toggle(row.item.props.id, !row.isOpen)}
          />
        ))}
      </div>
    </>
  );
}

function SelectSeveral({ isOn, onChange }: { isOn: boolean; onChange: (isOn: boolean) => void }) {
  return (
    <div className="touch:flex hidden px-3 pt-3">
      <Button
        aria-pressed={isOn}
        tone={isOn ? "primary" : "secondary"}
        size="sm"
        isWide
        onClick={() => onChange(!isOn)}
      >
        Select several
      </Button>
    </div>
  );
}

type TreeRowProps = {
  row: Row;
  isSelected: boolean;
  /** Whether Tab stops at this row. */
  isStop: boolean;
  onSelect: (event: MouseEvent) => void;
  onToggle: () => void;
};

function TreeRow({ row, isSelected, isStop, onSelect, onToggle }: TreeRowProps) {
  const { item, level, position, size, isParent, isOpen } = row;
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  const { editing } = useEditor();
  const { id } = item.props;
  const others = useOthersAt(id);
  const grip = useGrip(() => ({ ids: editing.selectedIds.includes(id) ? editing.selectedIds : [id] }));
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree has the keys
    <div
      role="treeitem"
      aria-level={level}
      aria-posinset={position}
      aria-setsize={size}
      aria-selected={isSelected}
      aria-expanded={isParent ? isOpen : undefined}
      tabIndex={isStop ? 0 : -1}
      data-row-id={id}
      {...grip}
      onClick={onSelect}
      style={{ paddingInlineStart: `${(level - 1) * 1 + 0.25}rem` }}
      className={classNames(
        "flex min-h-8 cursor-pointer select-none items-center gap-1.5 rounded-md pr-2 touch:min-h-11",
        isSelected ? "bg-brand-soft text-brand" : "hover:bg-hover",
      )}
    >
      {isParent ? (
        // biome-ignore lint/a11y/noStaticElementInteractions: arrows open and close the row
        // biome-ignore lint/a11y/useKeyWithClickEvents: arrows open and close the row
        <span
          className="flex size-5 shrink-0 items-center justify-center"
          onClick={(event) => {
            event.stopPropagation();
            onToggle();
          }}
        >
          <Chevron aria-hidden="true" strokeWidth={1.5} className="size-4" />
        </span>
      ) : (
        <span className="size-5 shrink-0" />
      )}
      <BlockIcon type={item.type} />
      <span dir="auto" className="min-w-0 truncate">
        {blockName(item)}
      </span>
      {isLocked(item) ? (
        <>
          <Lock aria-hidden="true" strokeWidth={1.5} className="ml-auto size-3.5 shrink-0" />
          <span className="sr-only">, locked</span>
        </>
      ) : null}
      {others.map(({ tabId, label, initials }) => (
        <span
          key={tabId}
          title={label}
          className="ml-auto shrink-0 rounded-full border border-brand bg-brand-soft px-1.5 font-semibold text-brand text-xs"
        >
          <span aria-hidden="true">{initials}</span>
          <span className="sr-only">, also here: {label}</span>
        </span>
      ))}
    </div>
  );
}

function rowsOf(
  items: readonly PageItem[],
  closed: ReadonlySet<string>,
  level = 1,
  parentId: string | null = null,
): Row[] {
  return items.flatMap((item, index) => {
    const inner = blockShape(item.type).slots.flatMap((slot) => slotItems(item, slot));
    const isOpen = !closed.has(item.props.id);
    const row = {
      item,
      level,
      position: index + 1,
      size: items.length,
      isParent: inner.length > 0,
      isOpen,
      parentId,
    };
    return [row, ...(isOpen ? rowsOf(inner, closed, level + 1, item.props.id) : [])];
  });
}
