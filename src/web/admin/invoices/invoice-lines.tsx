import { Plus, Trash2 } from "lucide-react";
import { useFieldArray, useFormContext } from "react-hook-form";
import { formatDollars } from "#domain/format.ts";
import type { InvoiceAmounts } from "#domain/invoices/invoice-line.ts";
import { Button, IconButton } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { TextField } from "#web/ui/text-field.tsx";
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
  const form = useFormContext<{ lines: TypedLines }>();
  const { control, register, formState } = form;
  const { fields, append, remove } = useFieldArray({ control, name: "lines" });
  const { errors, touchedFields, submitCount } = formState;
  const listError = errors.lines?.root?.message ?? errors.lines?.message;

  function removeLine(index: number) {
    remove(index);
    // The button that had the focus was removed.
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
            submitCount > 0 || touched?.[field] === true ? undefined : null;
          const amount = amounts.lines[index]?.amount;
          return (
            <li key={line.id} className="py-4">
              <fieldset className="space-y-3">
                <legend className="sr-only">Line {index + 1}</legend>
                <TextField
                  label="Description"
                  error={errorOf("description")}
                  form={form}
                  name={`lines.${index}.description`}
                />
                <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
                  <TextField
                    label="Quantity"
                    inputMode="decimal"
                    error={errorOf("quantity")}
                    form={form}
                    name={`lines.${index}.quantity`}
                  />
                  <TextField
                    label="Unit"
                    placeholder="hour"
                    error={errorOf("unit")}
                    form={form}
                    name={`lines.${index}.unit`}
                  />
                  <TextField
                    label="Rate in dollars"
                    inputMode="decimal"
                    error={errorOf("rate")}
                    form={form}
                    name={`lines.${index}.rate`}
                  />
                  <TextField
                    label="Discount in percent"
                    inputMode="decimal"
                    error={errorOf("discountPercent")}
                    form={form}
                    name={`lines.${index}.discountPercent`}
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
