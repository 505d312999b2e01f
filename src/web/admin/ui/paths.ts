import type { Id } from "#domain/id.ts";

export const ORGANIZATIONS_PATH = "/organizations";
export const REQUESTS_PATH = "/requests";

/** The address of an organization below /admin. */
export function organizationPath(organizationId: Id): string {
  return `${ORGANIZATIONS_PATH}/${encodeURIComponent(organizationId)}`;
}

/** The address below /admin at which the portal looks as it does to the organization's members: another page. */
export function clientViewPath(organizationId: Id, path: string): string {
  return `/as/${encodeURIComponent(organizationId)}${path}`;
}

/** The addresses of work orders below /admin. */
export const WORK_ORDERS = "/work-orders";
export const BOARD = `${WORK_ORDERS}/board`;
export const NEW_WORK_ORDER = `${WORK_ORDERS}/new`;

export function workOrderPath(workOrderId: Id): string {
  return `${WORK_ORDERS}/${encodeURIComponent(workOrderId)}`;
}
