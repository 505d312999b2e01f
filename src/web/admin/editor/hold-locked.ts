/** Marks what a template has locked on the canvas. */
export const LOCKED_MARK = "data-locked";

/** A hand that trembles does not drag. */
const DRAGGED_PX = 8;

/**
 * Keeps the pointer from dragging a locked block of a document, or what is in it, and says so if somebody tries. A press
 * selects it as ever.
 */
export function holdLocked(frame: Document, onTried: () => void): () => void {
  let pressed: { x: number; y: number } | null = null;
  const down = (event: PointerEvent) => {
    if (!(event.target as Element | null)?.closest?.(`[${LOCKED_MARK}="kept"]`)) return;
    // The drag library listens on the block.
    event.stopPropagation();
    pressed = { x: event.clientX, y: event.clientY };
  };
  const move = ({ clientX, clientY }: PointerEvent) => {
    if (!pressed || Math.hypot(clientX - pressed.x, clientY - pressed.y) < DRAGGED_PX) return;
    pressed = null;
    onTried();
  };
  const up = () => {
    pressed = null;
  };
  frame.addEventListener("pointerdown", down, true);
  frame.addEventListener("pointermove", move, true);
  frame.addEventListener("pointerup", up, true);
  return () => {
    frame.removeEventListener("pointerdown", down, true);
    frame.removeEventListener("pointermove", move, true);
    frame.removeEventListener("pointerup", up, true);
  };
}
