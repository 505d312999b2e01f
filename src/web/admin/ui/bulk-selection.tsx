import { lazy, type ReactNode, Suspense, useMemo, useState } from "react";
import { useMayActAs } from "#web/lib/use-person.ts";
import type { DataTableColumn } from "#web/ui/data-table/data-table-column.ts";
import { RowSelectionContext, selectionColumn, useRowSelection } from "#web/ui/data-table/row-selection.tsx";
import type { BulkList } from "./bulk-run.ts";

// Fetched with the first chosen row.
const BulkBar = lazy(async () => ({
  default: (await import("./bulk-bar.tsx")).BulkBar,
})) as unknown as typeof import("./bulk-bar.tsx")["BulkBar"];

type BulkSelectionProps<Row> = BulkList<Row> & {
  columns: readonly DataTableColumn<Row>[];
  /** The table, with a column of checkboxes for those who may do something. */
  children: (columns: readonly DataTableColumn<Row>[]) => ReactNode;
};

/** A table whose rows are chosen for one action on all of them. Keep `actions`, `idOf` and `nameOf` identical. */
export function BulkSelection<Row>({ columns, children, ...list }: BulkSelectionProps<Row>) {
  const { idOf, nameOf, actions, cardSlot = "action" } = list;
  const isOwner = useMayActAs("owner");
  const isEditor = useMayActAs("editor");
  const allowed = useMemo(
    () => actions.filter(({ who }) => (who === "owner" ? isOwner : isEditor)),
    [actions, isOwner, isEditor],
  );
  const { selected, selection, clear } = useRowSelection(idOf);
  const [isOpen, setIsOpen] = useState(false);
  if (selected.size > 0 && !isOpen) setIsOpen(true);
  const selectable = useMemo(
    () => (allowed.length === 0 ? columns : [selectionColumn({ idOf, nameOf, cardSlot }), ...columns]),
    [allowed, columns, idOf, nameOf, cardSlot],
  );
  return (
    <>
      <RowSelectionContext value={selection}>{children(selectable)}</RowSelectionContext>
      {isOpen && allowed.length > 0 ? (
        <Suspense>
          <BulkBar
            {...list}
            columns={columns}
            actions={allowed}
            selected={selected}
            onDeselect={(rows) => selection.select(rows, false)}
            onClose={() => {
              clear();
              setIsOpen(false);
            }}
          />
        </Suspense>
      ) : null}
    </>
  );
}
