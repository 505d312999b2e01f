// The columns by which each list is searched, filtered and sorted: the ids that its table has for them.

export const DOCUMENT_LIST_COLUMNS = [
  "externalId",
  "name",
  "createdAt",
  "status",
  "approvedBy",
  "approvedTime",
] as const;

export const WORK_ORDER_LIST_COLUMNS = [
  "externalId",
  "name",
  "uniqueDocument",
  "invoice",
  "createdAt",
  "workOrderStatus",
] as const;

export const INVOICE_LIST_COLUMNS = ["externalId", "name", "createdAt", "xeroLink", "invoiceStatus"] as const;

export const SIGNED_GENERAL_DOCUMENT_LIST_COLUMNS = ["name", "signedBy", "signedAt"] as const;

export const NOTIFICATION_LIST_COLUMNS = ["message", "createdAt"] as const;

/** Tables hold up to so many rows in memory; with more, they ask the server for each page. */
export const ROWS_IN_MEMORY = 2000;
