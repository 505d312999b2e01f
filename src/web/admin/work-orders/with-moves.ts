import type { Id } from "#domain/id.ts";
import type { BoardColumn } from "#domain/work-orders/admin-work-order.ts";
import type { WorkOrderStatus } from "#domain/work-orders/work-order.ts";

/** The board with cards that are on their way to another column at its top, where the server will put them. */
export function withMoves(
  columns: readonly BoardColumn[],
  moves: ReadonlyMap<Id, WorkOrderStatus>,
): BoardColumn[] {
  const moving = columns
    .flatMap(({ cards }) => cards)
    .filter(
      ({ workOrderId, workOrderStatus }) => (moves.get(workOrderId) ?? workOrderStatus) !== workOrderStatus,
    );
  return columns.map(({ workOrderStatus, total, cards }) => {
    const come = moving.filter(({ workOrderId }) => moves.get(workOrderId) === workOrderStatus);
    const stay = cards.filter((card) => !moving.includes(card));
    return {
      workOrderStatus,
      total: total + come.length - (cards.length - stay.length),
      cards: [...come, ...stay],
    };
  });
}
