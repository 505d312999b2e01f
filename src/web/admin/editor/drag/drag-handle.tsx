import { GripVertical } from "lucide-react";
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { labelOfBlock } from "#domain/page/block-edits.ts";
import { findItem } from "#domain/page/edit-page.ts";
import { listen } from "../../ui/listeners.ts";
import { focusedBlockId } from "../canvas-focus.ts";
import { useEditing, useEditor } from "../editing-context.ts";
import type { PageEditing } from "../page-editing.ts";
import { useTyping } from "../selection-bar.tsx";
import { blockIdOf, blockIn } from "../text-places.ts";
import type { Point } from "./drop-target.ts";
import { HandleMenu } from "./handle-menu.tsx";
import { pressToDrag } from "./press-to-drag.ts";
import { canvasFrame, rectOf, scaleOf, toWindow } from "./read-canvas.ts";
import "./drag.css";

/** The handles of the blocks under the pointer and of the selected one: a drag moves, a press opens a menu. */
export function DragHandles({ frame }: { frame: Document }) {
  const { editing, drag } = useEditor();
  const selectedId = useEditing((now) => now.selectedId);
  const [hoveredId, setHoveredId] = useState<string | null>(null);
  const isTyping = useTyping(frame);
  const [menu, setMenu] = useState<{ blockId: string; x: number; y: number } | null>(null);
  const openMenu = useCallback(
    (blockId: string, at: Point) => {
      if (!editing.selectedIds.includes(blockId)) editing.select(blockId);
      setMenu({ blockId, ...toWindow(frame.defaultView, at) });
    },
    [frame, editing],
  );
  useEffect(() => {
    const ending = new AbortController();
    const { signal } = ending;
    const onMove = ({ pointerType, target }: PointerEvent) => {
      if (pointerType !== "mouse" || (target as Element | null)?.closest?.(".editor-handle")) return;
      // Between blocks the handle stays, so that the pointer reaches it.
      const id = blockIdOf(target);
      if (id !== null) setHoveredId(id);
    };
    /** Shift+F10 and the menu key on a block itself. In a text the browser's own menu corrects words. */
    const onContextMenu = (event: MouseEvent) => {
      const id = focusedBlockId(frame);
      if (id === null || event.target !== frame.activeElement) return;
      event.preventDefault();
      const { left, top } = rectOf(event.target as Element);
      openMenu(id, { x: left, y: top });
    };
    const onPress = (event: PointerEvent) => {
      setMenu(null);
      const id = blockIdOf(event.target);
      if (event.pointerType !== "touch" || id === null || isWrittenAt(event.target)) return;
      pressToDrag(event, event.target as Element, {
        drag,
        load: () => loadOf(editing, id),
        isLongPress: true,
      });
    };
    frame.addEventListener("pointermove", onMove, { signal });
    frame.addEventListener("pointerdown", onPress, { signal, capture: true });
    frame.addEventListener("contextmenu", onContextMenu, { signal });
    frame.documentElement.addEventListener("pointerleave", () => setHoveredId(null), { signal });
    return () => ending.abort();
  }, [frame, editing, drag, openMenu]);
  const shown = isTyping ? [] : [...new Set([selectedId, hoveredId])].filter((id) => id !== null);
  return (
    <>
      {createPortal(
        shown.map((id) => (
          <Handle
            key={id}
            frame={frame}
            blockId={id}
            around={id === hoveredId ? null : hoveredId}
            onPress={openMenu}
          />
        )),
        frame.body,
      )}
      {menu ? <HandleMenu {...menu} onClose={() => setMenu(null)} /> : null}
    </>
  );
}

type HandleProps = {
  frame: Document;
  blockId: string;
  /** Another block with a handle, which may be inside this one. */
  around: string | null;
  onPress: (blockId: string, at: Point) => void;
};

function Handle({ frame, blockId, around, onPress }: HandleProps) {
  const { editing, drag } = useEditor();
  const item = useEditing((now) => findItem(now.page, blockId)?.item);
  const isSelected = useEditing((now) => now.selectedId === blockId);
  const handle = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const place = () => {
      if (handle.current) placeHandle(handle.current, frame, blockId, around);
    };
    place();
    const observer = new ResizeObserver(place);
    observer.observe(frame.documentElement);
    const block = blockIn(frame, blockId);
    if (block) observer.observe(block);
    const unsubscribe = editing.subscribe(() => requestAnimationFrame(place));
    // A zoom changes how much of the page its frame shows, and the size of nothing on the page.
    const unlisten = listen(frame.defaultView ?? window, { resize: place });
    return () => {
      observer.disconnect();
      unlisten();
      unsubscribe();
    };
  }, [frame, blockId, around, editing]);
  if (!item) return null;
  const name = `Move or change ${labelOfBlock(item.type)}`;
  return (
    <button
      ref={handle}
      type="button"
      tabIndex={isSelected ? 0 : -1}
      aria-label={name}
      aria-haspopup="menu"
      title="Drag to move, click for more"
      data-handle-of={blockId}
      className="editor-handle"
      // The text keeps its caret.
      onMouseDown={(event) => event.preventDefault()}
      onClick={(event) => {
        event.stopPropagation();
        const { left, bottom } = rectOf(event.currentTarget);
        onPress(blockId, { x: left, y: bottom });
      }}
      onPointerDown={(event) =>
        pressToDrag(event.nativeEvent, event.currentTarget, { drag, load: () => loadOf(editing, blockId) })
      }
    >
      <GripVertical aria-hidden="true" strokeWidth={2} />
    </button>
  );
}

/** All selected blocks if it is one of them. */
function loadOf(editing: PageEditing, id: string) {
  return { ids: editing.selectedIds.includes(id) ? editing.selectedIds : [id] };
}

/** A long press in the text that is being written marks a word. */
function isWrittenAt(target: EventTarget | null): boolean {
  const text = (target as Element | null)?.closest?.(".editor-text");
  return text?.contains(text.ownerDocument.activeElement) === true;
}

/** At the left of the block, with the same size on the screen at any zoom. */
function placeHandle(handle: HTMLElement, frame: Document, blockId: string, otherId: string | null): void {
  const block = blockIn(frame, blockId);
  const outer = canvasFrame();
  handle.hidden = block === null;
  if (!block || !outer) return;
  const scale = scaleOf(outer);
  const { left, top } = rectOf(block);
  handle.style.scale = String(1 / scale);
  const width = handle.offsetWidth / scale;
  const other = otherId === null ? null : blockIn(frame, otherId);
  // Two handles at one corner are placed side by side, the outer block's first.
  const isShared =
    other !== null &&
    Math.abs(rectOf(other).left - left) < width &&
    Math.abs(rectOf(other).top - top) < width;
  const isOuter = isShared && block.contains(other);
  const view = frame.defaultView;
  const x = Math.max(0, left - width * (isOuter ? 2 : 1) - 2) + (view?.scrollX ?? 0);
  handle.style.left = `${x}px`;
  handle.style.top = `${top + (view?.scrollY ?? 0) - (isShared && !isOuter && left < width * 2 ? width : 0)}px`;
}
