import { sql } from "drizzle-orm";
import { date, index, integer, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { PART_DUES } from "#domain/page/blocks/payment-plan.ts";
import { id, oneOf, percent, timestamptz } from "../db/columns.ts";
import { invoices, partOfDocument } from "./documents.ts";

/** The parts of an accepted document's payment plan, each with the invoice that was prepared for it last. */
export const paymentPlanParts = pgTable(
  "payment_plan_parts",
  {
    uniqueDocumentId: id("unique_document_id").notNull(),
    organizationId: id("organization_id").notNull(),
    position: integer("position").notNull(),
    name: text("name").notNull(),
    percent: percent("percent").notNull(),
    due: text("due", { enum: PART_DUES }).notNull(),
    /** The day of the company on which a part of a date is prepared. */
    day: date("day", { mode: "string" }),
    /** Since when it is not prepared by itself any more; null: it still is. */
    preparedAt: timestamptz("prepared_at"),
    invoiceId: id("invoice_id").references(() => invoices.invoiceId, { onDelete: "restrict" }),
  },
  (table) => [
    primaryKey({ columns: [table.uniqueDocumentId, table.position] }),
    partOfDocument("payment_plan_parts_document", table),
    oneOf("payment_plan_parts_due", table.due, PART_DUES),
    uniqueIndex("payment_plan_parts_invoice_id").on(table.invoiceId),
    index("payment_plan_parts_organization_id").on(table.organizationId),
    index("payment_plan_parts_waiting")
      .on(table.uniqueDocumentId, table.position)
      .where(sql`${table.preparedAt} is null`),
  ],
);
