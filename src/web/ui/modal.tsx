import { type ComponentProps, useEffectEvent, useLayoutEffect, useRef } from "react";

type ModalProps = Omit<ComponentProps<"dialog">, "open" | "onClose" | "onCancel"> & {
  /** Called for Escape and for a press on the backdrop. */
  onClose: () => void;
  /** A locked dialog ignores both, while something is saved. */
  isLocked?: boolean;
};

/** The browser's modal dialog, open while mounted: the rest of the page is inert, and closing returns the focus. */
export function Modal({ onClose, isLocked = false, ...rest }: ModalProps) {
  const dialogRef = useRef<HTMLDialogElement>(null);
  const closeUnlessLocked = useEffectEvent(() => {
    if (!isLocked) onClose();
  });
  useLayoutEffect(() => {
    const dialog = dialogRef.current;
    if (dialog === null) return;
    const listening = new AbortController();
    dialog.showModal();
    // A dialog that can take the focus takes it in place of its first control.
    if (dialog.hasAttribute("tabindex")) dialog.focus();
    onPressBeside(dialog, listening.signal, () => closeUnlessLocked());
    lockPageScroll(dialog, listening.signal);
    return () => {
      listening.abort();
      dialog.close();
    };
  }, []);

  return (
    <dialog
      ref={dialogRef}
      onCancel={(event) => {
        event.preventDefault();
        if (!isLocked) onClose();
      }}
      // A browser may close the dialog itself after repeated Escapes.
      onClose={(event) => {
        if (!event.currentTarget.open) onClose();
      }}
      {...rest}
    />
  );
}

/** Calls back for a press that begins and ends on the backdrop, because a text selection may end there. */
function onPressBeside(dialog: HTMLDialogElement, signal: AbortSignal, callBack: () => void): void {
  let beganBeside = false;
  dialog.addEventListener("pointerdown", (event) => (beganBeside = isBeside(dialog, event)), { signal });
  dialog.addEventListener("click", (event) => beganBeside && isBeside(dialog, event) && callBack(), {
    signal,
  });
}

/** Keeps the page behind from scrolling. A dialog taller than the window and an overflowing text area still scroll. */
function lockPageScroll(dialog: HTMLDialogElement, signal: AbortSignal): void {
  const prevent = (event: Event) => {
    const isLongText = event.target instanceof HTMLTextAreaElement && isOverfull(event.target);
    if (!isLongText && (!isOverfull(dialog) || event.target === dialog)) event.preventDefault();
  };
  for (const kind of ["wheel", "touchmove"])
    dialog.addEventListener(kind, prevent, { signal, passive: false });
}

function isOverfull({ scrollHeight, clientHeight }: HTMLElement): boolean {
  return scrollHeight > clientHeight;
}

/** The backdrop belongs to the dialog element, but lies outside its box. */
function isBeside(dialog: HTMLDialogElement, press: MouseEvent): boolean {
  if (press.target !== dialog) return false;
  const { left, right, top, bottom } = dialog.getBoundingClientRect();
  return press.clientX < left || press.clientX > right || press.clientY < top || press.clientY > bottom;
}
