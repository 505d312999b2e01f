import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";
import type { FieldValues, Path } from "react-hook-form";
import { classNames, INPUT_CLASS } from "#web/lib/class-names.ts";
import { FieldFrame, type FieldProps, useField } from "./text-field.tsx";

/** The browser's select in the style of our inputs. `className` applies to the frame. */
export function SelectInput({ className, children, ...rest }: ComponentProps<"select">) {
  return (
    <div className={classNames("relative", className)}>
      <select className={classNames(INPUT_CLASS, "appearance-none truncate pr-9")} {...rest}>
        {children}
      </select>
      <ChevronDown
        aria-hidden="true"
        strokeWidth={1.5}
        className="pointer-events-none absolute inset-y-0 right-3 my-auto size-4 text-ink-faint"
      />
    </div>
  );
}

type SelectFieldProps<Typed extends FieldValues, Name extends Path<Typed>> = FieldProps<Typed, Name> &
  Omit<ComponentProps<"select">, "id" | "form" | "name">;

/** A labelled select with a hint or an error. */
export function SelectField<Typed extends FieldValues, Name extends Path<Typed>>({
  label,
  hint,
  error: given,
  form,
  name,
  rules,
  ...rest
}: SelectFieldProps<Typed, Name>) {
  const { error, input } = useField({ label, hint, error: given, form, name, rules });
  return (
    <FieldFrame label={label} hint={hint} error={error} inputId={input.id}>
      <SelectInput {...rest} {...input} />
    </FieldFrame>
  );
}
