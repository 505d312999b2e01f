import { EMAIL_FIELD } from "#web/security/sign-in-fields.ts";
import { TextField } from "#web/ui/text-field.tsx";
import type { StepFieldProps } from "./use-step-form.ts";

export function EmailField(field: StepFieldProps & { readOnly?: boolean; className?: string }) {
  return <TextField {...EMAIL_FIELD} autoComplete="username" {...field} />;
}

export function NewPasswordField({ label, ...field }: StepFieldProps & { label: string }) {
  return (
    <TextField
      type="password"
      label={label}
      autoComplete="new-password"
      hint="At least 8 characters"
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
