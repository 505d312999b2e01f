import { useFormContext, useWatch } from "react-hook-form";
import { formatNumber } from "#domain/settings/numbering.ts";
import type { TypedSettings } from "#domain/settings/typed-settings.ts";
import { Field } from "#web/ui/field.tsx";
import { SettingsSection } from "./settings-section.tsx";

export function NumberFields() {
  return (
    <SettingsSection
      title="Numbers"
      text="New documents and invoices are numbered one after the other, without a gap."
    >
      <NumberingFields name="documentNumbers" legend="Documents" />
      <NumberingFields name="invoiceNumbers" legend="Invoices" />
    </SettingsSection>
  );
}

type NumberingFieldsProps = { name: "documentNumbers" | "invoiceNumbers"; legend: string };

function NumberingFields({ name, legend }: NumberingFieldsProps) {
  const { register, formState } = useFormContext<TypedSettings>();
  const { prefix, digits, next } = useWatch<TypedSettings, typeof name>({ name });
  const errors = formState.errors[name];
  const isReadable = /^[1-9]$/.test(digits) && /^\d{1,9}$/.test(next);
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 font-semibold">
        {legend}
        {isReadable ? (
          <span className="ml-2 font-normal text-ink-soft text-sm tabular-nums">
            next: {formatNumber({ prefix, digits: Number(digits) }, Number(next))}
          </span>
        ) : null}
      </legend>
      <div className="grid grid-cols-3 gap-3 sm:gap-4">
        <Field
          label="Prefix"
          autoComplete="off"
          spellCheck={false}
          error={errors?.prefix?.message}
          {...register(`${name}.prefix`)}
        />
        <Field
          label="Digits"
          inputMode="numeric"
          autoComplete="off"
          error={errors?.digits?.message}
          {...register(`${name}.digits`)}
        />
        <Field
          label="Next number"
          inputMode="numeric"
          autoComplete="off"
          error={errors?.next?.message}
          {...register(`${name}.next`)}
        />
      </div>
    </fieldset>
  );
}
