// Every table in one place, for migrations. Features import their own tables.
export * from "../access/tables.ts";
export * from "../account/tables.ts";
export * from "../agreements/tables.ts";
export * from "../audit/tables.ts";
export * from "../documents/tables.ts";
export * from "../files/tables.ts";
export * from "../http/tables.ts";
export * from "../identity/tables.ts";
export * from "../images/tables.ts";
export * from "../invoices/tables.ts";
export * from "../mail/tables.ts";
export * from "../notifications/tables.ts";
export * from "../organizations/tables.ts";
export * from "../permissions/tables.ts";
export * from "../products/tables.ts";
export * from "../public-view/tables.ts";
export * from "../work-orders/tables.ts";
