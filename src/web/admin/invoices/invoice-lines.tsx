import { Plus, Trash2 } from "lucide-react";
import { useFieldArray, useFormContext } from "react-hook-form";
import { formatDollars } from "#domain/format.ts";
import type { InvoiceAmounts } from "#domain/invoices/invoice-line.ts";
import { Button, IconButton } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { Field } from "#web/ui/field.tsx";
import type { TypedLines } from "./typed-amounts.ts";

const NEW_LINE: TypedLines[number] = {
  description: "",
  quantity: "1",
  unit: "",
  rate: "",
  discountPercent: "0",
  hasGst: true,
};

/** The lines of the form around it, with their amounts (FORM-4). */
export function InvoiceLines({ amounts }: { amounts: InvoiceAmounts }) {
  const { control, register, formState } = useFormContext<{ lines: TypedLines }>();
  const { fields, append, remove } = useFieldArray({ control, name: "lines" });
  const { errors, touchedFields, submitCount } = formState;
  const listError = errors.lines?.root?.message ?? errors.lines?.message;

  function removeLine(index: number) {
    remove(index);
    // The button that had the focus is gone.
    document.getElementById("add-line")?.focus();
  }

  return (
    <fieldset>
      <legend className="mb-2 font-semibold text-lg">Lines</legend>
      {fields.length === 0 ? (
        <p className="mb-3 text-ink-soft">
          Add what the client pays for. Without lines it has no amounts and no PDF, as an invoice that was
          made elsewhere.
        </p>
      ) : null}
      <ul className="divide-y divide-line border-line border-y empty:hidden">
        {fields.map((line, index) => {
          const touched = touchedFields.lines?.[index];
          // A new line is checked at once, before anything can be typed.
          const errorOf = (field: keyof TypedLines[number]) =>
            submitCount > 0 || touched?.[field] ? errors.lines?.[index]?.[field]?.message : undefined;
          const amount = amounts.lines[index]?.amount;
          return (
            <li key={line.id} className="py-4">
              <fieldset className="space-y-3">
                <legend className="sr-only">Line {index + 1}</legend>
                <Field
                  label="Description"
                  autoComplete="off"
                  error={errorOf("description")}
                  {...register(`lines.${index}.description`)}
                />
                <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
                  <Field
                    label="Quantity"
                    inputMode="decimal"
                    autoComplete="off"
                    error={errorOf("quantity")}
                    {...register(`lines.${index}.quantity`)}
                  />
                  <Field
                    label="Unit"
                    placeholder="hour"
                    autoComplete="off"
                    error={errorOf("unit")}
                    {...register(`lines.${index}.unit`)}
                  />
                  <Field
                    label="Rate in dollars"
                    inputMode="decimal"
                    autoComplete="off"
                    error={errorOf("rate")}
                    {...register(`lines.${index}.rate`)}
                  />
                  <Field
                    label="Discount in percent"
                    inputMode="decimal"
                    autoComplete="off"
                    error={errorOf("discountPercent")}
                    {...register(`lines.${index}.discountPercent`)}
                  />
                </div>
                <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
                  {amounts.gstPercent === 0 ? (
                    <span />
                  ) : (
                    <Checkbox label="With GST" {...register(`lines.${index}.hasGst`)} />
                  )}
                  <span className="flex items-center gap-3">
                    <output translate="no" className="money font-medium">
                      {amount ? formatDollars(amount) : null}
                    </output>
                    <IconButton label={`Remove line ${index + 1}`} onClick={() => removeLine(index)}>
                      <Trash2 aria-hidden="true" strokeWidth={1.5} />
                    </IconButton>
                  </span>
                </div>
              </fieldset>
            </li>
          );
        })}
      </ul>
      {listError ? <p className="mt-2 text-red-ink text-sm">{listError}</p> : null}
      <Button
        id="add-line"
        size="sm"
        className="mt-3"
        icon={<Plus aria-hidden="true" strokeWidth={1.75} />}
        onClick={() => append(NEW_LINE)}
      >
        Add line
      </Button>
    </fieldset>
  );
}
