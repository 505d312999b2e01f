import { type ComponentProps, useEffectEvent, useLayoutEffect, useRef } from "react";

type ModalProps = Omit<ComponentProps<"dialog">, "open" | "onClose" | "onCancel"> & {
  /** Asked for by Escape and by a press beside it. */
  onClose: () => void;
  /** While something is being saved, neither of these closes. */
  isLocked?: boolean;
};

/**
 * The browser's own modal dialog, open as long as it is mounted: the rest of the page is out of reach, and the
 * focus returns to where it was. On the top layer, so nothing lies above it.
 */
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
    onPressBeside(dialog, listening.signal, () => closeUnlessLocked());
    holdPageStill(dialog, listening.signal);
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
      // A browser may close it by itself when Escape is pressed again and again.
      onClose={(event) => {
        if (!event.currentTarget.open) onClose();
      }}
      {...rest}
    />
  );
}

/** Calls back for a press that begins and ends on the backdrop: text selected with the mouse may end there. */
function onPressBeside(dialog: HTMLDialogElement, signal: AbortSignal, callBack: () => void): void {
  let beganBeside = false;
  dialog.addEventListener("pointerdown", (event) => (beganBeside = isBeside(dialog, event)), { signal });
  dialog.addEventListener("click", (event) => beganBeside && isBeside(dialog, event) && callBack(), {
    signal,
  });
}

/** The page behind does not scroll along; a dialog too tall for the window, or a text too long for its field, does. */
function holdPageStill(dialog: HTMLDialogElement, signal: AbortSignal): void {
  const hold = (event: Event) => {
    const isLongText = event.target instanceof HTMLTextAreaElement && isOverfull(event.target);
    if (!isLongText && (!isOverfull(dialog) || event.target === dialog)) event.preventDefault();
  };
  for (const kind of ["wheel", "touchmove"]) dialog.addEventListener(kind, hold, { signal, passive: false });
}

function isOverfull({ scrollHeight, clientHeight }: HTMLElement): boolean {
  return scrollHeight > clientHeight;
}

/** The backdrop belongs to the dialog's element, but not to its box. */
function isBeside(dialog: HTMLDialogElement, press: MouseEvent): boolean {
  if (press.target !== dialog) return false;
  const { left, right, top, bottom } = dialog.getBoundingClientRect();
  return press.clientX < left || press.clientX > right || press.clientY < top || press.clientY > bottom;
}
