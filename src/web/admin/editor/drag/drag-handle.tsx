import { GripVertical } from "lucide-react";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { findItem } from "#domain/page/edit-page.ts";
import { labelOf } from "../block-labels.ts";
import { useDesk, useEditing } from "../editing-context.ts";
import type { PageEditing } from "../page-editing.ts";
import { blockIn } from "../text-places.ts";
import { HandleMenu } from "./handle-menu.tsx";
import { pressToDrag } from "./press-to-drag.ts";
import { blockIdAt, canvasFrame, rectOf, scaleOf, toWindow } from "./read-canvas.ts";
import "./drag.css";

/** The handles of the blocks under the pointer and of the selected one: a drag moves, a press opens a menu. */
export function DragHandles({ frame }: { frame: Document }) {
  const { editing, drag } = useDesk();
  const selectedId = useEditing((now) => now.selectedId);
  const [hoveredId, setHoveredId] = useState<string | null>(null);
  const [isTyping, setIsTyping] = useState(false);
  const [menu, setMenu] = useState<{ blockId: string; x: number; y: number } | null>(null);
  useEffect(() => {
    const ending = new AbortController();
    const { signal } = ending;
    const onMove = ({ pointerType, target }: PointerEvent) => {
      setIsTyping(false);
      if (pointerType !== "mouse" || (target as Element | null)?.closest?.(".editor-handle")) return;
      // Between blocks the handle stays, so that the pointer reaches it.
      const id = blockIdAt(target);
      if (id !== null) setHoveredId(id);
    };
    const onPress = (event: PointerEvent) => {
      setMenu(null);
      const id = blockIdAt(event.target);
      if (event.pointerType !== "touch" || id === null || isWrittenAt(event.target)) return;
      pressToDrag(event, event.target as Element, { drag, load: () => loadOf(editing, id), isHeld: true });
    };
    frame.addEventListener("pointermove", onMove, { signal });
    frame.addEventListener("pointerdown", onPress, { signal, capture: true });
    frame.addEventListener("keydown", () => setIsTyping(true), { signal });
    frame.documentElement.addEventListener("pointerleave", () => setHoveredId(null), { signal });
    return () => ending.abort();
  }, [frame, editing, drag]);
  const shown = isTyping ? [] : [...new Set([selectedId, hoveredId])].filter((id) => id !== null);
  const openMenu = (blockId: string, handle: Element) => {
    const { left, bottom } = rectOf(handle);
    if (!editing.selectedIds.includes(blockId)) editing.select(blockId);
    setMenu({ blockId, ...toWindow(frame.defaultView, { x: left, y: bottom }) });
  };
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
  onPress: (blockId: string, handle: Element) => void;
};

function Handle({ frame, blockId, around, onPress }: HandleProps) {
  const { editing, drag } = useDesk();
  const item = useEditing((now) => findItem(now.page, blockId)?.item);
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
    return () => {
      observer.disconnect();
      unsubscribe();
    };
  }, [frame, blockId, around, editing]);
  if (!item) return null;
  const name = `Move or change ${labelOf(item.type)}`;
  return (
    <button
      ref={handle}
      type="button"
      tabIndex={-1}
      aria-label={name}
      aria-haspopup="menu"
      title="Drag to move, press for more"
      data-handle-of={blockId}
      className="editor-handle"
      // The text keeps its caret.
      onMouseDown={(event) => event.preventDefault()}
      onClick={(event) => {
        event.stopPropagation();
        onPress(blockId, event.currentTarget);
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
  // Two handles at one corner stand side by side, the outer block's first.
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
