import type { ComponentProps } from "react";

type ChoiceCardsProps<Value extends string> = {
  legend: string;
  choices: readonly { value: Value; label: string; meaning: string }[];
  inputProps: (value: Value) => ComponentProps<"input">;
  isRow?: boolean;
};

export function ChoiceCards<Value extends string>({
  legend,
  choices,
  inputProps,
  isRow = false,
}: ChoiceCardsProps<Value>) {
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium text-sm">{legend}</legend>
      <div className={isRow ? "grid gap-2 sm:grid-cols-2" : "grid gap-2"}>
        {choices.map(({ value, label, meaning }) => (
          <label
            key={value}
            className="flex gap-3 rounded-md border border-line-strong/70 p-3 transition-colors hover:bg-hover has-checked:border-brand has-checked:bg-brand-soft"
          >
            <input
              type="radio"
              value={value}
              className="mt-1 size-4 shrink-0 accent-brand"
              {...inputProps(value)}
            />
            <span>
              <span className="block font-medium">{label}</span>
              <span className="block text-ink-soft text-sm">{meaning}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
