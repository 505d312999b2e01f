import { ArrowDown, ArrowUp, BookmarkPlus, Copy, Lock, LockOpen, Trash2 } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from "react";
import { createPortal } from "react-dom";
import { findItem } from "#domain/page/edit-page.ts";
import { isLocked } from "#domain/page/locks.ts";
import { TURN_TARGETS, turnInto } from "#domain/page/turn-into.ts";
import { classNames } from "#web/lib/class-names.ts";
import { closeWhenLeft } from "#web/ui/popover.ts";
import { BlockIcon } from "../block-icon.tsx";
import { useEditor } from "../editing-context.ts";
import { newId } from "../new-item.ts";
import { canvasFrame } from "./read-canvas.ts";

type HandleMenuProps = { blockId: string; x: number; y: number; onClose: () => void };

/** What may be done with the blocks of a handle. */
export function HandleMenu({ blockId, x, y, onClose }: HandleMenuProps) {
  const { editing, edited, saveAsSection } = useEditor();
  const menu = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = menu.current;
    if (!element) return;
    element.showPopover();
    const { width, height } = element.getBoundingClientRect();
    element.style.left = `${Math.max(8, Math.min(x, window.innerWidth - width - 8))}px`;
    element.style.top = `${Math.max(8, Math.min(y + 4, window.innerHeight - height - 8))}px`;
    element.querySelector<HTMLElement>("[role=menuitem]")?.focus();
  }, [x, y]);
  const ids = editing.selectedIds;
  const item = findItem(editing.page, blockId)?.item;
  if (!item) return null;
  const areFixed = ids.some((id) => editing.isFixed(id));
  const turned =
    ids.length > 1 || areFixed ? [] : TURN_TARGETS.filter((target) => turnInto(item, target, newId));
  const convert = (target: (typeof TURN_TARGETS)[number]) => {
    editing.drafts.flush();
    const now = findItem(editing.page, blockId)?.item;
    const items = now && turnInto(now, target, newId);
    if (items) editing.replace(blockId, items, `Turned into ${target.label}`);
  };
  const close = (run: () => void) => () => {
    menu.current?.hidePopover();
    run();
  };
  return createPortal(
    <div
      ref={menu}
      role="menu"
      aria-label="Block"
      popover="auto"
      className="fixed inset-auto m-0 max-h-[80dvh] w-56 overflow-y-auto rounded-lg border border-line bg-raised p-1 text-ink text-sm shadow-float"
      onToggle={(event) => event.newState === "closed" && onClose()}
      onBlur={closeWhenLeft}
      onKeyDown={focusNextEntry}
    >
      {areFixed ? null : (
        <>
          <Entry icon={<ArrowUp />} label="Move up" onPress={close(() => editing.move(ids, "up"))} />
          <Entry icon={<ArrowDown />} label="Move down" onPress={close(() => editing.move(ids, "down"))} />
          <Entry icon={<Copy />} label="Duplicate" onPress={close(() => editing.duplicate(ids))} />
        </>
      )}
      <Entry icon={<BookmarkPlus />} label="Save as section" onPress={close(saveAsSection)} />
      {edited.kind === "template" ? (
        <Entry
          icon={isLocked(item) ? <LockOpen /> : <Lock />}
          label={isLocked(item) ? "Unlock" : "Lock in documents"}
          onPress={close(() => editing.toggleLock(ids))}
        />
      ) : null}
      {areFixed ? null : (
        <Entry icon={<Trash2 />} label="Delete" onPress={close(() => editing.remove(ids))} />
      )}
      {turned.length === 0 ? null : (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a menu
        <div role="group" aria-label="Turn into" className="mt-1 border-line border-t pt-1">
          <p aria-hidden="true" className="px-2 py-1 text-ink-faint text-xs">
            Turn into
          </p>
          {turned.map((target) => (
            <Entry
              key={target.id}
              icon={<BlockIcon type={target.type} kind={target.id} />}
              label={target.label}
              onPress={close(() => convert(target))}
            />
          ))}
        </div>
      )}
    </div>,
    // In the landmark of the page.
    canvasFrame()?.closest("section") ?? document.body,
  );
}

function focusNextEntry(event: KeyboardEvent<HTMLElement>): void {
  const entries = [...event.currentTarget.querySelectorAll<HTMLElement>("[role=menuitem]")];
  const at = entries.indexOf(document.activeElement as HTMLElement);
  const next = { ArrowDown: at + 1, ArrowUp: at - 1 + entries.length, Home: 0, End: -1 }[event.key];
  // The window's own keys are not the menu's.
  event.stopPropagation();
  if (next === undefined) return;
  event.preventDefault();
  entries.at(next < 0 ? next : next % entries.length)?.focus();
}

function Entry({ icon, label, onPress }: { icon: ReactNode; label: string; onPress: () => void }) {
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      onClick={onPress}
      className={classNames(
        "flex min-h-8 w-full items-center gap-2 rounded-md px-2 text-left hover:bg-hover focus-visible:bg-hover focus-visible:-outline-offset-2 touch:min-h-11",
        "[&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:stroke-[1.5] [&>svg]:text-ink-soft",
      )}
    >
      {icon}
      {label}
    </button>
  );
}
