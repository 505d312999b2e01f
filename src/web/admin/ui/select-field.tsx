import { type ComponentProps, type ReactNode, useId } from "react";
import { SelectInput } from "#web/ui/select-input.tsx";

type SelectFieldProps = Omit<ComponentProps<typeof SelectInput>, "id"> & {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
};

/** A labelled select with a hint or an error. Takes the result of react-hook-form's `register`. */
export function SelectField({ label, hint, error, children, ...rest }: SelectFieldProps) {
  const selectId = useId();
  const note = error ?? hint;
  return (
    <div>
      <label htmlFor={selectId} className="mb-1.5 block font-medium text-sm">
        {label}
      </label>
      <SelectInput
        id={selectId}
        aria-invalid={error ? true : undefined}
        aria-describedby={note ? `${selectId}-note` : undefined}
        {...rest}
      >
        {children}
      </SelectInput>
      {note ? (
        <p
          id={`${selectId}-note`}
          className={error ? "mt-1.5 text-red-ink text-sm" : "mt-1.5 text-ink-faint text-sm"}
        >
          {note}
        </p>
      ) : null}
    </div>
  );
}
