import { useEffect, useEffectEvent } from "react";
import { useLeaving } from "#web/lib/routing/use-leaving.ts";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";

type KeepTypedProps = {
  isTyped: boolean;
  /** Whether the text is safe all the same, at the time when they leave. */
  mayLeave?: () => boolean;
};

const never = () => false;

/** Asks before the person leaves the screen, or closes the window, while a form holds text that is not saved. */
export function KeepTyped({ isTyped, mayLeave = never }: KeepTypedProps) {
  return isTyped ? <Keeping mayLeave={mayLeave} /> : null;
}

function Keeping({ mayLeave }: { mayLeave: () => boolean }) {
  const leaving = useLeaving(mayLeave);
  const askUnless = useEffectEvent((event: BeforeUnloadEvent) => {
    if (!mayLeave()) event.preventDefault();
  });
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => askUnless(event);
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
