import * as account from "./account.ts";
import { ADMIN_FILES } from "./admin/calls.ts";
import * as agreements from "./agreements.ts";
import * as documents from "./documents.ts";
import * as invoices from "./invoices.ts";
import { joinCalls } from "./join-calls.ts";
import * as notifications from "./notifications.ts";
import * as organizations from "./organizations.ts";
import * as permissions from "./permissions.ts";
import * as workOrders from "./work-orders.ts";

/** Every call of the API by its name. A call outside this list is not served, documented or tested. */
export const CALLS = joinCalls({
  account,
  organizations,
  documents,
  workOrders,
  invoices,
  notifications,
  permissions,
  agreements,
  ...ADMIN_FILES,
});
