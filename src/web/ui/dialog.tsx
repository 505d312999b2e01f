import { Dialog as BaseDialog } from "@base-ui/react/dialog";
import type { ReactNode } from "react";

type DialogProps = {
  isOpen: boolean;
  onClose: () => void;
  title: ReactNode;
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons: the way back first, the action last. */
  actions: ReactNode;
  /** While something is being saved, Escape and a click beside it do not close. */
  isLocked?: boolean;
};

/** A dialog that traps and returns focus; on a phone it rises from the bottom, where the thumb is. */
export function Dialog({ isOpen, onClose, title, description, children, actions, isLocked }: DialogProps) {
  return (
    <BaseDialog.Root
      open={isOpen}
      onOpenChange={(open) => {
        if (!open && !isLocked) onClose();
      }}
    >
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className="fixed inset-0 z-40 bg-scrim transition-opacity duration-(--calm) data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <BaseDialog.Popup
          className={
            "fixed inset-x-0 bottom-0 z-50 flex max-h-[92dvh] flex-col overflow-y-auto rounded-t-[14px] border border-line bg-raised p-5 shadow-float outline-none " +
            "[--safe-bottom-min:1.25rem] safe-bottom transition-[opacity,transform] duration-(--calm) ease-(--ease) " +
            "data-ending-style:translate-y-6 data-ending-style:opacity-0 data-starting-style:translate-y-6 data-starting-style:opacity-0 " +
            "sm:inset-x-auto sm:top-1/2 sm:bottom-auto sm:left-1/2 sm:w-[min(30rem,calc(100vw-2rem))] sm:-translate-x-1/2 sm:-translate-y-1/2 sm:rounded-[12px] sm:p-6 " +
            "sm:data-ending-style:-translate-y-[calc(50%-8px)] sm:data-starting-style:-translate-y-[calc(50%-8px)]"
          }
        >
          <BaseDialog.Title className="text-balance font-semibold font-text text-xl">
            {title}
          </BaseDialog.Title>
          {description ? (
            <BaseDialog.Description className="mt-2 text-pretty text-ink-soft">
              {description}
            </BaseDialog.Description>
          ) : null}
          {children ? <div className="mt-4">{children}</div> : null}
          <div className="mt-6 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">{actions}</div>
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}
