import { useEffect } from "react";
import { useLeaving } from "#web/lib/routing/use-leaving.ts";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";

/** Asks before the person leaves the screen, or closes the window, while a form holds text that is not saved. */
export function KeepTyped({ isTyped }: { isTyped: boolean }) {
  return isTyped ? <Keeping /> : null;
}

function Keeping() {
  const leaving = useLeaving();
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, []);
  return (
    <DiscardDialog
      isOpen={leaving !== null}
      onKeep={() => leaving?.stay()}
      onDiscard={() => leaving?.leave()}
    />
  );
}

type DiscardDialogProps = { isOpen: boolean; onKeep: () => void; onDiscard: () => void };

/** Asks whether typed text may be lost. */
export function DiscardDialog({ isOpen, onKeep, onDiscard }: DiscardDialogProps) {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onKeep}
      title="Discard what you typed?"
      description="It has not been saved."
      actions={
        <>
          <Button onClick={onKeep}>Keep editing</Button>
          <Button tone="danger" onClick={onDiscard}>
            Discard
          </Button>
        </>
      }
    />
  );
}
