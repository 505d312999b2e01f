import { type FormEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from "react";
import { explainFailure, explainFormFailure } from "#web/lib/call.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { DiscardDialog, KeepTyped } from "#web/ui/keep-typed.tsx";
import { Notice } from "#web/ui/notice.tsx";

type FormDialogProps = {
  title: string;
  description?: string;
  /** The label of the button that submits. */
  action: string;
  tone?: "primary" | "danger";
  isDisabled?: boolean;
  /** Leads back without a change; left out, "Cancel" closes. */
  back?: { label: string; onPress: () => void };
  /** A further button, before the one that submits. */
  other?: { label: string; onPress: () => void } | null;
  /** What a failure left undone. */
  failureTitle?: string;
  /** Closes the dialog when it has done its work. If it throws, the dialog stays open and shows why. */
  onSubmit: () => Promise<unknown>;
  onClose: () => void;
  /** The fields; left out, the dialog only asks for a confirmation. */
  children?: ReactNode;
};

/** Thrown by `onSubmit` to be shown in its own words. */
export class FormProblem extends Error {}

/** A dialog that changes something. It keeps what was typed if that fails, and asks before that is discarded. */
export function FormDialog({ action, tone = "primary", back, other, children, ...rest }: FormDialogProps) {
  const { title, description, isDisabled, failureTitle, onSubmit, onClose } = rest;
  const formId = useId();
  const formRef = useRef<HTMLFormElement>(null);
  const untouched = useRef("");
  const [isTyped, setIsTyped] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const [isSaving, setIsSaving] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  useLayoutEffect(() => {
    untouched.current = textIn(formRef.current);
  }, []);

  async function submit(event?: FormEvent) {
    event?.preventDefault();
    setIsSaving(true);
    setFailure(null);
    try {
      await onSubmit();
    } catch (error) {
      if (error instanceof FormProblem) setFailure(error.message);
      else setFailure(isTyped ? explainFormFailure(error) : explainFailure(error));
    }
    setIsSaving(false);
  }

  const close = () => (isTyped ? setIsAsking(true) : onClose());
  const isForm = children !== undefined && children !== null;
  const notice = failure ? (
    <Notice tone="error" title={failureTitle}>
      {failure}
    </Notice>
  ) : null;
  return (
    <>
      <Dialog
        isOpen
        onClose={close}
        isLocked={isSaving}
        title={title}
        description={description}
        actions={
          <>
            <Button onClick={back?.onPress ?? close} disabled={isSaving}>
              {back?.label ?? "Cancel"}
            </Button>
            {other ? (
              <Button tone="quiet" disabled={isSaving} onClick={other.onPress}>
                {other.label}
              </Button>
            ) : null}
            <Button
              tone={tone}
              disabled={isDisabled}
              isBusy={isSaving}
              {...(isForm ? { type: "submit", form: formId } : { onClick: () => void submit() })}
            >
              {action}
            </Button>
          </>
        }
      >
        {isForm ? (
          <form
            ref={formRef}
            id={formId}
            noValidate
            className="space-y-4"
            onInput={() => setIsTyped(textIn(formRef.current) !== untouched.current)}
            onSubmit={(event) => void submit(event)}
          >
            {notice}
            {children}
          </form>
        ) : (
          notice
        )}
      </Dialog>
      <DiscardDialog isOpen={isAsking} onKeep={() => setIsAsking(false)} onDiscard={onClose} />
      <KeepTyped isTyped={isTyped && !isSaving} />
    </>
  );
}

/** What the fields hold that is typed, not chosen. */
function textIn(form: HTMLFormElement | null): string {
  const fields = form?.querySelectorAll<HTMLInputElement>(
    "textarea, input:not([type=radio], [type=checkbox])",
  );
  return [...(fields ?? [])].flatMap(({ value }) => (value === "" ? [] : [value])).join("\n");
}
