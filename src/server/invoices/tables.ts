import { index, pgTable, text } from "drizzle-orm/pg-core";
import { INVOICE_STATUSES } from "#domain/invoices/invoice.ts";
import { id, moment, oneOf } from "../db/columns.ts";
import { comparableOf, orderableOf } from "../db/comparable-sql.ts";
import { organizations } from "../organizations/tables.ts";

export const invoices = pgTable(
  "invoices",
  {
    invoiceId: id("invoice_id").primaryKey(),
    organizationId: id("organization_id")
      .notNull()
      .references(() => organizations.organizationId, { onDelete: "restrict" }),
    externalId: text("external_id").notNull(),
    name: text("name").notNull(),
    xeroLink: text("xero_link"),
    invoiceStatus: text("invoice_status", { enum: INVOICE_STATUSES }).notNull(),
    createdAt: moment("created_at").notNull().defaultNow(),
    updatedAt: moment("updated_at").notNull().defaultNow(),
    /** Generated columns for searching and sorting. */
    externalIdComparable: comparableOf("external_id_comparable", "external_id"),
    externalIdOrder: orderableOf("external_id_order", "external_id"),
    nameComparable: comparableOf("name_comparable", "name"),
    nameOrder: orderableOf("name_order", "name"),
  },
  (table) => [
    oneOf("invoices_status", table.invoiceStatus, INVOICE_STATUSES),
    index("invoices_list").on(table.organizationId, table.createdAt.desc(), table.invoiceId.desc()),
  ],
);
