import type { FieldError, UseFormRegister } from "react-hook-form";
import { Field } from "#web/ui/field.tsx";
import { FIRST_NAME_RULES, LAST_NAME_RULES } from "./sign-rules.ts";

type Named = { firstName: string; lastName: string };

type NameFieldsProps<Values extends Named> = {
  register: UseFormRegister<Values>;
  errors: { firstName?: FieldError | undefined; lastName?: FieldError | undefined };
};

export function NameFields<Values extends Named>({ register, errors }: NameFieldsProps<Values>) {
  const registerName = register as unknown as UseFormRegister<Named>;
  return (
    <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-1 xl:grid-cols-2">
      <Field
        label="First name"
        autoComplete="given-name"
        error={errors.firstName?.message}
        {...registerName("firstName", FIRST_NAME_RULES)}
      />
      <Field
        label="Last name"
        autoComplete="family-name"
        error={errors.lastName?.message}
        {...registerName("lastName", LAST_NAME_RULES)}
      />
    </div>
  );
}
