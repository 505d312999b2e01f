import { type ReactNode, useId, useState } from "react";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { FormFailure, LeaveGuard, type OpenForm, useRecordForm } from "./record-form.tsx";
import { DiscardDialog } from "./warn-before-unload.tsx";

type DialogProps = {
  title: ReactNode;
  description?: ReactNode;
  /** The label of the button that submits. */
  action: string;
  tone?: "primary" | "danger";
  isDisabled?: boolean | undefined;
  /** Leads back without a change; left out, "Cancel" closes. */
  back?: { label: string; onPress: () => void } | undefined;
  /** A further button, before the one that submits. */
  other?: { label: string; onPress: () => void } | null | undefined;
  /** What a failure left undone. */
  failureTitle?: string;
  /** Room for more than a question. */
  isWide?: boolean;
  onClose: () => void;
  /** The fields; without them the dialog is only a confirmation. */
  children?: ReactNode;
};

type FormDialogProps = DialogProps & { form: OpenForm };

/** A dialog around a form. It preserves what was typed if that fails, and asks before that is discarded. */
export function FormDialog({
  form,
  action,
  tone = "primary",
  back,
  other,
  children,
  ...rest
}: FormDialogProps) {
  const { title, description, isDisabled, failureTitle, isWide = false, onClose } = rest;
  const formId = useId();
  const [isConfirming, setIsConfirming] = useState(false);
  const close = () => (form.isDirty ? setIsConfirming(true) : onClose());
  const hasForm = children !== undefined && children !== null;
  const failure = form.failure ? (
    <FormFailure title={failureTitle} refusal={form.refusal}>
      {form.failure}
    </FormFailure>
  ) : null;
  return (
    <>
      <Dialog
        isOpen
        onClose={close}
        isLocked={form.isBusy}
        isWide={isWide}
        title={title}
        description={description}
        actions={
          <>
            <Button onClick={back?.onPress ?? close} disabled={form.isBusy}>
              {back?.label ?? "Cancel"}
            </Button>
            {other ? (
              <Button tone="quiet" disabled={form.isBusy} onClick={other.onPress}>
                {other.label}
              </Button>
            ) : null}
            <Button
              tone={tone}
              disabled={isDisabled}
              isBusy={form.isBusy}
              {...(hasForm ? { type: "submit", form: formId } : { onClick: () => form.submit() })}
            >
              {action}
            </Button>
          </>
        }
      >
        {hasForm ? (
          <form id={formId} noValidate className="space-y-4" onSubmit={form.submit}>
            {failure}
            {children}
          </form>
        ) : (
          failure
        )}
      </Dialog>
      <DiscardDialog isOpen={isConfirming} onStore={() => setIsConfirming(false)} onDiscard={onClose} />
      <LeaveGuard form={form} />
    </>
  );
}

const NOTHING = {};

/** A FormDialog in which nothing is typed. It closes when it has done its work, and shows why if that throws. */
export function ConfirmDialog({ onSubmit, ...rest }: DialogProps & { onSubmit: () => Promise<void> }) {
  const form = useRecordForm({ values: NOTHING, save: onSubmit });
  return <FormDialog {...rest} form={form} />;
}

type DeleteDialogProps = {
  isOpen: boolean;
  item: string;
  note?: string | undefined;
  /** Throws if the item was not deleted: the dialog stays open and shows why. */
  onDelete: () => Promise<void>;
  onClose: () => void;
};

/** Asks for confirmation before something is deleted (spec 1 section 2). */
export function DeleteDialog({ isOpen, item, note, onDelete, onClose }: DeleteDialogProps) {
  if (!isOpen) return null;
  return (
    <ConfirmDialog
      title={`Delete "${item}"?`}
      description={`Are you sure you want to delete ${item}?`}
      action="Delete"
      tone="danger"
      onSubmit={async () => {
        await onDelete();
        onClose();
      }}
      onClose={onClose}
    >
      {note ? <p className="text-ink-soft">{note}</p> : null}
    </ConfirmDialog>
  );
}
