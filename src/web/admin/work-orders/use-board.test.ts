import { expect, test } from "vitest";
import type { BoardColumn, WorkOrderCard } from "#domain/work-orders/managed-work-order.ts";
import type { WorkOrderStatus } from "#domain/work-orders/work-order.ts";
import { withMoves } from "./use-board.ts";

const card = (workOrderId: string, workOrderStatus: WorkOrderStatus) =>
  ({ workOrderId, workOrderStatus }) as WorkOrderCard;

const BOARD: BoardColumn[] = [
  { workOrderStatus: "OPEN", total: 70, cards: [card("a", "OPEN"), card("b", "OPEN")] },
  { workOrderStatus: "DONE", total: 1, cards: [card("c", "DONE")] },
];

const shortOf = (columns: BoardColumn[]) =>
  columns.map(({ total, cards }) => [total, cards.map(({ workOrderId }) => workOrderId).join()]);

test("COMPANY-6 a card on its way is on top of its new column, and both columns count it right", () => {
  expect(shortOf(withMoves(BOARD, new Map([["b", "DONE"]])))).toEqual([
    [69, "a"],
    [2, "b,c"],
  ]);
});

test("COMPANY-6 a move that the server has made, or of a card that is gone, changes nothing", () => {
  expect(withMoves(BOARD, new Map([["c", "DONE"]]))).toEqual(BOARD);
  expect(withMoves(BOARD, new Map([["gone", "OPEN"]]))).toEqual(BOARD);
});
