import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { useLayoutEffect, useRef, useState } from "react";
import { DataTableRow, type RowLook } from "./data-table-row.tsx";
import { TABLE_ROLES } from "./table-roles.ts";

const ROW_HEIGHT_GUESS = 52;
/** Rows drawn beyond each edge of the window, for fast scrolling and the next Tab. */
const OVERSCAN = 12;

type VirtualRowsProps<Row> = RowLook<Row> & { rows: readonly Row[]; getRowId: (row: Row) => string };

/** The body of a long table: only the rows near the window are in the page. */
export function VirtualRows<Row>({ rows, getRowId, ...look }: VirtualRowsProps<Row>) {
  const bodyRef = useRef<HTMLTableSectionElement>(null);
  const [offset, setOffset] = useState(0);
  useLayoutEffect(() => {
    const top = bodyRef.current?.getBoundingClientRect().top ?? 0;
    setOffset(top + window.scrollY);
  }, []);

  const virtualizer = useWindowVirtualizer<HTMLTableRowElement>({
    count: rows.length,
    estimateSize: () => ROW_HEIGHT_GUESS,
    overscan: OVERSCAN,
    scrollMargin: offset,
    getItemKey: (index) => {
      const row = rows[index];
      return row === undefined ? index : getRowId(row);
    },
  });
  const items = virtualizer.getVirtualItems();
  const before = (items[0]?.start ?? offset) - offset;
  const after = virtualizer.getTotalSize() - ((items.at(-1)?.end ?? offset) - offset);

  return (
    <tbody {...TABLE_ROLES.rows} ref={bodyRef} className={`max-lg:block ${look.classNames.body ?? ""}`}>
      <Spacer height={before} columnCount={look.columns.length} />
      {items.map(({ index, key }) => {
        const row = rows[index];
        if (row === undefined) return null;
        return (
          <DataTableRow
            key={key}
            row={row}
            {...look}
            rowProps={{
              ref: virtualizer.measureElement,
              "data-index": index,
              // The header is row 1.
              "aria-rowindex": index + 2,
            }}
          />
        );
      })}
      <Spacer height={after} columnCount={look.columns.length} />
    </tbody>
  );
}

/** Takes the room of the rows that are not drawn. */
function Spacer({ height, columnCount }: { height: number; columnCount: number }) {
  if (height <= 0) return null;
  return (
    <tr {...TABLE_ROLES.spacer} className="max-lg:block">
      <td {...TABLE_ROLES.spacer} colSpan={columnCount} className="p-0 max-lg:block" style={{ height }} />
    </tr>
  );
}
