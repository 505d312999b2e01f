import { useState } from "react";
import { explainFailure } from "#web/lib/call.ts";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { Notice } from "./notice.tsx";

type DeleteDialogProps = {
  isOpen: boolean;
  /** The name of the item to delete. */
  item: string;
  /** A further note for the person. */
  note?: string | undefined;
  /** Throws if the item was not deleted: the dialog stays open and shows why. */
  onDelete: () => Promise<void>;
  onClose: () => void;
};

/** Asks for confirmation before something is deleted (spec 1 section 2). */
export function DeleteDialog({ isOpen, item, note, onDelete, onClose }: DeleteDialogProps) {
  const [isDeleting, setIsDeleting] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  async function confirm() {
    setIsDeleting(true);
    setFailure(null);
    try {
      await onDelete();
      onClose();
    } catch (error) {
      setFailure(explainFailure(error));
    } finally {
      setIsDeleting(false);
    }
  }

  function close() {
    setFailure(null);
    onClose();
  }

  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      isLocked={isDeleting}
      title={`Delete "${item}"?`}
      description={`Are you sure you want to delete ${item}?`}
      actions={
        <>
          <Button onClick={close} disabled={isDeleting}>
            Cancel
          </Button>
          <Button tone="danger" onClick={() => void confirm()} isBusy={isDeleting}>
            Delete
          </Button>
        </>
      }
    >
      {failure ? (
        <Notice tone="error">{failure}</Notice>
      ) : note ? (
        <p className="text-ink-soft">{note}</p>
      ) : null}
    </Dialog>
  );
}
