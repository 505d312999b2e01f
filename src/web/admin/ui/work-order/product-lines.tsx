import { Plus, Trash2 } from "lucide-react";
import { type ComponentProps, useId } from "react";
import { type Control, Controller, type UseFormReturn, useFieldArray } from "react-hook-form";
import { formatDollars, formatRate } from "#domain/format.ts";
import type { OwnPrice } from "#domain/pricing/price-work-orders.ts";
import type { CataloguedProduct } from "#domain/products/product.ts";
import { INPUT_CLASS } from "#web/lib/class-names.ts";
import { Button, IconButton } from "#web/ui/button.tsx";
import { type ComboChoice, ComboField } from "../combo-field.tsx";
import type { Entered, Typed } from "./form-values.ts";

type ProductLinesProps = {
  form: UseFormReturn<Typed, unknown, Entered>;
  /** Undefined while it loads. */
  catalogue: readonly CataloguedProduct[] | undefined;
  price: OwnPrice;
};

/** The products of a work order with their quantities and amounts (FORM-2, FORM-4). */
export function ProductLines({ form, catalogue, price }: ProductLinesProps) {
  const { control, register, formState } = form;
  const { fields, append, remove } = useFieldArray({ control, name: "products" });
  const { errors } = formState;
  const listError = errors.products?.root?.message ?? errors.products?.message;
  const known = catalogue?.map(toChoice);
  // A line may keep a retired product, but no other line can select it.
  const offered = catalogue?.filter(({ isRetired }) => !isRetired).map(toChoice);
  const byId = new Map(catalogue?.map((product) => [product.productId, product]));

  const isReady = (index: number) =>
    formState.isSubmitted || formState.touchedFields.products?.[index]?.productId === true;

  function removeLine(index: number) {
    remove(index);
    // The button that had the focus was removed.
    document.getElementById("add-product")?.focus();
  }

  return (
    <fieldset>
      <legend className="mb-2 font-semibold text-lg">Products</legend>
      {fields.length === 0 ? (
        <p className="mb-3 text-ink-soft">Nothing is charged yet. Add what this work consists of.</p>
      ) : null}
      <ul className="divide-y divide-line border-line border-y empty:hidden">
        {fields.map((line, index) => {
          const error = errors.products?.[index];
          const priced = price.products[index];
          return (
            <li
              key={line.id}
              className="grid grid-cols-[7rem_minmax(0,1fr)_auto] items-start gap-x-3 gap-y-2 py-3 sm:grid-cols-[minmax(0,1fr)_7rem_minmax(7rem,auto)_auto]"
            >
              <div className="max-sm:col-span-3">
                <ProductChoice
                  control={control}
                  index={index}
                  known={known}
                  offered={offered}
                  // A line that has just been added is not wrong yet.
                  error={isReady(index) ? error?.productId?.message : undefined}
                />
              </div>
              <Quantity
                label={`Quantity of product ${index + 1}`}
                // Reserves the width of the unit until the catalogue has loaded.
                unit={catalogue ? (byId.get(priced?.productId ?? "")?.productUnit ?? null) : "\u00a0"}
                error={error?.total?.message}
                {...register(`products.${index}.total`)}
              />
              <p translate="no" className="money pt-2">
                {priced ? formatDollars(priced.amount) : null}
              </p>
              <IconButton
                label={`Remove product ${index + 1}`}
                Icon={Trash2}
                onClick={() => removeLine(index)}
              />
            </li>
          );
        })}
      </ul>
      {listError ? <p className="mt-2 text-red-ink text-sm">{listError}</p> : null}
      <Button
        id="add-product"
        size="sm"
        className="mt-3"
        icon={<Plus aria-hidden="true" strokeWidth={1.75} />}
        onClick={() => append({ productId: "", total: "1" }, { shouldFocus: false })}
      >
        Add product
      </Button>
    </fieldset>
  );
}

type QuantityProps = ComponentProps<"input"> & {
  label: string;
  unit: string | null;
  error: string | undefined;
};

function Quantity({ label, unit, error, ...rest }: QuantityProps) {
  const noteId = useId();
  const note = error ?? unit;
  return (
    <div>
      <input
        aria-label={label}
        aria-invalid={error ? true : undefined}
        aria-describedby={note ? noteId : undefined}
        inputMode="decimal"
        autoComplete="off"
        className={`${INPUT_CLASS} text-right`}
        {...rest}
      />
      {note ? (
        <p id={noteId} className={`mt-1 text-right text-sm ${error ? "text-red-ink" : "text-ink-faint"}`}>
          {note}
        </p>
      ) : null}
    </div>
  );
}

type ProductChoiceProps = {
  control: Control<Typed, unknown, Entered>;
  index: number;
  known: readonly ComboChoice[] | undefined;
  offered: readonly ComboChoice[] | undefined;
  error: string | undefined;
};

function ProductChoice({ control, index, known, offered, error }: ProductChoiceProps) {
  return (
    <Controller
      control={control}
      name={`products.${index}.productId`}
      render={({ field: { value, onChange, onBlur } }) => (
        <ComboField
          label={`Product ${index + 1}`}
          isLabelHidden
          value={chosenOf(known, value)}
          onChange={(choice) => onChange(choice?.id ?? "")}
          onBlur={onBlur}
          choices={offered}
          error={error}
        />
      )}
    />
  );
}

function chosenOf(choices: readonly ComboChoice[] | undefined, id: string): ComboChoice | null {
  if (id === "") return null;
  return (
    choices?.find((choice) => choice.id === id) ?? { id, name: choices ? "UNKNOWN PRODUCT!" : "Loading..." }
  );
}

function toChoice({ productId, productName, productUnit, productRate }: CataloguedProduct): ComboChoice {
  const rate = productRate === null ? null : formatRate(productRate);
  const note = [rate, productUnit && `per ${productUnit}`].filter(Boolean).join(" ");
  return { id: productId, name: productName, note };
}
