import type { Id } from "#domain/id.ts";

/** The addresses of work orders below /admin. */
export const WORK_ORDERS = "/work-orders";
export const BOARD = `${WORK_ORDERS}/board`;
export const NEW_WORK_ORDER = `${WORK_ORDERS}/new`;

export function workOrderPath(workOrderId: Id): string {
  return `${WORK_ORDERS}/${encodeURIComponent(workOrderId)}`;
}
