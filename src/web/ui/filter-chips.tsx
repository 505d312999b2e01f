import { classNames } from "#web/lib/class-names.ts";

/** The count is undefined while unknown. */
type Chip<Value extends string> = { value: Value; label: string; count: number | undefined };

type FilterChipsProps<Value extends string> = {
  label: string;
  chips: readonly Chip<Value>[];
  value: Value;
  onChange: (value: Value) => void;
};

/** A row of choices of which one is active: "All 13", "Pending 3". On a phone the row scrolls. */
export function FilterChips<Value extends string>({
  label,
  chips,
  value,
  onChange,
}: FilterChipsProps<Value>) {
  return (
    <fieldset className="-mx-4 mb-4 flex min-w-0 gap-2 overflow-x-auto px-4 py-1 sm:mx-0 sm:flex-wrap sm:px-0">
      <legend className="sr-only">{label}</legend>
      {chips.map((chip) => (
        <button
          key={chip.value}
          type="button"
          aria-pressed={chip.value === value}
          onClick={() => onChange(chip.value)}
          className={classNames(
            "inline-flex h-8 shrink-0 items-center gap-1.5 rounded-full border px-3 font-medium text-sm touch:h-11 touch:px-4",
            chip.value === value
              ? "border-brand bg-brand-soft text-brand"
              : "border-line bg-surface text-ink-soft hover:bg-hover hover:text-ink",
          )}
        >
          {chip.label}
          <span className="min-w-[1ch] tabular-nums font-normal">{chip.count ?? ""}</span>
        </button>
      ))}
    </fieldset>
  );
}
