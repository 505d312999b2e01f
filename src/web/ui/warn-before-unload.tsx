import { useEffect } from "react";
import { useLeaving } from "#web/lib/routing/use-leaving.ts";
import { useIsLate } from "../lib/use-delayed.ts";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";

type WarnBeforeUnloadProps = {
  isTyped: boolean;
  /** Whether the current input is being saved. */
  isOnItsWay?: () => boolean;
};

/** How long a save may run before a person who leaves is told that it continues. */
const LATE_MS = 400;

const never = () => false;

/** Confirms before the person leaves the screen, or closes the window, while a form has unsaved input. */
export function WarnBeforeUnload({ isTyped, isOnItsWay = never }: WarnBeforeUnloadProps) {
  return isTyped ? <LeaveConfirmation isOnItsWay={isOnItsWay} /> : null;
}

/** The navigation continues once the form is clean; the question appears once a save has failed. */
function LeaveConfirmation({ isOnItsWay }: { isOnItsWay: () => boolean }) {
  const leaving = useLeaving();
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, []);
  if (leaving === null) return null;
  const isSaving = isOnItsWay();
  // Another question is another dialog: no button changes its meaning under a finger.
  return (
    <DiscardDialog
      key={String(isSaving)}
      isOpen
      isSaving={isSaving}
      onStore={leaving.stay}
      onDiscard={leaving.leave}
    />
  );
}

type DiscardDialogProps = {
  isOpen: boolean;
  isSaving?: boolean;
  onStore: () => void;
  onDiscard: () => void;
};

export function DiscardDialog({ isOpen, isSaving = false, onStore, onDiscard }: DiscardDialogProps) {
  const isDue = useIsLate(isSaving ? LATE_MS : 0);
  return (
    <Dialog
      isOpen={isOpen && isDue}
      isSudden={isSaving}
      onClose={onStore}
      title={isSaving ? "Still saving" : "Discard what you typed?"}
      description={
        isSaving
          ? "You'll leave as soon as it's saved. If you leave now, you may lose it."
          : "It hasn't been saved."
      }
      actions={
        <>
          <Button onClick={onStore}>Keep editing</Button>
          <Button tone="danger" onClick={onDiscard}>
            {isSaving ? "Leave now" : "Discard"}
          </Button>
        </>
      }
    />
  );
}
