import { useFormContext } from "react-hook-form";
import type { TypedSettings } from "#domain/settings/typed-settings.ts";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { Field } from "#web/ui/field.tsx";
import { SettingsSection } from "./settings-section.tsx";

export function GstFields() {
  const { register, formState } = useFormContext<TypedSettings>();
  return (
    <SettingsSection
      title="GST"
      text="A change reaches drafts and new invoices. What was sent, accepted or invoiced keeps its own rate."
    >
      <Checkbox label="Registered for GST: prices add it" {...register("isGstRegistered")} />
      <Field
        label="Rate in percent"
        inputMode="decimal"
        autoComplete="off"
        className="max-w-32"
        error={formState.errors.gstPercent?.message}
        {...register("gstPercent")}
      />
    </SettingsSection>
  );
}
