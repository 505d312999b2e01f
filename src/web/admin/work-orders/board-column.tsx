import { Draggable, Droppable } from "@hello-pangea/dnd";
import type { BoardColumn as Column } from "#domain/work-orders/admin-work-order.ts";
import { WORK_ORDER_STATUS_LABELS } from "#domain/work-orders/work-order.ts";
import { classNames } from "#web/lib/class-names.ts";
import { Button } from "#web/ui/button.tsx";
import { BoardCard } from "./board-card.tsx";

type BoardColumnProps = {
  column: Column;
  mayMove: boolean;
  /** Null: no more can be shown. */
  onMore: (() => void) | null;
};

/** A status with its cards, the last moved first. */
export function BoardColumn({ column, mayMove, onMore }: BoardColumnProps) {
  const { workOrderStatus, total, cards } = column;
  const label = WORK_ORDER_STATUS_LABELS[workOrderStatus];
  const hidden = total - cards.length;
  return (
    <section
      aria-labelledby={`column-${workOrderStatus}`}
      className="flex w-60 shrink-0 snap-start flex-col rounded-lg bg-sunken/70 xl:w-auto xl:min-w-40 xl:flex-1"
    >
      <h2
        id={`column-${workOrderStatus}`}
        className="flex items-baseline justify-between px-3 pt-2.5 pb-1.5 font-semibold text-sm"
      >
        {label}
        <span className="font-normal text-ink-soft tabular-nums">
          {total}
          <span className="sr-only"> work orders</span>
        </span>
      </h2>
      <Droppable droppableId={workOrderStatus} isDropDisabled={!mayMove}>
        {(droppable, state) => (
          <div
            ref={droppable.innerRef}
            {...droppable.droppableProps}
            className={classNames(
              "min-h-24 flex-1 rounded-b-lg px-2 pt-1 transition-colors",
              state.isDraggingOver && "bg-brand-soft",
            )}
          >
            {cards.map((card, index) => (
              <Draggable
                key={card.workOrderId}
                draggableId={card.workOrderId}
                index={index}
                isDragDisabled={!mayMove}
              >
                {(draggable, { isDragging }) => (
                  <BoardCard
                    card={card}
                    innerRef={draggable.innerRef}
                    draggableProps={draggable.draggableProps}
                    dragHandleProps={draggable.dragHandleProps}
                    isDragging={isDragging}
                    mayMove={mayMove}
                  />
                )}
              </Draggable>
            ))}
            {droppable.placeholder}
          </div>
        )}
      </Droppable>
      {hidden > 0 ? (
        <div className="px-2 pb-2 text-center">
          {onMore ? (
            <Button size="sm" tone="quiet" isWide onClick={onMore}>
              Show more<span className="sr-only"> of {label}</span>
            </Button>
          ) : null}
          <p className="text-ink-faint text-xs">{hidden} not shown</p>
        </div>
      ) : null}
    </section>
  );
}
