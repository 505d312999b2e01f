import {
  DragDropContext,
  Draggable,
  type DraggableProvidedDragHandleProps,
  Droppable,
} from "@hello-pangea/dnd";
import { useId, useRef } from "react";
import { styleNonce } from "#web/lib/brand.ts";
import { classNames } from "#web/lib/class-names.ts";
import { TABLE_ROLES } from "./data-table-column.ts";
import { DataTableRow, DRAG_COLUMN_WIDTH, type RowLook } from "./data-table-row.tsx";

type DraggableRowsProps<Row> = RowLook<Row> & {
  rows: readonly Row[];
  getRowId: (row: Row) => string;
  /** Of their table section. */
  className: string;
  isLocked: boolean;
  /** Indexes among the visible rows; null if the row was dropped outside. */
  onMove: (sourceIndex: number, destinationIndex: number | null) => void;
};

/** The body of a table whose rows can be reordered by pointer, touch or keyboard. */
export function DraggableRows<Row>(props: DraggableRowsProps<Row>) {
  const { rows, getRowId, className, isLocked, onMove, ...look } = props;
  const droppableId = useId();
  const bodyRef = useRef<HTMLTableSectionElement | null>(null);
  const first = look.columns[0];
  const nameOf = (row: Row | undefined) => (row && first ? String(first.text(row) ?? "row") : "row");

  return (
    <DragDropContext
      nonce={styleNonce()}
      dragHandleUsageInstructions="Press space to lift the row, the arrow keys to move it, space to put it down, escape to cancel."
      onBeforeCapture={() => fixCellWidths(bodyRef.current)}
      onDragStart={({ source }, { announce }) =>
        announce(`Lifted ${nameOf(rows[source.index])}, row ${source.index + 1} of ${rows.length}.`)
      }
      onDragUpdate={({ source, destination }, { announce }) =>
        announce(
          destination
            ? `${nameOf(rows[source.index])} would become row ${destination.index + 1} of ${rows.length}.`
            : `${nameOf(rows[source.index])} is outside the table.`,
        )
      }
      onDragEnd={({ source, destination, reason }, { announce }) => {
        releaseCellWidths(bodyRef.current);
        const target = reason === "DROP" && destination ? destination.index : null;
        const isMoved = target !== null && target !== source.index;
        announce(
          isMoved
            ? `${nameOf(rows[source.index])} is now row ${target + 1} of ${rows.length}.`
            : `${nameOf(rows[source.index])} stays row ${source.index + 1}.`,
        );
        onMove(source.index, target);
      }}
    >
      <Droppable droppableId={droppableId} isDropDisabled={isLocked}>
        {(droppable) => (
          <tbody
            {...TABLE_ROLES.rows}
            {...droppable.droppableProps}
            ref={(element) => {
              bodyRef.current = element;
              droppable.innerRef(element);
            }}
            className={className}
          >
            {rows.map((row, index) => (
              <Draggable
                key={getRowId(row)}
                draggableId={getRowId(row)}
                index={index}
                isDragDisabled={isLocked}
                // The handle is itself a button.
                disableInteractiveElementBlocking
              >
                {(draggable, state) => (
                  <DataTableRow
                    row={row}
                    {...look}
                    rowProps={{
                      ref: draggable.innerRef,
                      ...draggable.draggableProps,
                      className: classNames(
                        "max-sm:relative max-sm:pl-19!",
                        state.isDragging && "rounded-md border border-line-strong shadow-float",
                      ),
                    }}
                    handle={
                      <td
                        {...TABLE_ROLES.cell}
                        className="text-center max-sm:absolute max-sm:top-1/2 max-sm:left-0 max-sm:-translate-y-1/2"
                        style={{ width: DRAG_COLUMN_WIDTH, minWidth: DRAG_COLUMN_WIDTH }}
                      >
                        <DragHandle
                          label={`Move ${nameOf(row)}`}
                          isLocked={isLocked}
                          handleProps={draggable.dragHandleProps}
                        />
                      </td>
                    }
                  />
                )}
              </Draggable>
            ))}
            {droppable.placeholder}
          </tbody>
        )}
      </Droppable>
    </DragDropContext>
  );
}

type DragHandleProps = {
  label: string;
  isLocked: boolean;
  handleProps: DraggableProvidedDragHandleProps | null;
};

function DragHandle({ label, isLocked, handleProps }: DragHandleProps) {
  return (
    <button
      type="button"
      {...handleProps}
      aria-label={label}
      aria-disabled={isLocked}
      className="inline-flex size-9 cursor-grab items-center justify-center rounded-md hover:bg-sunken aria-disabled:cursor-not-allowed aria-disabled:opacity-45 touch:size-11"
    >
      <img src="/icons/drag.svg" alt="" className="size-5" draggable={false} />
    </button>
  );
}

// A dragged row loses its table's columns, so each cell keeps its width during the drag.
function fixCellWidths(body: HTMLElement | null) {
  const cells = Array.from(body?.querySelectorAll("td") ?? []);
  const widths = cells.map((cell) => cell.offsetWidth);
  for (const [index, cell] of cells.entries()) cell.style.width = `${widths[index]}px`;
}

function releaseCellWidths(body: HTMLElement | null) {
  for (const cell of body?.querySelectorAll("td") ?? []) {
    cell.style.width = cell.contains(cell.querySelector("img[src='/icons/drag.svg']"))
      ? `${DRAG_COLUMN_WIDTH}px`
      : "";
  }
}
