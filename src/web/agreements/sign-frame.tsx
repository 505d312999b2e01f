import { type FormEvent, type MouseEvent, type ReactNode, useEffect, useId, useRef } from "react";
import type { UseFormReturn } from "react-hook-form";
import { ExactIn } from "#blocks/exact.tsx";
import type { SignedFor } from "#domain/agreements/signing.ts";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { FIRST_NAME_RULES, LAST_NAME_RULES, wordsOf } from "./sign-rules.ts";
import type { SignFailure } from "./use-sign-form.ts";

export const DOCUMENT_TITLE_ID = "document-title";

type SignFrameProps = {
  signedFor: SignedFor;
  isConfirmed: boolean;
  onConfirm: (isTicked: boolean) => void;
  isReady: boolean;
  isSubmitting: boolean;
  /** The text has changed since the page was opened. */
  isChanged: boolean;
  failure: SignFailure | null;
  onSubmit: (event: FormEvent) => void;
  children: ReactNode;
  /** A step that appears only after the first press of Accept. */
  lastStep?: ReactNode;
};

/** The common part of both forms: fields, declaration, error and the Accept button. */
export function SignFrame({
  signedFor,
  isConfirmed,
  onConfirm,
  isReady,
  isSubmitting,
  isChanged,
  failure,
  onSubmit,
  children,
  lastStep,
}: SignFrameProps) {
  const hintId = useId();
  const { declaration, intent } = wordsOf(signedFor);
  return (
    <form noValidate onSubmit={onSubmit} onMouseDown={preserveFocus} className="mt-4">
      <div className="space-y-4">{children}</div>
      <Checkbox
        className="mt-5 rounded-md bg-sunken px-3 py-3 text-sm touch:py-3"
        label={<ExactIn text={declaration} names={[signedFor.organizationName]} />}
        checked={isConfirmed}
        disabled={isSubmitting}
        onChange={(event) => {
          event.target.focus();
          onConfirm(event.target.checked);
        }}
      />
      <p className="mt-3 text-ink-soft text-sm">
        <ExactIn text={intent} names={[signedFor.organizationName]} />
      </p>
      {lastStep ? <div className="mt-4">{lastStep}</div> : null}
      {isChanged && !isConfirmed ? (
        <InSight>
          <ChangedNotice />
        </InSight>
      ) : null}
      {failure && !(isChanged && failure.isAboutText) ? (
        <InSight key={failure.message}>
          <Notice
            tone="error"
            title={
              failure.isUncertain ? "We couldn't confirm your signature" : "Your signature wasn't stored"
            }
            className="mt-4"
          >
            {failure.message}
          </Notice>
        </InSight>
      ) : null}
      <Button
        type="submit"
        tone="primary"
        size="lg"
        isWide
        className="mt-5"
        disabled={!isReady}
        isBusy={isSubmitting}
        aria-describedby={hintId}
      >
        Accept
      </Button>
      <p id={hintId} className="mt-3 text-pretty text-ink-faint text-sm">
        {isReady
          ? "We store the text as shown here, the time and your internet address with your signature."
          : "Fill in the form and tick the box to accept."}
      </p>
    </form>
  );
}

/** Preserves the focus on a press of the checkbox: a field that is left shows its error, which moves the checkbox. */
function preserveFocus(event: MouseEvent<HTMLFormElement>): void {
  const label = (event.target as Element).closest("label");
  if (label?.control instanceof HTMLInputElement && label.control.type === "checkbox") event.preventDefault();
}

/** Scrolls content that appears outside the visible part of the screen or panel into view. */
function InSight({ children }: { children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    frame.current?.scrollIntoView({ block: "nearest" });
  }, []);
  return <div ref={frame}>{children}</div>;
}

function ChangedNotice() {
  return (
    <Notice
      tone="error"
      title="The text has changed"
      className="mt-4"
      action={
        <Button size="sm" onClick={() => document.getElementById(DOCUMENT_TITLE_ID)?.focus()}>
          Read the new text
        </Button>
      }
    >
      It has changed since you opened it. Nothing was signed, and your entries are still here: please read the
      current document, then tick the box again.
    </Notice>
  );
}

type Named = { firstName: string; lastName: string; hasOneName: boolean };

export function NameFields<Values extends Named>(props: { form: UseFormReturn<Values> }) {
  const form = props.form as unknown as UseFormReturn<Named>;
  return (
    <div className="space-y-3">
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-1 xl:grid-cols-2">
        <TextField
          label="First name"
          autoComplete="given-name"
          form={form}
          name="firstName"
          rules={FIRST_NAME_RULES}
        />
        {form.watch("hasOneName") ? null : (
          <TextField
            label="Last name"
            autoComplete="family-name"
            form={form}
            name="lastName"
            rules={LAST_NAME_RULES}
          />
        )}
      </div>
      <Checkbox label="I have one name" {...form.register("hasOneName", { deps: "lastName" })} />
    </div>
  );
}
