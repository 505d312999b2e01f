import type { FieldError, UseFormRegister } from "react-hook-form";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { Field } from "#web/ui/field.tsx";
import { FIRST_NAME_RULES, LAST_NAME_RULES } from "./sign-rules.ts";

type Named = { firstName: string; lastName: string; hasOneName: boolean };

type NameFieldsProps<Values extends Named> = {
  register: UseFormRegister<Values>;
  hasOneName: boolean;
  errors: { firstName?: FieldError | undefined; lastName?: FieldError | undefined };
};

export function NameFields<Values extends Named>({ register, hasOneName, errors }: NameFieldsProps<Values>) {
  const registerName = register as unknown as UseFormRegister<Named>;
  return (
    <div className="space-y-3">
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-1 xl:grid-cols-2">
        <Field
          label="First name"
          autoComplete="given-name"
          error={errors.firstName?.message}
          {...registerName("firstName", FIRST_NAME_RULES)}
        />
        {hasOneName ? null : (
          <Field
            label="Last name"
            autoComplete="family-name"
            error={errors.lastName?.message}
            {...registerName("lastName", LAST_NAME_RULES)}
          />
        )}
      </div>
      <Checkbox label="I have one name" {...registerName("hasOneName", { deps: "lastName" })} />
    </div>
  );
}
