import { Eye, EyeOff } from "lucide-react";
import { type ComponentProps, type ReactNode, useId, useState } from "react";
// By type alone: the sign-in loads no library for forms.
import type { FieldValues, Path, RegisterOptions, UseFormReturn } from "react-hook-form";
import { classNames, INPUT_CLASS } from "#web/lib/class-names.ts";

/** The label and hint of an input, and the form field whose value it shows. Without a form, props set the value. */
export type FieldProps<Typed extends FieldValues, Name extends Path<Typed>> = {
  label: ReactNode;
  hint?: ReactNode;
  /** Replaces the error that the form has; null hides it. */
  error?: string | null | undefined;
  form?: Pick<UseFormReturn<Typed>, "register" | "getFieldState" | "formState"> | undefined;
  name?: Name;
  rules?: RegisterOptions<Typed, Name>;
};

/** The error of a field, and what connects its input with the form and the frame. */
export function useField<Typed extends FieldValues, Name extends Path<Typed>>(
  props: FieldProps<Typed, Name>,
) {
  const { hint, error: given, form, name, rules } = props;
  const id = useId();
  const isInForm = form !== undefined && name !== undefined;
  const error =
    given === undefined && isInForm ? form.getFieldState(name, form.formState).error?.message : given;
  return {
    error,
    input: {
      ...(isInForm ? form.register(name, rules) : name !== undefined && { name }),
      id,
      "aria-invalid": error ? true : undefined,
      "aria-describedby": hint || error ? `${id}-note` : undefined,
    },
  };
}

type FieldFrameProps = Pick<FieldProps<FieldValues, string>, "label" | "hint" | "error"> & {
  inputId: string;
  children: ReactNode;
};

export function FieldFrame({ label, hint, error, inputId, children }: FieldFrameProps) {
  return (
    <div>
      <label htmlFor={inputId} className="mb-1.5 block font-medium text-sm">
        {label}
      </label>
      {children}
      {error || hint ? (
        <p
          id={`${inputId}-note`}
          className={error ? "mt-1.5 text-red-ink text-sm" : "mt-1.5 text-ink-faint text-sm"}
        >
          {error || hint}
        </p>
      ) : null}
    </div>
  );
}

type TextFieldProps<Typed extends FieldValues, Name extends Path<Typed>> = FieldProps<Typed, Name> &
  Omit<ComponentProps<"input">, "id" | "form" | "name"> & {
    /** A text area; `rows` is its height. */
    isLong?: boolean;
    rows?: number;
  };

/** A labelled text, text area or password, which its owner can make visible. */
export function TextField<Typed extends FieldValues, Name extends Path<Typed>>({
  label,
  hint,
  error: given,
  form,
  name,
  rules,
  isLong = false,
  className,
  ...rest
}: TextFieldProps<Typed, Name>) {
  const { error, input } = useField({ label, hint, error: given, form, name, rules });
  const shared = { dir: "auto", autoComplete: form && "off", ...rest, ...input } as const;
  return (
    <FieldFrame label={label} hint={hint} error={error} inputId={input.id}>
      {isLong ? (
        <textarea
          {...(shared as ComponentProps<"textarea">)}
          className={classNames(
            INPUT_CLASS,
            "h-auto min-h-24 overscroll-contain resize-y py-2 touch:h-auto",
            className,
          )}
        />
      ) : rest.type === "password" ? (
        <Password {...shared} className={classNames(INPUT_CLASS, "pr-12", className)} />
      ) : (
        <input {...shared} className={classNames(INPUT_CLASS, className)} />
      )}
    </FieldFrame>
  );
}

function Password(props: ComponentProps<"input">) {
  const [isShown, setIsShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <div className="relative">
      <input {...props} type={isShown ? "text" : "password"} />
      <button
        type="button"
        aria-label={isShown ? "Hide password" : "Show password"}
        aria-controls={props.id}
        className="absolute inset-y-0 right-0 flex w-11 items-center justify-center rounded-md text-ink-faint hover:text-ink"
        onClick={() => setIsShown(!isShown)}
      >
        <Icon aria-hidden="true" strokeWidth={1.5} className="size-[18px]" />
      </button>
    </div>
  );
}
