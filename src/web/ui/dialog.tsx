import { type ReactNode, useId } from "react";
import { Modal } from "./modal.tsx";

type DialogProps = {
  isOpen: boolean;
  onClose: () => void;
  title: ReactNode;
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons: the way back first, the action last. */
  actions: ReactNode;
  /** While something is being saved, Escape and a press beside it do not close. */
  isLocked?: boolean;
};

/** Asks or tells something before anything else; on a phone it rises from the bottom, where the thumb is. */
export function Dialog({ isOpen, onClose, title, description, children, actions, isLocked }: DialogProps) {
  const id = useId();
  if (!isOpen) return null;
  return (
    <Modal
      onClose={onClose}
      isLocked={isLocked ?? false}
      aria-labelledby={`${id}-title`}
      aria-describedby={description ? `${id}-description` : undefined}
      className={
        "m-auto mb-0 max-h-[92dvh] w-full max-w-full flex-col overflow-y-auto overscroll-contain rounded-t-[14px] border border-line bg-raised p-5 text-ink shadow-float open:flex " +
        "[--safe-bottom-min:1.25rem] safe-bottom transition-[opacity,translate] duration-(--calm) ease-(--ease) starting:translate-y-4 starting:opacity-0 " +
        "backdrop:bg-scrim sm:mb-auto sm:w-[min(30rem,calc(100vw-2rem))] sm:rounded-[12px] sm:p-6"
      }
    >
      <h2 id={`${id}-title`} className="text-balance font-semibold font-text text-xl">
        {title}
      </h2>
      {description ? (
        <p id={`${id}-description`} className="mt-2 text-pretty text-ink-soft">
          {description}
        </p>
      ) : null}
      {children ? <div className="mt-4">{children}</div> : null}
      <div className="mt-6 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">{actions}</div>
    </Modal>
  );
}
