import { formatUnits } from "#domain/format.ts";
import { Exact } from "./exact.tsx";

type UnitsProps = {
  /** Null if no one can read it. */
  quantity: number | null;
  unit: string | null | undefined;
  unitClassName?: string;
};

/** "40 hours". The number never wraps. */
export function Units({ quantity, unit, unitClassName }: UnitsProps) {
  const shown = quantity === null ? { number: "UNKNOWN TOTAL!", unit } : formatUnits(quantity, unit ?? "");
  return (
    <>
      <Exact className="whitespace-nowrap tabular-nums">{shown.number}</Exact>{" "}
      <bdi className={unitClassName}>{shown.unit}</bdi>
    </>
  );
}
