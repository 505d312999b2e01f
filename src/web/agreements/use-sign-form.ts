import { useState } from "react";
import { type DefaultValues, type FieldValues, type Path, useForm } from "react-hook-form";
import { ApiError, isUnanswered, warningOf } from "#web/lib/api-error.ts";
import { explainFormFailure } from "#web/lib/call.ts";
import type { SeenDocument } from "./use-seen-document.ts";

/** The signer, and the email that receives the copy. */
export type Signed = {
  name: string;
  email: string;
  /** Whether they may have signed the same text before: a visitor who has not proved their email. */
  mayBeRepeat: boolean;
  /** When the visitor, whose email is proved, signed this text before; null: not known, or not before. */
  alreadySignedAt: string | null;
};

/** A failure as a sentence, whether another part of the screen already shows it, and whether it may be signed all the same. */
export type SignFailure = { message: string; isAboutText: boolean; isUncertain: boolean };

/** A form under a general document. A changed text clears its checkbox; typed text stays after every failure. */
export function useSignForm<Values extends FieldValues>(
  { document, refetch }: SeenDocument,
  defaultValues: DefaultValues<Values>,
  /** `warning` is one that the form has shown. */
  send: (values: Values, warning: string | undefined) => Promise<void>,
) {
  const form = useForm<Values>({ mode: "onTouched", defaultValues });
  const [failure, setFailure] = useState<SignFailure | null>(null);
  const [warning, setWarning] = useState<string>();
  const [confirmedHash, setConfirmedHash] = useState<string | null>(null);
  const { isValid, isDirty, isSubmitting } = form.formState;
  const isConfirmed = confirmedHash === document.contentHash;

  const submit = form.handleSubmit(async (values) => {
    if (isConfirmed) await attempt(() => send(values, warning));
  });

  /** Runs an action of the form and shows its failure. */
  async function attempt(act: () => Promise<void>): Promise<void> {
    setFailure(null);
    try {
      await act();
    } catch (error) {
      setWarning((before) => warningOf(error) ?? before);
      const isAboutText = reasonOf(error) === "content-changed";
      if (isAboutText) setConfirmedHash(null);
      if (isAboutText || reasonOf(error) === "retired") await refetch().catch(() => undefined);
      const isUncertain = !(error instanceof ApiError) || isUnanswered(error);
      setFailure({ message: explainFormFailure(error), isAboutText, isUncertain });
      pointOut(error);
    }
  }

  /** Shows the server's message about a field beside that field. */
  function pointOut(error: unknown): void {
    for (const { path, message } of issuesOf(error)) {
      const name = path.replace(/^\//, "") as Path<Values>;
      if (name in form.getValues()) form.setError(name, { message });
    }
  }

  return {
    form,
    failure,
    isConfirmed,
    isSubmitting,
    isTyped: isDirty && !isSubmitting,
    isReady: isValid && isConfirmed,
    onConfirm: (isTicked: boolean) => setConfirmedHash(isTicked ? document.contentHash : null),
    attempt,
    onSubmit: (event: React.FormEvent) => void submit(event),
  };
}

/** The name that the server gives to the reason of a refusal. */
export function reasonOf(error: unknown): unknown {
  return error instanceof ApiError ? error.details.reason : undefined;
}

type Issue = { path: string; message: string };

function issuesOf(error: unknown): Issue[] {
  const issues = error instanceof ApiError ? error.details.issues : undefined;
  return Array.isArray(issues) ? (issues as Issue[]) : [];
}
