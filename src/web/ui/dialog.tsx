import { type ReactNode, useId } from "react";
import { Modal } from "./modal.tsx";

type DialogProps = {
  isOpen: boolean;
  onClose: () => void;
  title: ReactNode;
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons: first the way back, last the action. Without them, `children` are a form with its own. */
  actions?: ReactNode;
  /** Escape and a press on the backdrop do not close a locked dialog, while something is saved. */
  isLocked?: boolean;
  /** Opens without an action of the person, who may be typing: a key must not press a button. */
  isSudden?: boolean;
  /** Room for more than a question. */
  isWide?: boolean;
};

/** A modal question or message. On a phone it rises from the bottom, near the thumb. */
export function Dialog(props: DialogProps) {
  const { isOpen, onClose, title, description, children, actions, isLocked, isSudden, isWide } = props;
  const id = useId();
  if (!isOpen) return null;
  return (
    <Modal
      onClose={onClose}
      isLocked={isLocked ?? false}
      tabIndex={isSudden ? -1 : undefined}
      aria-labelledby={`${id}-title`}
      aria-describedby={description ? `${id}-description` : undefined}
      className={
        "m-auto mb-0 max-h-[92dvh] w-full max-w-full flex-col overflow-y-auto overscroll-contain rounded-t-[14px] border border-line bg-raised p-5 text-ink shadow-float open:flex " +
        "[--safe-bottom-min:1.25rem] safe-bottom outline-none transition-[opacity,translate] duration-(--calm) ease-(--ease) starting:translate-y-4 starting:opacity-0 " +
        "backdrop:bg-scrim sm:mb-auto sm:rounded-[12px] sm:p-6 " +
        (isWide ? "sm:w-[min(44rem,calc(100vw-2rem))]" : "sm:w-[min(30rem,calc(100vw-2rem))]")
      }
    >
      <h2 id={`${id}-title`} dir="auto" className="text-balance font-semibold font-text text-xl">
        {title}
      </h2>
      {description ? (
        <p id={`${id}-description`} dir="auto" className="mt-2 text-pretty text-ink-soft">
          {description}
        </p>
      ) : null}
      {children ? <div className="mt-4 empty:hidden">{children}</div> : null}
      {actions ? (
        <div className="mt-6 flex flex-col-reverse gap-3 sm:flex-row sm:flex-wrap sm:justify-end">
          {actions}
        </div>
      ) : null}
    </Modal>
  );
}
