import type { PointerEvent as ReactPointerEvent } from "react";
import { useEditor } from "../editing-context.ts";
import type { DragController, Load } from "./drag-controller.ts";
import { canvasFrame, toWindow } from "./read-canvas.ts";

/** Smaller movements do not drag. */
const MIN_MOVE_PX = 5;
const LONG_PRESS_MS = 400;

type Grip = {
  drag: DragController;
  load: () => Load | null;
  /** Fingers that move scroll: only a long press drags. */
  isLongPress?: boolean;
};

/** Follows a pointer that was pressed on the source until it is released, and drags if it moves, or lasts. */
export function pressToDrag(
  event: PointerEvent,
  source: Element,
  { drag, load, isLongPress = false }: Grip,
): void {
  if (event.button !== 0 || !event.isPrimary) return;
  const { pointerId, clientX, clientY, view } = event;
  const from = source.ownerDocument;
  const ending = new AbortController();
  const { signal } = ending;
  let isDragged = false;
  const at = (move: PointerEvent | MouseEvent) => toWindow(view, { x: move.clientX, y: move.clientY });
  const isMine = (other: PointerEvent) => other.pointerId === pointerId;
  const begin = (start: PointerEvent | MouseEvent) => {
    const requested = load();
    isDragged = requested !== null && drag.begin(requested, at(start));
    if (!isDragged) return stop();
    window.clearTimeout(timer);
    capturePointer(from, pointerId);
  };
  const stop = () => {
    window.clearTimeout(timer);
    ending.abort();
    if (isDragged) drag.cancel();
    isDragged = false;
  };
  const timer = isLongPress ? window.setTimeout(() => begin(event), LONG_PRESS_MS) : undefined;
  const onMove = (move: PointerEvent) => {
    if (!isMine(move)) return;
    if (isDragged) return drag.moveTo(at(move));
    if (Math.hypot(move.clientX - clientX, move.clientY - clientY) < MIN_MOVE_PX) return;
    if (isLongPress) stop();
    else begin(move);
  };
  const onUp = (up: PointerEvent) => {
    if (!isMine(up)) return;
    if (isDragged) {
      withholdClick(from, true);
      drag.moveTo(at(up));
      drag.drop();
    }
    isDragged = false;
    stop();
  };
  const onKeyDown = (key: KeyboardEvent) => {
    if (key.key !== "Escape" || !isDragged) return;
    key.preventDefault();
    key.stopImmediatePropagation();
    withholdClick(from, false);
    stop();
  };
  const withhold = (other: Event) => isDragged && other.preventDefault();
  from.addEventListener("pointermove", onMove, { signal, capture: true });
  from.addEventListener("pointerup", onUp, { signal, capture: true });
  from.addEventListener("pointercancel", (other) => isMine(other) && stop(), { signal, capture: true });
  // The browser would scroll, mark text or open its own menu below the finger that drags.
  for (const name of ["touchmove", "contextmenu", "selectstart", "dragstart"])
    from.addEventListener(name, withhold, { signal, capture: true, passive: false });
  listenInBothDocuments(onKeyDown, () => document.hasFocus() || stop(), signal);
}

/** Keys and a lost focus count in both: a press in the frame blurs the window, but not the whole document. */
function listenInBothDocuments(
  onKeyDown: (key: KeyboardEvent) => void,
  onBlur: () => void,
  signal: AbortSignal,
): void {
  for (const one of [document, canvasFrame()?.contentDocument]) {
    one?.addEventListener("keydown", onKeyDown, { signal, capture: true });
    one?.defaultView?.addEventListener("blur", onBlur, { signal });
  }
}

function capturePointer(from: Document, pointerId: number): void {
  from.getSelection()?.removeAllRanges();
  // The source may be removed before the drag ends.
  from.documentElement.setPointerCapture(pointerId);
}

/** The release of a drag, now or later, never clicks the element below it. */
function withholdClick(target: Document, isReleased: boolean): void {
  const ending = new AbortController();
  const { signal } = ending;
  const endSoon = () => target.defaultView?.setTimeout(() => ending.abort());
  const withhold = (event: Event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  target.addEventListener("click", withhold, { capture: true, signal });
  if (isReleased) endSoon();
  else target.addEventListener("pointerup", endSoon, { capture: true, signal });
  // The release may be elsewhere. The next press is a real one.
  for (const name of ["pointerdown", "keydown"]) {
    target.addEventListener(name, () => ending.abort(), { capture: true, signal });
  }
}

/** Makes an element of a panel something that is dragged: by a mouse at once, by a finger after a long press. */
export function useGrip(load: Grip["load"]) {
  const { drag } = useEditor();
  return {
    onPointerDown: ({ nativeEvent, currentTarget, pointerType }: ReactPointerEvent) =>
      pressToDrag(nativeEvent, currentTarget, { drag, load, isLongPress: pointerType === "touch" }),
  };
}
