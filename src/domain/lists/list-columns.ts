// The columns by which each list can be searched, filtered and sorted, by the ids in its table.

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

/** A table with more rows asks the server for each page. */
export const ROWS_IN_MEMORY = 2000;
