import { Eye, EyeOff } from "lucide-react";
import { type ComponentProps, type ReactNode, useId, useState } from "react";
import { classNames } from "#web/lib/class-names.ts";
import { INPUT_CLASS } from "./input-class.ts";

type FieldFrameProps = {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  inputId: string;
  children: ReactNode;
};

function FieldFrame({ label, hint, error, inputId, children }: FieldFrameProps) {
  return (
    <div>
      <label htmlFor={inputId} className="mb-1.5 block font-medium text-sm">
        {label}
      </label>
      {children}
      {hint && !error ? (
        <p id={`${inputId}-note`} className="mt-1.5 text-ink-faint text-sm">
          {hint}
        </p>
      ) : null}
      {error ? (
        <p id={`${inputId}-note`} className="mt-1.5 text-red-ink text-sm">
          {error}
        </p>
      ) : null}
    </div>
  );
}

type FieldProps = Omit<ComponentProps<"input">, "id"> & {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
};

/** A labelled input with a hint or an error. Takes what a form gives its fields. */
export function Field({ label, hint, error, className, ...rest }: FieldProps) {
  const inputId = useId();
  return (
    <FieldFrame label={label} hint={hint} error={error} inputId={inputId}>
      <input
        dir="auto"
        id={inputId}
        aria-invalid={error ? true : undefined}
        aria-describedby={hint || error ? `${inputId}-note` : undefined}
        className={classNames(INPUT_CLASS, className)}
        {...rest}
      />
    </FieldFrame>
  );
}

type TextAreaProps = Omit<ComponentProps<"textarea">, "id"> & {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
};

/** A labelled text area. */
export function TextArea({ label, hint, error, className, ...rest }: TextAreaProps) {
  const inputId = useId();
  return (
    <FieldFrame label={label} hint={hint} error={error} inputId={inputId}>
      <textarea
        dir="auto"
        id={inputId}
        aria-invalid={error ? true : undefined}
        aria-describedby={hint || error ? `${inputId}-note` : undefined}
        className={classNames(
          INPUT_CLASS,
          "h-auto min-h-24 overscroll-contain resize-y py-2 touch:h-auto",
          className,
        )}
        {...rest}
      />
    </FieldFrame>
  );
}

/** A password that its owner can make visible. */
export function PasswordField({ label, hint, error, className, ...rest }: FieldProps) {
  const inputId = useId();
  const [isShown, setIsShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <FieldFrame label={label} hint={hint} error={error} inputId={inputId}>
      <div className="relative">
        <input
          id={inputId}
          aria-invalid={error ? true : undefined}
          aria-describedby={hint || error ? `${inputId}-note` : undefined}
          className={classNames(INPUT_CLASS, "pr-12", className)}
          {...rest}
          type={isShown ? "text" : "password"}
        />
        <button
          type="button"
          aria-label={isShown ? "Hide password" : "Show password"}
          aria-controls={inputId}
          className="absolute inset-y-0 right-0 flex w-11 items-center justify-center rounded-md text-ink-faint hover:text-ink"
          onClick={() => setIsShown(!isShown)}
        >
          <Icon aria-hidden="true" strokeWidth={1.5} className="size-[18px]" />
        </button>
      </div>
    </FieldFrame>
  );
}
