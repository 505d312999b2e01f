import { lazy, type ReactNode, Suspense, useEffect, useMemo, useState } from "react";
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
  const [pageRows, setPageRows] = useState<readonly Row[]>([]);
  const selectable = useMemo(() => {
    if (allowed.length === 0) return columns;
    const checkboxes = selectionColumn({ idOf, nameOf, cardSlot });
    const headerCell = (rows: readonly Row[]) => (
      <PageRows rows={rows} idOf={idOf} onChange={setPageRows}>
        {checkboxes.headerCell?.(rows)}
      </PageRows>
    );
    return [{ ...checkboxes, headerCell }, ...columns];
  }, [allowed, columns, idOf, nameOf, cardSlot]);
  const chooseAll = () => selection.select(pageRows, true);
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
            onChooseAll={pageRows.every((row) => selected.has(idOf(row))) ? null : chooseAll}
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

type PageRowsProps<Row> = {
  rows: readonly Row[];
  idOf: (row: Row) => string;
  onChange: (change: (now: readonly Row[]) => readonly Row[]) => void;
  children: ReactNode;
};

/** Reports the rows on screen, because on a phone the header with its checkbox is not shown. */
function PageRows<Row>({ rows, idOf, onChange, children }: PageRowsProps<Row>) {
  useEffect(() => {
    const idsOf = (some: readonly Row[]) => some.map(idOf).join(" ");
    onChange((now) => (idsOf(now) === idsOf(rows) ? now : rows));
  });
  return children;
}
