import { FilterChips } from "../filter-chips.tsx";
import { type ChoiceCounts, totalOf } from "./choice-counts.ts";

type ChoiceChipsProps = {
  tableLabel: string;
  labels: Readonly<Record<string, string>>;
  /** Undefined while unknown. */
  counts: ChoiceCounts | undefined;
  /** There are too many rows to count, so any word may have some. */
  isUncounted: boolean;
  /** "" for all. */
  chosen: string;
  onChoose: (word: string) => void;
};

/** "All 13", "Pending 3": each word that has rows, in the order of the record's life. */
export function ChoiceChips({ tableLabel, labels, counts, isUncounted, chosen, onChoose }: ChoiceChipsProps) {
  const words = Object.entries(labels).filter(([word]) => isUncounted || counts?.[word] || word === chosen);
  return (
    <FilterChips
      label={`Status of ${tableLabel}`}
      chips={[
        { value: "", label: "All", count: counts && totalOf(counts) },
        ...words.map(([value, label]) => ({
          value,
          label,
          count: counts && (counts[value] ?? 0),
        })),
      ]}
      value={chosen}
      onChange={onChoose}
    />
  );
}
