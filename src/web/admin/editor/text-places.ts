import type { TextPlace } from "#blocks/render-context.ts";

type Path = TextPlace["path"];

/** The value with another one at the path. Lists and objects on the way are copied. */
export function withValueAt<Value extends object>(value: Value, [step, ...rest]: Path, next: unknown): Value {
  if (step === undefined) return value;
  const inner = (value as Record<string | number, unknown>)[step];
  const changed = rest.length === 0 ? next : withValueAt((inner ?? {}) as object, rest, next);
  if (Array.isArray(value)) return value.with(Number(step), changed) as unknown as Value;
  return { ...value, [step]: changed };
}

/** Puts the caret into an editable element of any document, or selects all of it. */
export function caretTo(element: HTMLElement, side: "start" | "end" | "all"): void {
  element.focus({ preventScroll: false });
  const range = element.ownerDocument.createRange();
  range.selectNodeContents(element);
  if (side !== "all") range.collapse(side === "start");
  const selection = element.ownerDocument.getSelection();
  selection?.removeAllRanges();
  selection?.addRange(range);
}

/** Whether nothing of the element stands before the caret. */
export function isAtStart(element: HTMLElement): boolean {
  const selection = element.ownerDocument.getSelection();
  if (!selection || selection.rangeCount === 0 || !selection.isCollapsed) return false;
  const before = element.ownerDocument.createRange();
  before.selectNodeContents(element);
  before.setEnd(selection.getRangeAt(0).startContainer, selection.getRangeAt(0).startOffset);
  return before.toString() === "";
}

/**
 * Lets the pointer reach a text on the canvas. While the caret is in it, a press moves the caret and drags nothing.
 * Puck's own function would also keep the block from being highlighted under the pointer.
 */
export function takePointer(element: HTMLElement): () => void {
  const keep = (event: Event) => event.stopPropagation();
  const onFocus = () => element.addEventListener("pointerdown", keep, true);
  const onBlur = () => element.removeEventListener("pointerdown", keep, true);
  element.setAttribute("data-puck-overlay-portal", "true");
  element.addEventListener("focus", onFocus);
  element.addEventListener("blur", onBlur);
  return () => {
    onBlur();
    element.removeEventListener("focus", onFocus);
    element.removeEventListener("blur", onBlur);
  };
}
