import { useState } from "react";
import { getWorkOrderBoard } from "#contract/admin/work-orders.ts";
import type { Id } from "#domain/id.ts";
import type { BoardColumn, WorkOrderCard } from "#domain/work-orders/managed-work-order.ts";
import type { WorkOrderStatus } from "#domain/work-orders/work-order.ts";
import { useCall } from "#web/lib/use-call.ts";
import { useMove } from "./use-move.ts";

export type BoardQuery = { limit: number; organizationId?: Id; q?: string };

/** The columns of the board. A refused card goes back, and during a drag changes by others are deferred. */
export function useBoard(query: BoardQuery) {
  const { data, error, mutate } = useCall(getWorkOrderBoard, { query }, { keepPreviousData: true });
  const move = useMove();
  const [moves, setMoves] = useState<ReadonlyMap<Id, WorkOrderStatus>>(new Map());
  /** The columns at the moment when a card was lifted. */
  const [pinned, setPinned] = useState<BoardColumn[] | null>(null);
  const columns = pinned ?? (data && withMoves(data, moves));

  async function drop(card: WorkOrderCard, to: WorkOrderStatus) {
    setMoves((now) => new Map(now).set(card.workOrderId, to));
    await move(card, to);
    setMoves((now) => new Map([...now].filter(([id]) => id !== card.workOrderId)));
  }

  return {
    columns,
    error,
    retry: () => void mutate(),
    lift: () => setPinned(columns ?? null),
    release: () => setPinned(null),
    drop,
  };
}

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
