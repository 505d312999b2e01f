import { useFormContext } from "react-hook-form";
import type { TypedSettings } from "#domain/settings/typed-settings.ts";
import { Field, TextArea } from "#web/ui/field.tsx";
import { SettingsSection } from "./settings-section.tsx";

export function CompanyFields() {
  const { register, formState } = useFormContext<TypedSettings>();
  const { errors } = formState;
  return (
    <SettingsSection
      title="Company"
      text="Who your clients deal with. Documents, mails and PDFs carry this name."
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label="Company name"
          autoComplete="off"
          error={errors.companyName?.message}
          {...register("companyName")}
        />
        <Field
          label="Portal name"
          autoComplete="off"
          error={errors.productName?.message}
          {...register("productName")}
        />
        <Field
          label="Website"
          type="url"
          autoComplete="off"
          error={errors.companySite?.message}
          {...register("companySite")}
        />
        <Field
          label="ABN"
          hint="11 digits"
          inputMode="numeric"
          autoComplete="off"
          error={errors.abn?.message}
          {...register("abn")}
        />
      </div>
      <TextArea
        label="Address"
        hint="As on an envelope. Invoices carry it."
        rows={3}
        error={errors.address?.message}
        {...register("address")}
      />
    </SettingsSection>
  );
}
