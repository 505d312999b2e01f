import { createContext, useContext, useMemo, useState } from "react";
import type { DataTableColumn } from "./data-table-column.ts";

type RowSelection = {
  isSelected: (id: string) => boolean;
  select: (rows: readonly unknown[], isSelected: boolean) => void;
};

export const RowSelectionContext = createContext<RowSelection>({ isSelected: () => false, select: () => {} });

/** The rows that are selected for one action on all of them, as they were fetched, by id. */
export function useRowSelection<Row>(idOf: (row: Row) => string) {
  const [selected, setSelected] = useState<ReadonlyMap<string, Row>>(new Map());
  const selection = useMemo(
    () => ({
      isSelected: (id: string) => selected.has(id),
      select: (rows: readonly unknown[], isSelected: boolean) =>
        setSelected((now) => {
          const next = new Map(now);
          for (const row of rows as readonly Row[]) {
            if (isSelected) next.set(idOf(row), row);
            else next.delete(idOf(row));
          }
          return next;
        }),
    }),
    [selected, idOf],
  );
  return { selected, selection, clear: () => setSelected(new Map()) };
}

type SelectionColumnOptions<Row> = {
  idOf: (row: Row) => string;
  nameOf: (row: Row) => string;
  isSelectable?: (row: Row) => boolean;
  cardSlot: NonNullable<DataTableColumn<Row>["cardSlot"]>;
};

/** A column of checkboxes, with one in the header for the rows on screen. */
export function selectionColumn<Row>(options: SelectionColumnOptions<Row>): DataTableColumn<Row> {
  const { idOf, nameOf, isSelectable = () => true, cardSlot } = options;
  return {
    id: "choose",
    header: "Choose",
    isHeaderHidden: true,
    headerCell: (rows) => <SelectAll rows={rows.filter(isSelectable)} idOf={idOf} />,
    text: () => null,
    cell: (row) => (isSelectable(row) ? <SelectRow row={row} id={idOf(row)} name={nameOf(row)} /> : null),
    isControls: true,
    cardSlot,
  };
}

const BOX = "block size-5 accent-brand touch:size-6";

function SelectRow({ row, id, name }: { row: unknown; id: string; name: string }) {
  const { isSelected, select } = useContext(RowSelectionContext);
  return (
    // A touch beside the box would open the row.
    <label className="block touch:-m-2.5 touch:p-2.5">
      <input
        type="checkbox"
        aria-label={`Choose ${name}`}
        className={BOX}
        checked={isSelected(id)}
        onChange={(event) => select([row], event.currentTarget.checked)}
      />
    </label>
  );
}

function SelectAll<Row>({ rows, idOf }: { rows: readonly Row[]; idOf: (row: Row) => string }) {
  const { isSelected, select } = useContext(RowSelectionContext);
  const count = rows.filter((row) => isSelected(idOf(row))).length;
  if (rows.length === 0) return <span className="sr-only">Choose</span>;
  return (
    <input
      type="checkbox"
      aria-label="Choose all on this page"
      className={BOX}
      ref={(box) => {
        if (box) box.indeterminate = count > 0 && count < rows.length;
      }}
      checked={count === rows.length}
      onChange={(event) => select(rows, event.currentTarget.checked)}
    />
  );
}
