import { useId } from "react";
import { useFormContext } from "react-hook-form";
import { PAPER_SIZES } from "#domain/settings/paper-size.ts";
import type { TypedSettings } from "#domain/settings/typed-settings.ts";
import { SelectInput } from "#web/ui/select-input.tsx";
import { SettingsSection } from "./settings-section.tsx";

export function PaperFields() {
  const selectId = useId();
  const { register, formState } = useFormContext<TypedSettings>();
  const problem = formState.errors.paperSize?.message;
  return (
    <SettingsSection title="Paper" text="The size of documents, signed copies and invoices as PDF.">
      <div>
        <label htmlFor={selectId} className="mb-1.5 block font-medium text-sm">
          Paper size
        </label>
        <SelectInput
          id={selectId}
          aria-describedby={`${selectId}-note`}
          aria-invalid={problem ? true : undefined}
          {...register("paperSize")}
        >
          {PAPER_SIZES.map((size) => (
            <option key={size}>{size}</option>
          ))}
        </SelectInput>
        <p
          id={`${selectId}-note`}
          className={problem ? "mt-1.5 text-red-ink text-sm" : "mt-1.5 text-ink-faint text-sm"}
        >
          {problem ?? "For PDFs made from now on. Earlier ones stay as they are."}
        </p>
      </div>
    </SettingsSection>
  );
}
