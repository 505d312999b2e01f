import { DragDropContext } from "@hello-pangea/dnd";
import type { BoardColumn as Column, WorkOrderCard } from "#domain/work-orders/admin-work-order.ts";
import { WORK_ORDER_STATUS_LABELS, type WorkOrderStatus } from "#domain/work-orders/work-order.ts";
import { styleNonce } from "#web/lib/brand.ts";
import { BoardColumn } from "./board-column.tsx";

type BoardProps = {
  columns: readonly Column[];
  mayMove: boolean;
  onLift: () => void;
  onRelease: () => void;
  onDrop: (card: WorkOrderCard, to: WorkOrderStatus) => void;
  onMore: (() => void) | null;
};

const labelOf = (droppableId: string) => WORK_ORDER_STATUS_LABELS[droppableId as WorkOrderStatus];

/** The columns, between which cards are moved by pointer, touch or keys. Each step is spoken. */
export function Board({ columns, mayMove, onLift, onRelease, onDrop, onMore }: BoardProps) {
  const cardOf = (id: string) =>
    columns.flatMap(({ cards }) => cards).find(({ workOrderId }) => workOrderId === id);
  const nameOf = (id: string) => cardOf(id)?.name ?? "The card";

  return (
    <DragDropContext
      nonce={styleNonce()}
      dragHandleUsageInstructions="Press space to lift the card, the left and right arrow keys to move it to another status, space to put it down, escape to cancel. Enter opens it."
      onBeforeCapture={onLift}
      onDragStart={({ draggableId, source }, { announce }) =>
        announce(`Lifted ${nameOf(draggableId)}, which is ${labelOf(source.droppableId)}.`)
      }
      onDragUpdate={({ draggableId, destination }, { announce }) =>
        announce(
          destination
            ? `${nameOf(draggableId)} would be ${labelOf(destination.droppableId)}.`
            : `${nameOf(draggableId)} is outside the board.`,
        )
      }
      onDragEnd={({ draggableId, source, destination, reason }, { announce }) => {
        const card = cardOf(draggableId);
        const to = reason === "DROP" ? destination?.droppableId : undefined;
        const isMoved = card !== undefined && to !== undefined && to !== source.droppableId;
        announce(
          isMoved
            ? `${card.name} is put down in ${labelOf(to)}.`
            : `${nameOf(draggableId)} stays ${labelOf(source.droppableId)}.`,
        );
        onRelease();
        if (isMoved) onDrop(card, to as WorkOrderStatus);
      }}
    >
      {/* Positioned, so that words for screen readers do not make the whole page as wide as the board. */}
      <div
        // Without cards nothing in it takes the focus, and arrow keys could not scroll it.
        {...(columns.some(({ total }) => total > 0)
          ? {}
          : { tabIndex: 0, role: "group", "aria-label": "Board" })}
        className="relative flex snap-x scroll-px-4 gap-2 overflow-x-auto px-4 pb-4 sm:scroll-px-6 sm:px-6"
      >
        {columns.map((column) => (
          <BoardColumn key={column.workOrderStatus} column={column} mayMove={mayMove} onMore={onMore} />
        ))}
      </div>
    </DragDropContext>
  );
}
