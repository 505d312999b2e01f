import { type ReactNode, type SyntheticEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import { type DefaultValues, type FieldValues, type Resolver, useForm } from "react-hook-form";
import { UNNAMED_COMPANY } from "#domain/settings/unnamed-company.ts";
import { ApiError } from "#web/lib/api-error.ts";
import { explainFailure, explainFormFailure } from "#web/lib/call.ts";
import { beginSave, isAsSent, isUnanswered } from "./begin-save.ts";
import { ButtonLink } from "./button.tsx";
import { Notice } from "./notice.tsx";
import { WarnBeforeUnload } from "./warn-before-unload.tsx";

/** Thrown by `save` to be shown in its own words. */
export class FormProblem extends Error {}

/** A record as the server has it now. */
export type Saved<Typed> = { values: Typed; recordVersion?: number | undefined };

export type FormOptions<Typed extends FieldValues, Entered> = Saved<Typed> & {
  /** Validates the input; left out, the fields have rules. */
  resolver?: Resolver<Typed, unknown, Entered>;
  /** Whether the form remains open once it is saved. It then shows what others save, while nothing is typed. */
  staysOpen?: boolean;
  /** Whether leaving with unsaved input needs a confirmation. */
  hasGuard?: boolean;
  /**
   * Gets the version and the values of the record that the person has read. If it throws, everything typed stays. A
   * form that stays open returns what was saved.
   */
  // biome-ignore lint/suspicious/noConfusingVoidType: A form that closes returns nothing.
  save: (entered: Entered, recordVersion: number, read: Typed) => Promise<Saved<Typed> | undefined | void>;
  /** Called after a save with whether the form still shows what was sent. */
  onSaved?: (isAsSent: boolean, sent: Typed) => void;
  /** Explains a failure; an empty text shows none. `read` are the values before anything was typed. */
  explain?: (error: unknown, read: Typed) => string | null | undefined;
};

/** A form of one record: the one source of whether it is typed in, busy or failed. */
export function useRecordForm<Typed extends FieldValues, Entered = Typed>(
  options: FormOptions<Typed, Entered>,
) {
  const {
    values,
    recordVersion,
    resolver,
    staysOpen = false,
    hasGuard = true,
    save,
    onSaved,
    explain,
  } = options;
  const form = useForm<Typed, unknown, Entered>({
    mode: "onTouched",
    shouldFocusError: false,
    defaultValues: values as DefaultValues<Typed>,
    ...(resolver && { resolver }),
  });
  const [failure, setFailure] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<unknown>(null);
  const version = useRef(recordVersion);
  useEffect(() => withholdHeldEnter(window), []);
  const { isDirty, isSubmitting } = form.formState;

  const follow = useEffectEvent((text: string) => {
    version.current = recordVersion;
    if (JSON.stringify(form.getValues()) !== text) form.reset(values);
  });
  const text = JSON.stringify(values);
  const isFollowing = staysOpen && !isDirty && !isSubmitting;
  // biome-ignore lint/correctness/useExhaustiveDependencies: A record may get its earlier values back in a later version.
  useEffect(() => {
    if (isFollowing) follow(text);
  }, [isFollowing, text, recordVersion]);

  async function send(entered: Entered): Promise<void> {
    setFailure(null);
    const sent = form.getValues();
    const read = form.formState.defaultValues as Typed;
    const applySaved = beginSave(form);
    try {
      const saved = await save(entered, version.current ?? 0, read);
      if (!saved) return;
      version.current = saved.recordVersion;
      const isShown = applySaved(saved.values as DefaultValues<Typed>);
      onSaved?.(isShown, sent);
    } catch (error) {
      // The next save replaces what a colleague has saved.
      version.current = currentVersion(error) ?? version.current;
      const explained = error instanceof FormProblem ? error.message : explain?.(error, read);
      setRefusal(error instanceof ApiError ? error.details.reason : null);
      setFailure(explained ?? (isDirty ? explainFormFailure : explainFailure)(error));
    }
  }

  return {
    ...form,
    failure,
    /** The reason that the server named for the failure. */
    refusal,
    isDirty,
    isBusy: isSubmitting,
    staysOpen,
    hasGuard,
    submit(event?: SyntheticEvent<HTMLFormElement>): void {
      const element = event?.currentTarget;
      void form.handleSubmit(send, () => element && focusFirstWrong(element))(event);
    },
    discard(): void {
      setFailure(null);
      form.reset();
    },
  };
}

export type RecordForm<Typed extends FieldValues, Entered = Typed> = ReturnType<
  typeof useRecordForm<Typed, Entered>
>;

/** Whether a change was refused because a colleague has changed the record since it was read. */
export function isConflict(error: unknown): error is ApiError {
  return error instanceof ApiError && error.details.reason === "changed-meanwhile";
}

/** The version that a record has by now, if that is why a change was refused. */
function currentVersion(error: unknown): number | undefined {
  const version = isConflict(error) ? error.details.recordVersion : undefined;
  return typeof version === "number" ? version : undefined;
}

/** Lets Enter submit once however long it is held: the next save would replace what a colleague has saved, unread. */
function withholdHeldEnter(target: Window): () => void {
  const withhold = (event: KeyboardEvent) => {
    const isSubmitting = event.target instanceof Element && event.target.matches("input, [type=submit]");
    if (event.key === "Enter" && event.repeat && isSubmitting) event.preventDefault();
  };
  target.addEventListener("keydown", withhold, true);
  return () => target.removeEventListener("keydown", withhold, true);
}

/** Focuses the first wrong field in the order of the screen. The form library would pass combo boxes over. */
function focusFirstWrong(form: HTMLFormElement): void {
  requestAnimationFrame(() => form.querySelector<HTMLElement>("[aria-invalid=true]")?.focus());
}

/** What a frame of a form needs of it, whatever its fields. */
export type OpenForm = Pick<
  RecordForm<FieldValues>,
  "failure" | "refusal" | "isDirty" | "isBusy" | "staysOpen" | "hasGuard" | "submit"
> & {
  control: object;
  getValues: () => unknown;
};

type FormProps = {
  form: OpenForm;
  /** What a failure left undone. */
  failureTitle?: string | undefined;
  className?: string;
  children: ReactNode;
};

/** The element of a form, with its failure and its guard against losing unsaved input. */
export function RecordForm({ form, failureTitle, className = "space-y-5", children }: FormProps) {
  return (
    <form noValidate className={className} onSubmit={form.submit}>
      <LeaveGuard form={form} />
      <FormFailure title={failureTitle} refusal={form.refusal}>
        {form.failure}
      </FormFailure>
      {children}
    </form>
  );
}

type FormFailureProps = { title?: string | undefined; refusal?: unknown; children: string | null };

export function FormFailure({ title, refusal, children }: FormFailureProps) {
  if (!children) return null;
  const action =
    refusal === UNNAMED_COMPANY ? (
      <ButtonLink size="sm" to="/settings">
        Open Settings
      </ButtonLink>
    ) : undefined;
  return (
    <Notice tone="error" title={title} action={action}>
      {children}
    </Notice>
  );
}

/** Confirms before unsaved input is lost. Leaving an open form during a save waits until it has succeeded. */
export function LeaveGuard({ form }: { form: OpenForm }) {
  const { isDirty, isBusy, staysOpen, hasGuard } = form;
  if (!hasGuard) return null;
  if (!staysOpen) return <WarnBeforeUnload isTyped={isDirty && !isBusy} />;
  return (
    <WarnBeforeUnload
      // While a save is under way, typing back to the text of before is a change too.
      isTyped={isDirty || (isBusy && isUnanswered(form))}
      isOnItsWay={() => isBusy && isAsSent(form)}
    />
  );
}
