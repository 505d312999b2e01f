import { Plus, Trash2 } from "lucide-react";
import { useFieldArray, useFormContext } from "react-hook-form";
import type { z } from "zod";
import { A_TRILLION, exact } from "#domain/decimal.ts";
import { formatDollars } from "#domain/format.ts";
import { InvoiceLinesForm } from "#domain/invoices/invoice-details.ts";
import type { InvoiceAmounts } from "#domain/invoices/invoice-line.ts";
import { invoiceOfLines } from "#domain/invoices/invoice-of-page.ts";
import { Button, IconButton } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { TextField } from "#web/ui/text-field.tsx";

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
          Add what the client pays for. Without lines it has no amounts and no PDF, like an invoice made
          elsewhere.
        </p>
      ) : null}
      <ul className="divide-y divide-line border-line border-y empty:hidden">
        {fields.map((line, index) => {
          const touched = touchedFields.lines?.[index];
          // A new line is checked at once, before anything can be typed.
          const propsOf = <Field extends keyof TypedLines[number]>(field: Field) => ({
            form,
            name: `lines.${index}.${field}` as const,
            error: submitCount > 0 || touched?.[field] === true ? undefined : null,
          });
          const amount = amounts.lines[index]?.amount;
          return (
            <li key={line.id} className="py-4">
              <fieldset className="space-y-3">
                <legend className="sr-only">Line {index + 1}</legend>
                <TextField label="Description" {...propsOf("description")} />
                <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
                  <TextField label="Quantity" inputMode="decimal" {...propsOf("quantity")} />
                  <TextField label="Unit" placeholder="hour" {...propsOf("unit")} />
                  <TextField label="Rate in dollars" inputMode="decimal" {...propsOf("rate")} />
                  <TextField
                    label="Discount in per cent"
                    inputMode="decimal"
                    {...propsOf("discountPercent")}
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
                    <IconButton
                      Icon={Trash2}
                      label={`Remove line ${index + 1}`}
                      onClick={() => removeLine(index)}
                    />
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

export function InvoiceSums({ amounts }: { amounts: TypedAmounts }) {
  const { lines, subtotal, gst, gstPercent, total, isUncountable } = amounts;
  if (lines.length === 0) return <p className="text-ink-soft text-sm">No lines, so no amounts yet.</p>;
  if (isUncountable) {
    return (
      <p role="status" className="text-red-ink">
        This comes to a trillion dollars or more, which the portal can't count.
      </p>
    );
  }
  return (
    <dl aria-label="Totals" className="grid grid-cols-[1fr_auto] gap-y-1.5">
      {gstPercent === 0 ? null : (
        <>
          <dt className="text-ink-soft">Subtotal</dt>
          <dd translate="no" className="money text-ink-soft">
            {formatDollars(subtotal)}
          </dd>
          <dt className="text-ink-soft">GST ({gstPercent}%)</dt>
          <dd translate="no" className="money text-ink-soft">
            {formatDollars(gst)}
          </dd>
        </>
      )}
      <dt className="border-line border-t pt-1.5 font-semibold">Total</dt>
      <dd translate="no" className="money border-line border-t pt-1.5 font-semibold">
        {formatDollars(total)}
      </dd>
    </dl>
  );
}

const { quantity, rate, discountPercent } = InvoiceLinesForm.shape.lines.element.shape;

export type TypedLines = z.input<typeof InvoiceLinesForm>["lines"];

type TypedAmounts = InvoiceAmounts & { isUncountable: boolean };

/** The amounts of the current input. A figure that cannot be read counts as 0. */
export function priceTyped(lines: TypedLines, gstPercent: number): TypedAmounts {
  const amounts = invoiceOfLines(
    lines.map((line) => ({
      ...line,
      quantity: quantity.safeParse(line.quantity).data ?? 0,
      rate: rate.safeParse(line.rate).data ?? 0,
      discountPercent: discountPercent.safeParse(line.discountPercent).data ?? 0,
    })),
    gstPercent,
  );
  return { ...amounts, isUncountable: exact(amounts.total).gte(A_TRILLION) };
}
