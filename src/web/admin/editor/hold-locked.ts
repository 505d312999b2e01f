/** Marks what a template has locked on the canvas. */
export const LOCKED_MARK = "data-locked";

/** A hand that trembles does not drag. */
const DRAGGED_PX = 8;

/** Says that a block is locked, or what is in it, if the pointer tries to drag it. */
export function holdLocked(frame: Document, onTried: () => void): () => void {
  let pressed: { x: number; y: number } | null = null;
  const down = (event: PointerEvent) => {
    const isKept = (event.target as Element | null)?.closest?.(`[${LOCKED_MARK}="kept"]`);
    if (!isKept) return;
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
