import type { UseFormReturn } from "react-hook-form";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { FIRST_NAME_RULES, LAST_NAME_RULES } from "./sign-rules.ts";

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
