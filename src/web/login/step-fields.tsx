import { TextField } from "#web/ui/text-field.tsx";
import type { StepFieldProps } from "./use-step-form.ts";

export function EmailField(field: StepFieldProps & { readOnly?: boolean; className?: string }) {
  return (
    <TextField
      label="Email"
      type="email"
      autoComplete="username"
      inputMode="email"
      autoCapitalize="none"
      spellCheck={false}
      {...field}
    />
  );
}

/** The field for a mailed code, or one of an authenticator app or a backup code. Some have letters. */
export function CodeField(field: StepFieldProps) {
  return (
    <TextField
      label="Code"
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      className="tracking-[0.1em]"
      {...field}
    />
  );
}

/** The fields for a person's name. */
export function NameFields({ firstName, lastName }: { firstName: StepFieldProps; lastName: StepFieldProps }) {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <TextField label="First name" autoComplete="given-name" {...firstName} />
      <TextField
        label="Last name"
        autoComplete="family-name"
        hint="Leave empty if you have one name"
        {...lastName}
      />
    </div>
  );
}
