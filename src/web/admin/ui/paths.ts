import type { Id } from "#domain/id.ts";
import { PATHS } from "#web/paths.ts";

export const ORGANIZATIONS_PATH = "/organizations";
export const REQUESTS_PATH = "/requests";
export const SYSTEM_PATH = "/system";
export const UNDELIVERED_PATH = "/undelivered-emails";

/** The card of the settings with the test email. */
export const TEST_EMAIL_ID = "test-email";
export const TEST_EMAIL_PATH = `/settings#${TEST_EMAIL_ID}`;

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

export const NEW_INVOICE = `${PATHS.invoices}/new`;

/** The form of a new record at this address, with the organization chosen. */
export function newFor(path: string, organizationId: Id): string {
  return `${path}?${new URLSearchParams({ organizationId })}`;
}

/** The invoices that wait to be issued, of all organizations or of one. */
export function draftInvoices(organizationId?: Id): string {
  const query = { ...(organizationId !== undefined && { organization: organizationId }), drafts: "only" };
  return `${PATHS.invoices}?${new URLSearchParams(query)}`;
}

/** The addresses of retainers below /admin. */
export const RETAINERS = "/retainers";
export const NEW_RETAINER = `${RETAINERS}/new`;

export function retainerPath(retainerId: Id): string {
  return `${RETAINERS}/${encodeURIComponent(retainerId)}`;
}
